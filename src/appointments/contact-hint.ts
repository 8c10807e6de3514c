import { isPhoneNumber } from '#/kernel/phone.ts'
import type { ContactMethod } from './shapes.ts'

/** Returns a hint about a doubtful number or link. Nothing is refused for it. */
export function contactHint(method: ContactMethod, link: string): string | null {
  const text = link.trim()
  if (text === '') return null
  if (method === 'whatsapp')
    return text.startsWith('+') && isPhoneNumber(text)
      ? null
      : 'Does it have the country code, like +91 98123 45678?'
  return /^https:\/\/\S+\.\S+/.test(text) ? null : 'A meeting link usually begins with https://'
}
