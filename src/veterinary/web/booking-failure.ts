import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { veterinaryText } from '../text.ts'

/** Refusals that ask for another time, and are said beside the times. */
const aboutTime = new Set([
  'booking.slot_taken',
  'booking.not_a_slot',
  'booking.holiday',
  'booking.past',
  'booking.too_soon',
  'booking.outside_window',
])

export type BookingFailure = {
  text: string
  place: 'time' | 'end'
  toast: boolean
  /** Where one can do what is missing. */
  way?: { to: string; label: string }
}

/** What to say of a booking that did not happen, and where: what the form cannot mend is a toast as well. */
export function bookingFailure(error: unknown): BookingFailure {
  const code = errorCode(error)
  if (aboutTime.has(code)) return { text: errorText(error, veterinaryText), place: 'time', toast: false }
  if (code === 'veterinary.phone_needed')
    return {
      text: errorText(error, veterinaryText),
      place: 'end',
      toast: false,
      way: { to: '/edit-profile#ways-in', label: 'Confirm a phone number' },
    }
  if (code in veterinaryText) return { text: errorText(error, veterinaryText), place: 'end', toast: false }
  const general = code === 'request.too_many' || code === 'request.signed_out'
  const text = general ? errorText(error) : 'Failed to book appointment. Please try again.'
  return { text, place: 'end', toast: true }
}
