import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { KnownMoney } from './allocation.ts'
import type { PaymentRow } from './queries.ts'

type Stored<Thing> = { [Key in keyof Thing]: Thing[Key] extends Date | null ? string | null : Thing[Key] }
type Row = {
  captured: number
  settled_at: Date
  is_late: boolean
} & { [Key in 'parts' | 'grants' | 'refunds' | 'disputes']: Stored<KnownMoney[Key][number]>[] }

/** All that is known of the money of a paid attempt. */
export type MoneyOfAttempt = KnownMoney & {
  /** Money that came too late or twice belongs to no payee, and all of it is due. */
  isLate: boolean
  /** Whether the parts are an order's. Otherwise the whole payment is one part, with the payment's id. */
  hasParts: boolean
}

/** Returns all that is known of the money of a paid attempt. Changes need the payment's lock. */
export async function readMoney(db: Db, payment: PaymentRow, attemptId: string): Promise<MoneyOfAttempt> {
  const { rows } = await sql<Row>`
    select t.captured, t.settled_at,
      exists (select from ledger_transfers l where l.kind = 'late_payment' and l.source_id = t.id) as is_late,
      coalesce((
        select json_agg(json_build_object('id', p.id, 'amount', p.amount, 'commission', p.commission,
          'commissionable', p.commissionable, 'due', p.refund_due, 'dueAt', p.due_at, 'arrivedAt', p.arrived_at)
          order by p.payee_user_id, p.id)
        from payment_parts p where p.payment_id = t.payment_id), '[]') as parts,
      coalesce((
        select json_agg(json_build_object('id', g.id, 'partId', g.part_id, 'amount', g.amount, 'at', g.created_at))
        from refund_grants g where g.attempt_id = t.id), '[]') as grants,
      coalesce((
        select json_agg(json_build_object('id', r.id, 'partId', r.part_id, 'grantId', r.grant_id, 'amount', r.amount,
          'at', r.created_at, 'covers', case when r.is_from_dashboard then r.covers end))
        from refunds r where r.attempt_id = t.id
          and (r.status = 'succeeded' or r.status = 'pending' and r.gateway_ref is not null)), '[]') as refunds,
      coalesce((
        select json_agg(json_build_object('id', d.id, 'partId', d.part_id, 'amount', d.amount, 'at', d.opened_at,
          'isOpen', d.status = 'open'))
        from payment_disputes d where d.attempt_id = t.id and d.status <> 'won'), '[]') as disputes
    from payment_attempts t where t.id = ${attemptId}
  `.execute(db)
  const { captured, settled_at, is_late: isLate, parts, grants, refunds, disputes } = rows[0]!
  const hasParts = payment.order_id !== null && !isLate
  const ofPart = <Thing extends { partId: string | null; at: string | null }>(one: Thing) => ({
    ...one,
    at: new Date(one.at!),
    partId: hasParts ? one.partId : payment.id,
  })
  const dateOf = (at: string | null) => (at === null ? null : new Date(at))
  const amount = isLate ? Math.min(payment.amount, captured) : payment.amount
  const whole = {
    id: payment.id,
    amount,
    commission: 0,
    commissionable: amount,
    arrivedAt: null,
    ...(isLate
      ? { due: amount, dueAt: settled_at }
      : { due: payment.refund_due ?? 0, dueAt: payment.due_at }),
  }
  return {
    captured,
    isLate,
    hasParts,
    parts: hasParts
      ? parts.map((part) => ({ ...part, dueAt: dateOf(part.dueAt), arrivedAt: dateOf(part.arrivedAt) }))
      : [whole],
    grants: grants.map(ofPart),
    refunds: refunds.map(ofPart),
    disputes: disputes.map(ofPart),
  }
}

/** Returns the attempt that paid a payment first. Others came late. */
export async function firstPaid(db: Db, paymentId: string): Promise<string> {
  const { id } = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'succeeded')
    .orderBy('settled_at')
    .executeTakeFirstOrThrow()
  return id
}
