import { sql } from 'kysely'
import type { openWorld } from '#/app/testing/world.ts'
import type { Work } from '#/kernel/server/work.ts'
import { withdrawn } from './gateway.ts'
import { settleRefund } from './refunds.ts'
import { settle } from './settle.ts'

type World = Pick<Awaited<ReturnType<typeof openWorld>>, 'db' | 'clock' | 'app'>

const inWork = ({ db, clock, app }: World, run: (work: Work) => Promise<void>) =>
  db.transaction().execute((tx) => run({ db: tx, now: clock.now, announce: app.jobs.announceIn(tx) }))

let refunds = 0

/**
 * Records a refund that the operator made in the gateway's dashboard, together with the payment unless that is known, delivers no
 * event, and returns its reference.
 */
export async function refundInDashboard(world: World, paymentId: string, amount: number): Promise<string> {
  const paid = await world.db
    .selectFrom('payment_attempts as t')
    .innerJoin('payments as p', 'p.id', 't.payment_id')
    .select(['t.id', 't.gateway_ref', 't.captured', 't.paid_at', 'p.amount', 'p.currency'])
    .where('p.id', '=', paymentId)
    .orderBy(sql`t.status = 'succeeded'`, 'desc')
    .executeTakeFirstOrThrow()
  const ref = `by_hand_${++refunds}`
  await inWork(world, (work) =>
    settle(work, paid.id, {
      ref: paid.gateway_ref,
      state: 'succeeded',
      amount: paid.captured ?? paid.amount,
      currency: paid.currency,
      paidAt: paid.paid_at ?? world.clock.now,
      method: null,
      failure: null,
      disputes: [],
      refunds: [{ ref, name: null, amount, failure: null, state: 'succeeded' }],
    }),
  )
  return ref
}

type Disputed = { amount: number; status: 'open' | 'won' | 'lost'; ref?: string }

/** Records that the payer's bank has opened a dispute of an amount, or decided it. */
export async function disputeAtBank(
  world: World,
  paymentId: string,
  { amount, status, ref = `dispute_${paymentId}` }: Disputed,
): Promise<void> {
  const paid = await world.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'succeeded')
    .executeTakeFirstOrThrow()
  const { currency } = await world.db
    .selectFrom('payments')
    .select('currency')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await inWork(world, (work) =>
    settle(work, paid.id, {
      ref: paid.gateway_ref,
      state: 'succeeded',
      amount: paid.captured!,
      currency,
      paidAt: paid.paid_at,
      method: null,
      failure: null,
      disputes: [{ ref, amount, status }],
    }),
  )
}

/** Withdraws such a refund in the dashboard. */
export async function withdrawInDashboard(world: World, ref: string): Promise<void> {
  const { id, tries } = await world.db
    .selectFrom('refunds')
    .select(['id', 'tries'])
    .where('gateway_ref', '=', ref)
    .executeTakeFirstOrThrow()
  await inWork(world, (work) =>
    settleRefund(work, { refundId: id, tries }, { ref, state: 'failed', failure: withdrawn }),
  )
}
