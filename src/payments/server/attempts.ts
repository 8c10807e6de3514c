import { HOUR } from '#/kernel/duration.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { refuse } from '#/payments/contract.ts'
import type { AttemptOpened } from '#/payments/events.ts'
import { chargeHoursBefore, type GatewayName, isPaid } from '#/payments/rules.ts'
import type { AttemptSeen, GatewayOffer, Gateways } from './gateway.ts'
import { pageFor, type WantedMethod } from './pay-page.ts'
import {
  type AttemptToMake,
  findAttempt,
  findAttemptToMake,
  findOpenAttempt,
  isPaused,
  lockPayment,
} from './queries.ts'
import { goneFailure, settle } from './settle.ts'

/** Returns the path that redirects the payer to the gateway's page. */
export const wayTo = (attemptId: string) => `/pay/${attemptId}`

/**
 * Starts an attempt, or continues the open one. A payment has one open attempt at a time, so two tabs or two clicks lead to
 * the same page, and it is paid only once.
 */
export async function startPaying(
  work: ActorWork,
  gateway: GatewayOffer,
  { id: paymentId, ...wanted }: { id: string } & WantedMethod,
): Promise<string> {
  const { db, now, actor } = work
  const payment = await lockPayment(db, paymentId)
  if (payment?.payer_user_id !== actor.userId) return refuseRequest('request.not_found')
  if (isPaid(payment.status)) refuse('payments.already_paid')
  if (payment.closed_at) refuse('payments.closed')
  if (await isPaused(db, paymentId)) refuse('payments.paused')
  if (payment.pay_by && payment.pay_by <= now) refuse('payments.too_late')
  const open = await findOpenAttempt(db, paymentId)
  // While a bank decides or an automatic charge runs, a second attempt could be paid too.
  if (open && (open.status === 'pending' || open.charge_id)) refuse('payments.in_progress')
  const page = await pageFor(work, paymentId, wanted)
  if (open) return wayTo(open.id) + page
  const id = newId<'payment attempt'>()
  await db
    .insertInto('payment_attempts')
    .values({ id, payment_id: paymentId, gateway: gateway.name, status: 'open', created_at: now })
    .execute()
  return wayTo(id) + page
}

/**
 * Begins a due charge: closes an attempt that is open on the payer's screen (which may turn out to be paid), and opens one
 * of its own. The gateway is called only after this commits, so a crash in between is noticed.
 */
export async function beginCharge(work: Work, gateways: Gateways, chargeId: string): Promise<void> {
  const { db, now } = work
  const found = await db
    .selectFrom('charges as c')
    .leftJoin('payment_methods as m', 'm.id', 'c.payment_method_id')
    .select(['c.payment_id', 'm.gateway'])
    .where('c.id', '=', chargeId)
    .executeTakeFirst()
  if (!found) return
  const open = await findOpenAttempt(db, found.payment_id)
  if (open && !open.charge_id) {
    await closeAttempt(work, gateways, open.id)
    const then = await findAttempt(db, open.id)
    // The bank is still deciding about the payer's own attempt.
    if (then && (then.status === 'open' || then.status === 'pending')) return release(work, chargeId)
  }
  const payment = await lockPayment(db, found.payment_id)
  const charge = await db.selectFrom('charges').selectAll().where('id', '=', chargeId).executeTakeFirst()
  if (!payment || charge?.charge_status !== 'pending') return
  if (payment.closed_at || isPaid(payment.status)) return
  if (await isPaused(db, payment.id)) return release(work, chargeId)
  const stillOpen = await findOpenAttempt(db, payment.id)
  if (stillOpen) return stillOpen.charge_id ? undefined : release(work, chargeId)
  const id = newId<'payment attempt'>()
  await db
    .insertInto('payment_attempts')
    .values({
      id,
      payment_id: payment.id,
      charge_id: chargeId,
      payment_method_id: charge.payment_method_id,
      // Charge a method at the gateway that saved it, as long as that one is configured.
      gateway: ((found.gateway && gateways.of(found.gateway)) || gateways.current).name,
      status: 'open',
      created_at: now,
    })
    .execute()
  await work.announce<AttemptOpened>('payments.attempt_opened', { attemptId: id })
}

/** Releases the charge for the next sweep. */
async function release({ db }: Work, chargeId: string): Promise<void> {
  await db.updateTable('charges').set({ begun_at: null }).where('id', '=', chargeId).execute()
}

