import { MINUTE } from '#/kernel/duration.ts'
import type { AppointmentStatus } from './rules.ts'
import type { ContactMethod } from './shapes.ts'

export const joinMinutesBefore = 10

type Joinable = { status: AppointmentStatus; startsAt: Date; endsAt: Date; joinUrl: string | null }

export function mayJoin({ status, startsAt, endsAt, joinUrl }: Joinable, now: Date): boolean {
  const opensAt = startsAt.getTime() - joinMinutesBefore * MINUTE
  return status === 'confirmed' && joinUrl !== null && opensAt <= now.getTime() && now < endsAt
}

/** Returns the host of a full https address, like 'meet.google.com'; null if it can't be a meeting's address. */
export function meetingHost(link: string): string | null {
  const given = link.trim()
  // Plain ASCII only, so that no other program reads another host, and without look-alike letters.
  const name = /^https:\/\/((?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,})(?:[/?#][^\s\\]*)?$/i.exec(
    given,
  )?.[1]
  if (!name || !URL.canParse(given)) return null
  const { hostname } = new URL(given)
  const isPlain = hostname === name.toLowerCase() && !/(^|\.)xn--/.test(hostname)
  return isPlain ? hostname.replace(/^www\./, '') : null
}

const services = ['zoom.us', 'zoom.com', 'meet.google.com', 'wa.me', 'whatsapp.com']

/** Tells whether an address is of a known service. A button in our name leads nowhere else; other addresses are shown as text. */
export function isMeeting(link: string): boolean {
  const host = meetingHost(link)
  return host !== null && services.some((service) => host === service || host.endsWith(`.${service}`))
}

function whatsAppNumber(link: string): string | null {
  const given = link.trim()
  const digits = given.replace(/\D/g, '')
  // A number without a country code is Indian.
  const number = !given.startsWith('+') && digits.length === 10 ? `91${digits}` : digits
  return number.length < 8 || number.length > 15 ? null : number
}

type Meeting = { contactMethod: ContactMethod | null; contactLink: string | null; petName: string | null }

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
  // Of any of these services, because the provider may have replaced a number by a link. Other texts are never links.
  if (contactMethod !== null && isMeeting(given)) return given
  if (contactMethod !== 'whatsapp' || side === 'owner') return null
  const number = whatsAppNumber(given)
  if (!number) return null
  const text = `Hello, this is your ${providerNoun}${petName ? `, about ${petName}` : ''}. Is this a good moment to begin?`
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`
}
