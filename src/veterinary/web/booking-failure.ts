import { unknownErrorText } from '#/kernel/text.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { veterinaryText } from '../text.ts'

const failedText = 'Failed to book appointment. Please try again.'

/** What to say of a booking that did not happen; `inline` when the form itself is the place for it, without a toast. */
export function bookingFailure(error: unknown): { text: string; inline: boolean } {
  const code = errorCode(error)
  if (code in veterinaryText) return { text: errorText(error, veterinaryText), inline: true }
  const general = code === 'request.too_many' || code === 'request.signed_out'
  return { text: general ? errorText(error, {}, unknownErrorText) : failedText, inline: false }
}
