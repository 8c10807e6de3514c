import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import { hint } from '#/kernel/server/live.ts'
import type { AnnouncedEvent } from '#/kernel/server/work.ts'
import type { PaymentFailed, PaymentLapsed, PaymentRefunded, PaymentSucceeded } from '#/payments/events.ts'

type OfPayment = AnnouncedEvent & { data: { paymentId: string } }

/** Tells the payer's open pages that a payment changed. */
const hintPayer = <Event extends OfPayment>(event: Event['name']): Subscriber =>
  subscriber<Event>(event, `${event}.hint-payer`, async ({ db }, { paymentId }) => {
    const payment = await db
      .selectFrom('payments')
      .select('payer_user_id')
      .where('id', '=', paymentId)
      .executeTakeFirst()
    if (payment) await hint(db, [payment.payer_user_id], 'payments')
  })

export const paymentHints: Subscriber[] = [
  hintPayer<PaymentSucceeded>('payments.succeeded'),
  hintPayer<PaymentFailed>('payments.failed'),
  hintPayer<PaymentLapsed>('payments.lapsed'),
  hintPayer<PaymentRefunded>('payments.refunded'),
]
