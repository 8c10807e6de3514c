import { DAY, MINUTE } from '#/kernel/duration.ts'
import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import type { Log } from '#/kernel/server/log.ts'
import type { AnnouncedEvent, Work } from '#/kernel/server/work.ts'
import type {
  AttemptOpened,
  AttemptToClose,
  AttemptToLookAt,
  ChargeDue,
  MethodToForget,
  MoneyBackToFind,
  MovementsToRead,
  PaymentLapsed,
  PaymentToPlace,
  RefundDue,
  SetupToLookAt,
  TimeToPayOver,
} from '#/payments/events.ts'
import { isPaid, minutesToFinish } from '#/payments/rules.ts'
import { beginCharge, closeAttempt, lookAtAttempt, lookAtPageOf, makeAttempt } from './attempts.ts'
import { forgetMethod } from './forget.ts'
import { GatewayAway, GatewayRefused, type Gateways } from './gateway.ts'
import { findMoneyBack, hasUnknownRefund } from './hand-refunds.ts'
import { settleSetup } from './methods.ts'
import { readMovements } from './movements.ts'
import { findOpenAttempt, lockPayment } from './queries.ts'
import { isDropped, settleRefund } from './refunds.ts'

/** All gateway calls run on their own queue, so a gateway that hangs delays only payments. */
export function gatewaySubscribers(gateways: Gateways, log: Log): Subscriber[] {
  const ask = <Event extends AnnouncedEvent>(
    event: Event['name'],
    handle: (work: Work, data: Event['data']) => Promise<void>,
  ): Subscriber => ({ ...subscriber<Event>(event, event, handle), queue: 'gateway' })

  return [
    ask<AttemptOpened>('payments.attempt_opened', (work, { attemptId }) =>
      makeAttempt(work, gateways, attemptId),
    ),
    ask<AttemptToClose>('payments.attempt_to_close', (work, { attemptId }) =>
      closeAttempt(work, gateways, attemptId),
    ),
    ask<AttemptToLookAt>('payments.attempt_to_look_at', (work, { attemptId, disputeRef }) =>
      lookAtAttempt(work, gateways, attemptId, disputeRef),
    ),
    ask<PaymentToPlace>('payments.payment_to_place', (work, payment) =>
      lookAtPageOf(work, gateways, payment),
    ),
    {
      ...ask<ChargeDue>('payments.charge_due', (work, { chargeId }) => beginCharge(work, gateways, chargeId)),
      isBulk: true,
    },
    ask<TimeToPayOver>('payments.time_over', (work, { paymentId }) =>
      endTimeToPay(work, gateways, log, paymentId),
    ),
    ask<RefundDue>('payments.refund_due', (work, { refundId }) => sendRefund(work, gateways, log, refundId)),
    ask<MoneyBackToFind>('payments.money_back_to_find', (work, { gateway }) =>
      findMoneyBack(work, gateways, gateway),
    ),
    ask<MovementsToRead>('payments.movements_to_read', (work, movements) =>
      readMovements(work, gateways, movements),
    ),
    ask<SetupToLookAt>('payments.setup_to_look_at', (work, { setupId }) =>
      lookAtSetup(work, gateways, log, setupId),
    ),
    ask<MethodToForget>('payments.method_to_forget', (work, method) => forgetMethod(work, gateways, method)),
  ]
}

/**
 * Asks the gateway a last time before a booking lapses: a payment made in time but not reported yet still counts. The
 * sweep comes again for one that the bank is deciding about.
 */
async function endTimeToPay(work: Work, gateways: Gateways, log: Log, paymentId: string): Promise<void> {
  const { db, now, announce } = work
  const open = await findOpenAttempt(db, paymentId)
  if (open)
    await closeAttempt(work, gateways, open.id).catch((error) => {
      // The slot is released even if the gateway doesn't answer; a payment that did arrive is refunded.
      if (!(error instanceof GatewayAway)) throw error
      log.warn({ paymentId, error: String(error) }, 'time to pay ended without an answer of the gateway')
    })
  const payment = await lockPayment(db, paymentId)
  if (!payment || payment.closed_at || isPaid(payment.status)) return
  const deciding = await findOpenAttempt(db, paymentId)
  const isWithBank = deciding?.status === 'pending' || deciding?.charge_id
  const until = Math.max(payment.pay_by?.getTime() ?? 0, deciding?.decides_by?.getTime() ?? 0)
  if (isWithBank && now.getTime() < until + minutesToFinish * MINUTE) return
  await announce<PaymentLapsed>('payments.lapsed', { paymentId })
}

