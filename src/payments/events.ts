import type { GatewayName } from './rules.ts'

/** Announced when the payment arrived and the booking still stands. */
export type PaymentSucceeded = { name: 'payments.succeeded'; data: { paymentId: string } }

/** `automatic`: nobody was there to pay; `wasPending`: the payer may have left, as the bank hadn't decided yet. */
export type PaymentFailed = {
  name: 'payments.failed'
  data: { paymentId: string; attemptId: string; automatic: boolean; wasPending: boolean }
}

export type PaymentLapsed = { name: 'payments.lapsed'; data: { paymentId: string } }

/** `isLate`: the payment arrived after the booking was over; `byDesk`: the payer already knows. */
export type PaymentRefunded = {
  name: 'payments.refunded'
  data: { paymentId: string; refundId: string; isLate: boolean; byDesk: boolean }
}

export type RefundGranted = { name: 'payments.refund_granted'; data: { paymentId: string; refundId: string } }

/** The payer's bank returned a refund; it is sent again. */
export type RefundReturned = {
  name: 'payments.refund_returned'
  /** `isStuck`: it came back before, and waits for an administrator. */
  data: { paymentId: string; refundId: string; isStuck: boolean }
}

/** The payer's bank has decided a dispute for the payer, and keeps the money. */
export type DisputeLost = { name: 'payments.dispute_lost'; data: { paymentId: string; disputeId: string } }

/** Announced when the payer removed a saved method and chose another one for what would have been charged to it. */
export type MethodReplaced = {
  name: 'payments.method_replaced'
  data: { methodId: string; replacementId: string }
}

/** The rest are internal to payments: work for the gateway queue. */
export type AttemptOpened = { name: 'payments.attempt_opened'; data: { attemptId: string } }
export type AttemptToClose = { name: 'payments.attempt_to_close'; data: { attemptId: string } }
export type AttemptToLookAt = {
  name: 'payments.attempt_to_look_at'
  data: { attemptId: string; disputeRef?: string }
}
export type PaymentToPlace = {
  name: 'payments.payment_to_place'
  data: { gateway: GatewayName; ref: string }
}
export type MoneyBackToFind = { name: 'payments.money_back_to_find'; data: { gateway: string } }
export type MovementsToRead = {
  name: 'payments.movements_to_read'
  data: { gateway: string; from: string }
}
export type ChargeDue = { name: 'payments.charge_due'; data: { chargeId: string } }
export type TimeToPayOver = { name: 'payments.time_over'; data: { paymentId: string } }
export type RefundDue = { name: 'payments.refund_due'; data: { refundId: string } }
export type SetupToLookAt = { name: 'payments.setup_to_look_at'; data: { setupId: string } }
export type MethodToForget = {
  name: 'payments.method_to_forget'
  data: { gateway: GatewayName; token: string }
}
