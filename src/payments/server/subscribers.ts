import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import type { Log } from '#/kernel/server/log.ts'
import type { AnnouncedEvent, Work } from '#/kernel/server/work.ts'
import type {
  AttemptOpened,
  AttemptToClose,
  AttemptToLookAt,
  ChargeDue,
  MethodToForget,
  PaymentLapsed,
  RefundDue,
  SetupToLookAt,
  TimeToPayOver,
} from '../events.ts'
import { isPaid, type PaymentStatus } from '../rules.ts'
import { beginCharge, closeAttempt, lookAtAttempt, makeAttempt } from './attempts.ts'
import { forgetMethod } from './forget.ts'
import { type Gateway, GatewayAway } from './gateway.ts'
import { settleSetup } from './methods.ts'
import { findOpenAttempt, lockPayment } from './queries.ts'
import { settleRefund } from './refunds.ts'

/** All that asks the gateway something, on a queue of its own: one that hangs holds up nothing but payments. */
export function gatewaySubscribers(gateway: Gateway, log: Log): Subscriber[] {
  const ask = <Event extends AnnouncedEvent>(
    event: Event['name'],
    handle: (work: Work, data: Event['data']) => Promise<void>,
  ): Subscriber => ({ ...subscriber<Event>(event, event, handle), queue: 'gateway' })

  return [
    ask<AttemptOpened>('payments.attempt_opened', (work, { attemptId }) =>
      makeAttempt(work, gateway, attemptId),
    ),
    ask<AttemptToClose>('payments.attempt_to_close', (work, { attemptId }) =>
      closeAttempt(work, gateway, attemptId),
    ),
    ask<AttemptToLookAt>('payments.attempt_to_look_at', (work, { attemptId }) =>
      lookAtAttempt(work, gateway, attemptId),
    ),
    ask<ChargeDue>('payments.charge_due', (work, { chargeId }) => beginCharge(work, gateway, chargeId)),
    ask<TimeToPayOver>('payments.time_over', (work, { paymentId }) =>
      endTimeToPay(work, gateway, log, paymentId),
    ),
    ask<RefundDue>('payments.refund_due', (work, { refundId }) => sendRefund(work, gateway, refundId)),
    ask<SetupToLookAt>('payments.setup_to_look_at', (work, { setupId }) =>
      lookAtSetup(work, gateway, setupId),
    ),
    ask<MethodToForget>('payments.method_to_forget', (work, method) => forgetMethod(work, gateway, method)),
  ]
}

/** The last look before a booking is given up: what was paid in time, and not told of yet, still counts. */
async function endTimeToPay(work: Work, gateway: Gateway, log: Log, paymentId: string): Promise<void> {
  const { db, announce } = work
  const open = await findOpenAttempt(db, paymentId)
  if (open)
    await closeAttempt(work, gateway, open.id).catch((error) => {
      // Whose time was taken does not wait for the gateway; what did come in goes back.
      if (!(error instanceof GatewayAway)) throw error
      log.warn({ paymentId, error: String(error) }, 'time to pay ended without an answer of the gateway')
    })
  const payment = await lockPayment(db, paymentId)
  if (!payment || payment.closed_at || isPaid(payment.status as PaymentStatus)) return
  await announce<PaymentLapsed>('payments.lapsed', { paymentId })
}

async function sendRefund(work: Work, gateway: Gateway, refundId: string): Promise<void> {
  const refund = await work.db
    .selectFrom('refunds as r')
    .innerJoin('payment_attempts as t', 't.id', 'r.attempt_id')
    .where('r.id', '=', refundId)
    .select([
      'r.status',
      'r.gateway_ref',
      'r.tries',
      'r.amount',
      'r.currency',
      't.gateway_ref as attempt_ref',
    ])
    .executeTakeFirst()
  if (refund?.status !== 'pending') return
  const { gateway_ref: ref, tries, amount, currency, attempt_ref: attemptRef } = refund
  const seen = ref
    ? await gateway.lookAtRefund(ref)
    : await gateway.refund({ refundId, tries, attemptRef: attemptRef!, amount, currency })
  await settleRefund(work, refundId, seen)
}

async function lookAtSetup(work: Work, gateway: Gateway, setupId: string): Promise<void> {
  const setup = await work.db
    .selectFrom('payment_setups')
    .select(['status', 'gateway_ref'])
    .where('id', '=', setupId)
    .executeTakeFirst()
  if (setup?.status !== 'open' || !setup.gateway_ref) return
  await settleSetup(work, setupId, await gateway.lookAtSetup(setup.gateway_ref))
}
