import type { paymentsErrors } from './contract.ts'
import type { RefundStatus } from './rules.ts'

export const paymentsText: Readonly<Record<keyof typeof paymentsErrors, string>> = {
  'payments.already_paid': 'This is paid already. Nothing more is charged.',
  'payments.in_progress': 'A payment is being processed. Please do not pay again; we tell you how it ended.',
  'payments.closed': 'There is nothing to pay here any more.',
  'payments.too_late': 'The time to pay is over, and the time you had chosen is free again.',
  'payments.method_in_use': 'A payment to come is charged to this method. Choose another for it first.',
  'payments.method_not_found': 'This payment method could not be found. Please choose another.',
  'payments.method_not_offered': 'This kind of payment method is not offered here.',
  'payments.method_not_usable': 'This payment method cannot be charged here any more. Please add another.',
  'payments.nothing_ready': 'Less than that is ready to be paid out now.',
  'payments.too_many_methods': 'You have saved as many payment methods as we keep. Please remove one first.',
}

export const refundText: Readonly<Record<RefundStatus, string>> = {
  pending: 'On its way back',
  failed: 'On its way back',
  succeeded: 'Refunded',
  closed: 'Taken back by your bank',
}

export const methodsFailedText = 'Failed to load payment methods.'
