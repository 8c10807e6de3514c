import { loginSettingsPath } from '#/accounts/rules.ts'
import { formatMoney, type Money } from '#/kernel/money.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'

const aboutTime = new Set([
  'booking.slot_taken',
  'booking.not_a_slot',
  'booking.holiday',
  'booking.past',
  'booking.too_soon',
  'booking.outside_window',
  'appointments.bank_deciding',
])

/** Tells whether a refusal asks for another time. */
export const isAboutTime = (error: unknown) => aboutTime.has(errorCode(error))

export type BookingFailure = {
  text: string
  place: 'time' | 'end'
  /** Shown as a toast as well. */
  toast: string | null
  /** A link to the missing part. */
  way?: { to: string; label: string }
}

const failedText = 'Failed to book appointment. Please try again.'

/**
 * Returns the message about a failed booking, in its trade's sentences, and where to show it. `failed` is for
 * unforeseen errors. Lost times and failures that the form can't fix get a toast as well.
 */
export function bookingFailure(
  error: unknown,
  texts: Readonly<Record<string, string>>,
  failed = failedText,
): BookingFailure {
  const code = errorCode(error)
  const text = errorText(error, texts)
  if (isAboutTime(error)) return { text, place: 'time', toast: `${failed} ${text}` }
  if (code === 'appointments.phone_needed')
    return {
      text,
      place: 'end',
      toast: null,
      way: { to: loginSettingsPath, label: 'Confirm a phone number' },
    }
  if (code === 'appointments.unconfirmed')
    return { text, place: 'end', toast: null, way: { to: loginSettingsPath, label: 'Confirm address' } }
  if (code === 'appointments.price_changed')
    return { text: [text, newPrice(error)].filter(Boolean).join(' '), place: 'end', toast: null }
  if (code in texts) return { text, place: 'end', toast: null }
  const general = code === 'request.too_many' || code === 'request.signed_out' ? errorText(error) : failed
  return { text: general, place: 'end', toast: general }
}

/** Returns a sentence with the price that the refusal contains. */
function newPrice(error: unknown): string | null {
  const { data } = error as { data?: { price?: Money } }
  return data?.price ? `It’s now ${formatMoney(data.price)}.` : null
}
