import { isPhoneNumber } from '#/kernel/phone.ts'
import { isReachable } from './join.ts'
import type { ContactMethod } from './shapes.ts'

/** Returns a hint about a doubtful number, or about a link that would be refused. */
export function contactHint(method: ContactMethod, link: string): string | null {
  const text = link.trim()
  if (text === '') return null
  if (method === 'whatsapp')
    return text.startsWith('+') && isPhoneNumber(text)
      ? null
      : 'Does it have the country code, like +91 98123 45678?'
  if (isReachable(method, text)) return null
  return method === 'zoom'
    ? 'A Zoom link begins with https:// and is at zoom.us'
    : 'A Google Meet link begins with https://meet.google.com/'
}