function asRefused(error: unknown): GatewayRefused {
  if (error instanceof GatewayRefused) return error
  throw error
}

async function sendRefund(work: Work, gateways: Gateways, log: Log, refundId: string): Promise<void> {
  const refund = await work.db
    .selectFrom('refunds as r')
    .innerJoin('payment_attempts as t', 't.id', 'r.attempt_id')
    .where('r.id', '=', refundId)
    .select([
      'r.status',
      'r.failure',
      'r.gateway_ref',
      'r.tries',
      'r.amount',
      'r.currency',
      'r.attempt_id',
      't.gateway',
      't.gateway_ref as attempt_ref',
    ])
    .executeTakeFirst()
  if (!refund || (refund.status === 'returned' && !isDropped(refund))) return
  const { gateway_ref: ref, tries, amount, currency, attempt_ref: attemptRef } = refund
  if (!ref && refund.status !== 'pending') return
  const gateway = gateways.of(refund.gateway)
  if (!gateway) {
    // Leave it as it is, because it may have been sent; the sweep tries again.
    log.warn({ refundId, gateway: refund.gateway }, 'refund waits for a gateway whose keys are not set')
    return
  }
  if (!ref) {
    const found = await gateway.look(attemptRef!).catch(asRefused)
    // Nothing was sent under this name, so it can fail like a refused refund, and an administrator decides.
    if (found instanceof GatewayRefused)
      return settleRefund(work, { refundId, tries }, { ref: '', state: 'failed', failure: found.code })
    const { refunds = [] } = found
    // One made in the dashboard may be meant as this one: it is recorded first, and the sweep sends what is still owed.
    if (await hasUnknownRefund(work.db, refund.attempt_id, refunds))
      return work.announce<AttemptToLookAt>('payments.attempt_to_look_at', { attemptId: refund.attempt_id })
    // Another job may have recorded that one while we asked the gateway, and dropped ours.
    const { status } = await work.db
      .selectFrom('refunds')
      .select('status')
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow()
    if (status !== 'pending') return
  }
  const seen = ref
    ? await gateway.lookAtRefund(ref).catch(asRefused)
    : await gateway.refund({ refundId, tries, attemptRef: attemptRef!, amount, currency })
  if (seen instanceof GatewayRefused) {
    // Its account may have changed. The gateway had taken the refund, so it counts as on its way; the sweep asks again.
    log.error({ refundId, failure: seen.code }, 'the gateway doesn’t know a refund that it had taken')
    await work.db.updateTable('refunds').set({ looked_at: work.now }).where('id', '=', refundId).execute()
    return
  }
  await settleRefund(work, { refundId, tries }, seen)
  if (seen.state !== 'failed') return
  log.warn({ refundId, failure: seen.failure }, 'refund failed')
  // It may have been refunded in the gateway's dashboard.
  await work.announce<AttemptToLookAt>('payments.attempt_to_look_at', { attemptId: refund.attempt_id })
}

/** A page is opened within a day, and open for another one. By then its payer's bank has decided too. */
const longestSetup = 3 * DAY

/** Asks how saving a method ended. After three days it has failed, whatever the gateway answers, if at all. */
async function lookAtSetup(work: Work, gateways: Gateways, log: Log, setupId: string): Promise<void> {
  const setup = await work.db
    .selectFrom('payment_setups')
    .select(['status', 'gateway', 'gateway_ref', 'created_at'])
    .where('id', '=', setupId)
    .executeTakeFirst()
  if (setup?.status !== 'open' || !setup.gateway_ref) return
  const { gateway: name, gateway_ref: ref, created_at: createdAt } = setup
  const gateway = gateways.of(name)
  const gone = { ref, state: 'failed' as const, method: null }
  const isLast = work.now.getTime() - createdAt.getTime() >= longestSetup
  const seen = await gateway?.lookAtSetup(ref).catch((error) => {
    if (!isLast || !(error instanceof GatewayAway || error instanceof GatewayRefused)) throw error
    log.warn({ setupId, error: String(error) }, 'saving a method ended without an answer of the gateway')
    return gone
  })
  const isGivenUp = !seen || (isLast && seen.state === 'open')
  await settleSetup(work, gateways.current, setupId, isGivenUp ? gone : seen)
}
