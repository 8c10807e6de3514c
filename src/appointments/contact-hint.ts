import { isPhoneNumber } from '#/kernel/phone.ts'
import { isMeeting } from './join.ts'
import type { ContactMethod } from './shapes.ts'

/** Returns a hint about a number without its country code, or a text that isn't a meeting's link. Both can be booked with. */
export function contactHint(method: ContactMethod, link: string): string | null {
  const text = link.trim()
  if (text === '' || isMeeting(text)) return null
  if (method !== 'whatsapp')
    return 'A Zoom or Google Meet link begins with https://. Other text is shown as it is, without a Join button.'
  return text.startsWith('+') && isPhoneNumber(text)
    ? null
    : 'Does it have the country code, like +91 98123 45678?'
}