/** Charges a saved method. A repeat after a crash or a lost answer asks the gateway for the same charge. */
export async function makeAttempt(work: Work, gateways: Gateways, attemptId: string): Promise<void> {
  const attempt = await findAttemptToMake(work.db, attemptId)
  if (attempt?.status !== 'open' || !attempt.charge_id) return
  const gateway = gateways.of(attempt.gateway)
  if (!gateway) return settle(work, attemptId, unasked(attempt))
  if (attempt.gateway_ref) return settle(work, attemptId, await gateway.look(attempt.gateway_ref))
  const payment = await work.db
    .selectFrom('payments')
    .select(['closed_at', 'pay_by'])
    .where('id', '=', attempt.payment_id)
    .executeTakeFirstOrThrow()
  const { token } = attempt
  if (!payment.closed_at && (await isPaused(work.db, attempt.payment_id))) {
    // The attempt stays open until the suspension is lifted, but an earlier call may already have charged it.
    const made = await gateway.findCharge({ attemptId, token })
    return made ? settle(work, attemptId, made) : undefined
  }
  if (!payment.closed_at && token && gateway.chargesByItself && isInTime(gateway, payment.pay_by, work.now))
    return settle(work, attemptId, await gateway.charge({ ...toCollect(attempt), token }))
  // An earlier call may have charged it and lost the answer.
  const made = await gateway.findCharge({ attemptId, token })
  const failure = token ? 'payer_needed' : 'no_method'
  await settle(
    work,
    attemptId,
    made ?? (payment.closed_at ? unseen(attempt, 'closed', null) : unseen(attempt, 'failed', failure)),
  )
}

/** A charge that began too late, for example after a suspension, would be made after the booking has lapsed. */
function isInTime({ charging }: GatewayOffer, payBy: Date | null, now: Date): boolean {
  const notice = ((charging?.hoursBefore ?? chargeHoursBefore) - chargeHoursBefore) * HOUR
  return notice === 0 || payBy === null || now.getTime() + notice <= payBy.getTime()
}

/** Makes sure that an attempt can no longer be paid. A payment that arrived in the meantime counts. */
export async function closeAttempt(work: Work, gateways: Gateways, attemptId: string): Promise<void> {
  const attempt = await findAttemptToMake(work.db, attemptId)
  if (!attempt || (attempt.status !== 'open' && attempt.status !== 'pending')) return
  const gateway = gateways.of(attempt.gateway)
  if (!gateway) return settle(work, attemptId, unasked(attempt))
  if (attempt.gateway_ref) return settle(work, attemptId, await gateway.close(attempt.gateway_ref))
  // An automatic charge in progress is settled by the job that makes it.
  if (!attempt.charge_id) await settle(work, attemptId, unseen(attempt, 'closed', null))
}

export async function lookAtAttempt(
  work: Work,
  gateways: Gateways,
  attemptId: string,
  disputeRef?: string,
): Promise<void> {
  const attempt = await findAttemptToMake(work.db, attemptId)
  if (!attempt) return
  const gateway = gateways.of(attempt.gateway)
  const isOpen = attempt.status === 'open' || attempt.status === 'pending'
  if (!gateway) return isOpen ? settle(work, attemptId, unasked(attempt)) : undefined
  if (attempt.gateway_ref) return settle(work, attemptId, await gateway.look(attempt.gateway_ref, disputeRef))
  if (!attempt.charge_id) return
  if (isOpen) return makeAttempt(work, gateways, attemptId)
  const made = await gateway.findCharge({ attemptId, token: attempt.token })
  if (made) await settle(work, attemptId, made)
}

/** Looks at the attempt whose page a payment was made on, such as one that a bank confirms after the page was closed. */
export async function lookAtPageOf(
  work: Work,
  gateways: Gateways,
  { gateway, ref }: { gateway: GatewayName; ref: string },
): Promise<void> {
  const page = await gateways.of(gateway)?.pageOf?.(ref)
  if (!page) return
  const attempt = await work.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('gateway', '=', gateway)
    .where('gateway_ref', '=', page)
    .executeTakeFirst()
  if (attempt) await lookAtAttempt(work, gateways, attempt.id)
}

export function toCollect(attempt: AttemptToMake) {
  return {
    attemptId: attempt.id,
    amount: attempt.amount,
    currency: attempt.currency,
    description: attempt.description,
    payer: {
      userId: attempt.payer_user_id,
      name: attempt.payer_name,
      email: attempt.payer_email,
      phone: attempt.payer_phone,
    },
  }
}

/** Describes an attempt that never reached the gateway. */
function unseen(
  { amount, currency }: AttemptToMake,
  state: 'closed' | 'failed',
  failure: string | null,
): Omit<AttemptSeen, 'ref'> & { ref: null } {
  return { ref: null, state, amount, currency, paidAt: null, method: null, failure, disputes: [] }
}

/**
 * Describes an attempt whose gateway is no longer configured. An automatic charge or a pending attempt fails, so that the
 * payer is told; any other closes, so that they can pay through the current gateway.
 */
function unasked(attempt: AttemptToMake): Omit<AttemptSeen, 'ref'> & { ref: string | null } {
  const wasPromised = attempt.charge_id !== null || attempt.status === 'pending'
  return { ...unseen(attempt, wasPromised ? 'failed' : 'closed', goneFailure), ref: attempt.gateway_ref }
}
