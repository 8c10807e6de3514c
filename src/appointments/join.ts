import type { AppointmentStatus } from './rules.ts'
import type { ContactMethod } from './shapes.ts'

const minute = 60_000
export const joinMinutesBefore = 10

type Joinable = { status: AppointmentStatus; startsAt: Date; endsAt: Date; joinUrl: string | null }

export function mayJoin({ status, startsAt, endsAt, joinUrl }: Joinable, now: Date): boolean {
  const opensAt = startsAt.getTime() - joinMinutesBefore * minute
  return status === 'confirmed' && joinUrl !== null && opensAt <= now.getTime() && now < endsAt
}

/** Returns the host of a full https address, like 'meet.google.com'; null for what no meeting can be at. */
export function meetingHost(link: string): string | null {
  const given = link.trim()
  if (!/^https:\/\/[^\s]+$/i.test(given) || !URL.canParse(given)) return null
  const { hostname, username, password, port } = new URL(given)
  const isName = /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/.test(hostname)
  return isName && !username && !password && !port ? hostname.replace(/^www\./, '') : null
}

/** Whether a number or link can be used with this way to meet. Numbers may lack their country code. */
export function isReachable(method: ContactMethod, link: string): boolean {
  if (method === 'whatsapp') return /^\+?[\d\s().-]+$/.test(link) && whatsAppNumber(link) !== null
  return meetingHost(link) !== null
}

function whatsAppNumber(link: string): string | null {
  const given = link.trim()
  const digits = given.replace(/\D/g, '')
  // A number without a country code is Indian.
  const number = !given.startsWith('+') && digits.length === 10 ? `91${digits}` : digits
  return number.length < 8 || number.length > 15 ? null : number
}

type Meeting = { contactMethod: string | null; contactLink: string | null; petName: string | null }

/**
 * Returns the address at which a side joins an online appointment, or null. Both sides join a meeting by its
 * link. A WhatsApp number is the owner's, so the provider calls, starting with a text.
 */
export function joinUrl(
  { contactMethod, contactLink, petName }: Meeting,
  side: 'owner' | 'provider',
  /** 'vet', in the middle of a sentence. */
  providerNoun: string,
): string | null {
  const given = contactLink?.trim() ?? ''
  // The provider may have put a link in the place of a number.
  if (contactMethod !== null && meetingHost(given) !== null) return given
  if (contactMethod !== 'whatsapp' || side === 'owner') return null
  const number = whatsAppNumber(given)
  if (!number) return null
  const text = `Hello, this is your ${providerNoun}${petName ? `, about ${petName}` : ''}. Is this a good moment to begin?`
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`
}
