import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { Part } from './ledger.ts'
import { debitOf, leftOf, partsWithRefunds, returnedOf } from './payees.ts'
import type { PaymentRow } from './queries.ts'

/** What an order's part bears of a refund whose own part isn't known. */
export type Slice = { partId: string; amount: number }

type Taking = { refundId: string; amount: number; partId?: string | null }

/**
 * Returns the accounts that a refund is taken from. For an order without a part, it is taken from the parts in turn, as far as
 * each has something left, and these slices are kept; the rest is the operator's loss. Needs the refund's row.
 */
export async function debitOfRefund(
  db: Db,
  payment: PaymentRow,
  { refundId, amount, partId = null }: Taking,
): Promise<Part[]> {
  if (payment.order_id === null || partId !== null) return debitOf(db, payment, { amount, partId })
  const debit: Part[] = []
  let rest = amount
  const left = await leftOf(db, payment.id)
  for (const part of await partsWithRefunds(db, payment.id)) {
    const theirs = left.find(({ user_id }) => user_id === part.payee)?.left ?? 0
    // A dispute may have taken more than the part's refunds say.
    const most = Math.min(
      part.amount - part.refunded,
      theirs + part.commission - returnedOf(part, part.refunded),
    )
    const slice = { partId: part.id, amount: Math.min(rest, most) }
    if (slice.amount <= 0) continue
    await addSlice(db, refundId, slice)
    debit.push(...(await debitOf(db, payment, slice)))
    rest -= slice.amount
  }
  return [...debit, { account: 'loss', amount: rest }]
}

export async function addSlice(db: Db, refundId: string, { partId, amount }: Slice): Promise<void> {
  await db
    .insertInto('refund_slices')
    .values({ refund_id: refundId, part_id: partId, amount })
    .onConflict((conflict) =>
      conflict
        .columns(['refund_id', 'part_id'])
        .doUpdateSet({ amount: sql<number>`refund_slices.amount + excluded.amount` }),
    )
    .execute()
}

export async function dropSlices(db: Db, refundId: string): Promise<void> {
  await db.deleteFrom('refund_slices').where('refund_id', '=', refundId).execute()
}

/** Hands an amount of a refund's slices on to the refund that takes its place, after `skip` of them. */
export async function handOnSlices(
  db: Db,
  { from, to, amount, skip = 0 }: { from: string; to: string; amount: number; skip?: number },
): Promise<void> {
  const { rows } = await sql<Slice>`
    select "partId", least(before + amount, ${skip + amount}::integer) - greatest(before, ${skip}::integer) as amount
    from (
      select part_id as "partId", amount, (sum(amount) over (order by part_id) - amount)::integer as before
      from refund_slices where refund_id = ${from}) s
    where before < ${skip + amount} and before + amount > ${skip}
  `.execute(db)
  for (const slice of rows) await addSlice(db, to, slice)
}
