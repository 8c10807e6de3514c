import type { paymentsErrors } from './contract.ts'
import type { RefundStatus } from './rules.ts'

export const paymentsText: Readonly<Record<keyof typeof paymentsErrors, string>> = {
  'payments.already_paid': 'This is already paid. You won’t be charged again.',
  'payments.in_progress':
    'Your payment is being processed. Please don’t pay again; we’ll tell you how it went.',
  'payments.closed': 'There’s nothing left to pay here.',
  'payments.too_late': 'It’s too late to pay, and the appointment has expired. Please book a new one.',
  'payments.paused':
    'You can’t pay this now because the provider or seller isn’t available at the moment. You haven’t been charged.',
  'payments.method_in_use':
    'An upcoming payment will be charged to this method. Please choose another method for it first.',
  'payments.method_not_found': 'We couldn’t find this payment method. Please choose another.',
  'payments.method_not_offered': 'This kind of payment method isn’t available here. Please choose another.',
  'payments.method_not_usable': 'This payment method can no longer be charged here. Please add another.',
  'payments.nothing_ready': 'That’s more than is ready to be paid out. Please enter a lower amount.',
  'payments.not_paid': 'This isn’t paid, so there’s nothing to refund.',
  'payments.no_money_moved':
    'This was paid in the sandbox, where no money moves, so there’s nothing to refund.',
  'payments.refund_too_low': 'Banks don’t send less than ₹1. Please enter at least ₹1.',
  'payments.refund_too_high': 'That’s more than is left to refund. Please enter a lower amount.',
  'payments.refundable_changed': 'The amount left to refund has changed. Please check it and try again.',
  'payments.part_needed':
    'This order has several sellers. Please say whose part of it you’re refunding, and refund each part separately.',
  'payments.part_not_found': 'This payment has no such part. Please choose one of its order’s parts.',
  'payments.refund_not_waiting': 'This refund no longer needs a decision.',
  'payments.disputed':
    'The payer’s bank is deciding a dispute about this payment, and may return the money itself. Please wait for its decision.',
  'payments.too_many_methods': 'You can’t save any more payment methods. Please remove one first.',
}

/** Explains the next step to each reader while a payer's bank decides a dispute. */
export const disputeNextText = {
  owner:
    'You disputed this payment, and your bank has taken it back for now. It usually decides within a few weeks. We can’t refund the payment until then.',
  provider:
    'The owner’s bank has taken this payment back for now. It usually decides within a few weeks. You’ll be paid if it decides in your favour. There’s nothing you need to do.',
  desk: 'While a dispute is open, the payer’s bank has the money, so none of it is paid out or refunded. Answer the dispute in the gateway’s dashboard before its deadline.',
} as const

export const refundText: Readonly<Record<RefundStatus, string>> = {
  pending: 'On its way back',
  failed: 'On its way back',
  succeeded: 'Refunded',
  closed: 'Taken back by your bank',
}

export const sandboxText = 'Sandbox: no money moved.'

export const paymentFailedText = 'There was an issue processing your payment. Please try again.'

/** Gateways and banks have hundreds of failure codes; these sentences tell a payer what to do. */
const failures: readonly [RegExp, string][] = [
  [/insufficient/, 'There isn’t enough money in the account.'],
  [/expired/, 'The card has expired.'],
  [/cvc|cvv|incorrect_(number|pin|otp)|invalid_(number|vpa|card|upi)/, 'Some of the details were incorrect.'],
  [/authentication|otp|payer_needed/, 'Your bank needs you to confirm the payment yourself.'],
  [/cancel/, 'The payment was cancelled.'],
  [/time(d_)?_?out/, 'The bank didn’t respond in time.'],
  [/limit/, 'The amount is above the limit of the card or account.'],
  [/no_method/, 'The saved payment method no longer exists.'],
  [/gateway_gone/, 'The payment service we used is no longer available.'],
]

/** Returns the reason for a failed payment, as a sentence. */
export function failureText(failure: string | null): string {
  const known = failures.find(([word]) => word.test(failure ?? ''))
  return known?.[1] ?? 'The bank declined the payment.'
}

export const methodsFailedText = 'Failed to load payment methods.'

export const troubleText = {
  unreachable:
    'The payment service isn’t responding. You haven’t been charged. Please try again in a moment.',
  refused: 'The payment service refused this payment. You haven’t been charged. Please contact us.',
} as const
export type Trouble = keyof typeof troubleText

/** Reads what kept the gateway's page from opening, as `/pay/…` puts it into the address. */
export const troubleIn = (params: URLSearchParams) =>
  (Object.keys(troubleText) as Trouble[]).find((name) => params.has(name))
