import type { paymentsErrors } from './contract.ts'
import type { RefundStatus } from './rules.ts'

export const paymentsText: Readonly<Record<keyof typeof paymentsErrors, string>> = {
  'payments.already_paid': 'This is paid already. Nothing more is charged.',
  'payments.in_progress': 'A payment is being processed. Please do not pay again; we tell you how it ended.',
  'payments.closed': 'There is nothing to pay here any more.',
  'payments.too_late': 'The time to pay is over, and the appointment has expired.',
  'payments.paused': 'This can’t be paid now: the other side’s account is suspended.',
  'payments.method_in_use': 'A payment to come is charged to this method. Choose another for it first.',
  'payments.method_not_found': 'This payment method could not be found. Please choose another.',
  'payments.method_not_offered': 'This kind of payment method is not offered here.',
  'payments.method_not_usable': 'This payment method cannot be charged here any more. Please add another.',
  'payments.nothing_ready': 'Less than that is ready to be paid out now.',
  'payments.not_paid': 'This isn’t paid, so there is nothing to refund.',
  'payments.no_money_moved': 'This was paid in the sandbox: no money moved, so there is nothing to refund.',
  'payments.refund_too_high': 'Less than that is left to refund. Please check the amount.',
  'payments.too_many_methods': 'You have saved as many payment methods as we keep. Please remove one first.',
}

/** What happens next while a payer's bank decides about a dispute, for each who reads of it. */
export const disputeNextText = {
  owner:
    'You disputed this payment, and your bank took it back for now. It usually decides within a few weeks; we can’t refund it meanwhile.',
  vet: 'The owner’s bank took this payment back for now. It usually decides within a few weeks; you’re paid if it decides for you. There’s nothing you need to do.',
  desk: 'While a dispute is open, the payer’s bank has the money: none of it is paid out or refunded. Answer it in the gateway’s dashboard before its deadline.',
} as const

export const refundText: Readonly<Record<RefundStatus, string>> = {
  pending: 'On its way back',
  failed: 'On its way back',
  succeeded: 'Refunded',
  closed: 'Taken back by your bank',
}

/** Of what was paid in the sandbox, on the page and on its receipt. */
export const sandboxText = 'Sandbox: no money moved.'

export const paymentFailedText = 'There was an issue processing your payment. Please try again.'

/** Words of gateways and banks, of which each has hundreds: the ones that tell a payer what to do. */
const failures: readonly [RegExp, string][] = [
  [/insufficient/, 'There is not enough money in the account.'],
  [/expired/, 'The card has expired.'],
  [/cvc|cvv|incorrect_(number|pin|otp)|invalid_(number|vpa|card|upi)/, 'A number was not entered correctly.'],
  [/authentication|otp|payer_needed/, 'Your bank wants you to confirm it yourself.'],
  [/cancel/, 'The payment was cancelled.'],
  [/time(d_)?_?out/, 'The bank did not answer in time.'],
  [/limit/, 'It is above the limit of the card or the account.'],
  [/no_method/, 'The saved payment method is no longer there.'],
  [/gateway_gone/, 'The payment service we used then can no longer be reached.'],
]

/** Why a payment failed, in a sentence. */
export function failureText(failure: string | null): string {
  const known = failures.find(([word]) => word.test(failure ?? ''))
  return known?.[1] ?? 'The bank declined it.'
}

export const methodsFailedText = 'Failed to load payment methods.'
