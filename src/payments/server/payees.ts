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
  return partId === null ? spread(db, payment, amount) : ofPart(db, partId, amount)
}

const partsOf = (db: Db, paymentId: string) =>
  db
    .selectFrom('payment_parts')
    .select(['payee_user_id', 'amount', 'commission'])
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute()

/** Sums an order part's refunds that are on their way or have arrived. `id`: the column with the part's id. */
export const refundedOfPart = (id: string) => sql<number>`coalesce((select sum(r.amount) from refunds r
  where r.part_id = ${sql.ref(id)} and r.status not in ('closed', 'returned')), 0)::integer`

/** Returns the commission to refund. Rounds the total so far, so that refunding a part in steps leaves no remainder. */
async function ofPart(db: Db, partId: string, amount: number): Promise<Part[]> {
  const { rows } = await sql<{ payee: string; total: number; commission: number; before: number }>`
    select p.payee_user_id as payee, p.amount as total, p.commission,
      ${refundedOfPart('p.id')} - ${amount}::integer as before
    from payment_parts p where p.id = ${partId}
  `.execute(db)
  const { payee, total, commission, before } = rows[0]!
  const upTo = (refunded: number) => Math.round((commission * Math.min(refunded, total)) / total)
  const back = upTo(before + amount) - upTo(before)
  return [
    { account: 'payable', userId: payee, amount: amount - back },
    { account: 'commission', amount: back },
  ]
}

async function spread(db: Db, { id, amount: paid }: PaymentRow, amount: number): Promise<Part[]> {
  const { rows } = await sql<{ account: 'payable' | 'commission'; user_id: string | null; left: number }>`
    select e.account, e.user_id, (-sum(e.amount))::integer as left
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.payment_id = ${id} and e.account in ('payable', 'commission')
    group by e.account, e.user_id order by e.account desc, e.user_id
  `.execute(db)
  const added = rows.reduce(
    (sum, { account, left }) => sum + (account === 'commission' ? Math.max(0, -left) : 0),
    0,
  )
  const payable = rows.reduce(
    (sum, { account, left }) => sum + (account === 'payable' ? Math.max(0, left) : 0),
    0,
  )
  const back = Math.max(0, Math.min(added, Math.ceil((added * amount) / paid), payable - amount))
  let rest = amount + back
  const parts: Part[] = back > 0 ? [{ account: 'commission', amount: -back }] : []
  for (const { account, user_id, left } of rows) {
    const taken = Math.max(0, Math.min(rest, left))
    parts.push({ account, ...(user_id && { userId: user_id }), amount: taken })
    rest -= taken
  }
  return [...parts, { account: 'loss', amount: rest }]
}
