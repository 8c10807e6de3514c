/** What was to be paid is paid, and what it was for still stands. */
export type PaymentSucceeded = { name: 'payments.succeeded'; data: { paymentId: string } }

/** An attempt to pay failed; `automatic` when nobody was there. */
export type PaymentFailed = { name: 'payments.failed'; data: { paymentId: string; automatic: boolean } }

/** The time to pay is over, and nothing came in. */
export type PaymentLapsed = { name: 'payments.lapsed'; data: { paymentId: string } }

/** Money went back to who had paid it. `isLate`: it had come in when what it was for was over; `byDesk`: they know already. */
export type PaymentRefunded = {
  name: 'payments.refunded'
  data: { paymentId: string; refundId: string; isLate: boolean; byDesk: boolean }
}

/** An administrator decided on a refund. */
export type RefundGranted = { name: 'payments.refund_granted'; data: { paymentId: string; refundId: string } }

/** A refund came back from the payer's bank; it is sent again. */
export type RefundReturned = {
  name: 'payments.refund_returned'
  data: { paymentId: string; refundId: string }
}

/** Inside payments: something is to be said to or asked of the gateway. */
export type AttemptOpened = { name: 'payments.attempt_opened'; data: { attemptId: string } }
export type AttemptToClose = { name: 'payments.attempt_to_close'; data: { attemptId: string } }
export type AttemptToLookAt = { name: 'payments.attempt_to_look_at'; data: { attemptId: string } }
export type ChargeDue = { name: 'payments.charge_due'; data: { chargeId: string } }
export type TimeToPayOver = { name: 'payments.time_over'; data: { paymentId: string } }
export type RefundDue = { name: 'payments.refund_due'; data: { refundId: string } }
export type SetupToLookAt = { name: 'payments.setup_to_look_at'; data: { setupId: string } }
export type MethodToForget = {
  name: 'payments.method_to_forget'
  data: { gateway: string; token: string }
}
