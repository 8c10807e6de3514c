import type { AppointmentStatus } from './rules.ts'

const minute = 60_000
export const joinMinutesBefore = 10

type Joinable = { status: AppointmentStatus; startsAt: Date; endsAt: Date; joinUrl: string | null }

export function mayJoin({ status, startsAt, endsAt, joinUrl }: Joinable, now: Date): boolean {
  const opensAt = startsAt.getTime() - joinMinutesBefore * minute
  return status === 'confirmed' && joinUrl !== null && opensAt <= now.getTime() && now < endsAt
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
  if (contactMethod === 'zoom' || contactMethod === 'google_meet')
    return /^https:\/\/[^\s]+$/.test(given) && URL.canParse(given) ? given : null
  if (contactMethod !== 'whatsapp' || side === 'owner') return null
  const digits = given.replace(/\D/g, '')
  // A number without a country code is Indian.
  const number = given.startsWith('+') ? digits : digits.length === 10 ? `91${digits}` : digits
  if (number.length < 8 || number.length > 15) return null
  const text = `Hello, this is your ${providerNoun}${petName ? `, about ${petName}` : ''}. Is this a good moment to begin?`
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`
}
