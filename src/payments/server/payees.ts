import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { Part } from './ledger.ts'
import type { PaymentRow } from './queries.ts'

/** Returns the accounts that a payment goes to: the payee, or an order's sellers and the operator's commission. */
export async function creditOf(db: Db, payment: PaymentRow): Promise<Part[]> {
  if (payment.payee_user_id !== null)
    return [{ account: 'payable', userId: payment.payee_user_id, amount: payment.amount }]
  const parts = await partsOf(db, payment.id)
  return [
    ...parts.map(({ payee_user_id, amount, commission }) => ({
      ...{ account: 'payable' as const, userId: payee_user_id, amount: amount - commission },
    })),
    { account: 'commission', amount: parts.reduce((sum, { commission }) => sum + commission, 0) },
  ]
}

/**
 * Returns the accounts that a refund is taken from. Without a part, it is taken from the order's sellers in turn, as far as
 * each has something left of the payment, and then from the commission. What the operator added for a coupon goes back to it in
 * proportion, so the sellers pay more than the amount.
 */
export async function debitOf(
  db: Db,
  payment: PaymentRow,
  { amount, partId = null }: { amount: number; partId?: string | null },
): Promise<Part[]> {
  if (payment.payee_user_id !== null) return [{ account: 'payable', userId: payment.payee_user_id, amount }]
  return partId === null ? spread(db, payment, amount) : ofPart(db, payment.id, partId, amount)
}

const partsOf = (db: Db, paymentId: string) =>
  db
    .selectFrom('payment_parts')
    .select(['payee_user_id', 'amount', 'commission'])
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute()

/** Sums an order part's refunds that are on their way or have arrived. `id`: the column with the part's id. */
export const refundedOfPart = (id: string) =>
  sql<number>`coalesce((select sum(r.amount) from part_refunds r where r.part_id = ${sql.ref(id)}), 0)::integer`

/** Tells whether a refund of an order part was made at a moment or later. `id`, `at`: the columns with the part's id and the moment. */
export const isRefundedSince = (id: string, at: string) => sql<boolean>`exists (
  select from refunds r where r.part_id = ${sql.ref(id)} and r.created_at >= ${sql.ref(at)})`

type PartWithRefunds = {
  id: string
  payee: string
  amount: number
  commission: number
  /** What the commission applies to. */
  base: number
  refunded: number
}

export async function partsWithRefunds(db: Db, paymentId: string): Promise<PartWithRefunds[]> {
  const { rows } = await sql<PartWithRefunds>`
    select p.id, p.payee_user_id as payee, p.amount, p.commission, p.commissionable as base,
      ${refundedOfPart('p.id')} as refunded
    from payment_parts p where p.payment_id = ${paymentId} order by p.payee_user_id, p.id
  `.execute(db)
  return rows
}

/** Returns how much of a part's commission goes back once this much of the part is refunded. */
export const returnedOf = (
  { commission, base }: Pick<PartWithRefunds, 'commission' | 'base'>,
  refunded: number,
): number => Math.round((commission * Math.min(refunded, base)) / base)

/**
 * Returns the accounts that a part's refund is taken from. The commission goes back in proportion to what it applies to, so all of it
 * goes back with the goods. Rounds the running total, so refunding in steps leaves no remainder.
 */
async function ofPart(db: Db, paymentId: string, partId: string, amount: number): Promise<Part[]> {
  const part = (await partsWithRefunds(db, paymentId)).find(({ id }) => id === partId)!
  const { payee } = part
  const back = returnedOf(part, part.refunded) - returnedOf(part, part.refunded - amount)
  const left = await leftOf(db, paymentId)
  // A dashboard refund spread over all sellers may have taken this seller's money already. Then it comes from other sellers
  // whose parts are fully refunded.
  let rest = amount
  const parts: Part[] = []
  for (const userId of new Set([payee, ...(await refundedWholly(db, paymentId))])) {
    const theirs = left.find(({ user_id }) => user_id === userId)?.left ?? 0
    const taken = Math.max(0, Math.min(rest - back, theirs))
    rest -= taken
    parts.push({ account: 'payable', userId, amount: taken })
  }
  const leftOfCommission = left.find(({ account }) => account === 'commission')?.left ?? 0
  const fromCommission = Math.min(rest, Math.max(back, leftOfCommission))
  return [
    ...parts,
    { account: 'commission', amount: fromCommission },
    { account: 'loss', amount: rest - fromCommission },
  ]
}

async function refundedWholly(db: Db, paymentId: string): Promise<string[]> {
  const parts = await db
    .selectFrom('payment_parts')
    .select('payee_user_id')
    .where('payment_id', '=', paymentId)
    .whereRef('refund_due', '=', 'amount')
    .execute()
  return parts.map(({ payee_user_id }) => payee_user_id)
}

/** Returns what the payees and the commission have left of a payment before payouts, payees first. */
export async function leftOf(db: Db, paymentId: string) {
  const { rows } = await sql<{ account: 'payable' | 'commission'; user_id: string | null; left: number }>`
    select e.account, e.user_id, (-sum(e.amount))::integer as left
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.payment_id = ${paymentId} and e.account in ('payable', 'commission')
    group by e.account, e.user_id order by e.account desc, e.user_id
  `.execute(db)
  return rows
}

async function spread(db: Db, { id }: PaymentRow, amount: number): Promise<Part[]> {
  const rows = await leftOf(db, id)
  const added = rows.reduce(
    (sum, { account, left }) => sum + (account === 'commission' ? Math.max(0, -left) : 0),
    0,
  )
  const payable = rows.reduce(
    (sum, { account, left }) => sum + (account === 'payable' ? Math.max(0, left) : 0),
    0,
  )
  // In proportion to what is left of the payer's money.
  const back = Math.max(
    0,
    Math.min(added, Math.ceil((added * amount) / Math.max(1, payable - added)), payable - amount),
  )
  let rest = amount + back
  const parts: Part[] = back > 0 ? [{ account: 'commission', amount: -back }] : []
  for (const { account, user_id, left } of rows) {
    const taken = Math.max(0, Math.min(rest, left))
    parts.push({ account, ...(user_id && { userId: user_id }), amount: taken })
    rest -= taken
  }
  return [...parts, { account: 'loss', amount: rest }]
}
