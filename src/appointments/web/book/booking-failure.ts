import { loginSettingsPath } from '#/accounts/rules.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'

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
  /** Said in a toast as well. */
  toast: string | null
  /** Where one can do what is missing. */
  way?: { to: string; label: string }
}

const failed = 'Failed to book appointment. Please try again.'

/**
 * What to say of a booking that failed, in the sentences of its trade, and where: a time that is lost and what the form
 * cannot mend are a toast as well.
 */
export function bookingFailure(error: unknown, texts: Readonly<Record<string, string>>): BookingFailure {
  const code = errorCode(error)
  const text = errorText(error, texts)
  if (aboutTime.has(code)) return { text, place: 'time', toast: `${failed} ${text}` }
  if (code === 'appointments.phone_needed')
    return {
      text,
      place: 'end',
      toast: null,
      way: { to: loginSettingsPath, label: 'Confirm a phone number' },
    }
  if (code === 'appointments.unconfirmed')
    return { text, place: 'end', toast: null, way: { to: loginSettingsPath, label: 'Confirm address' } }
  if (code in texts) return { text, place: 'end', toast: null }
  const general = code === 'request.too_many' || code === 'request.signed_out' ? errorText(error) : failed
  return { text: general, place: 'end', toast: general }
}
