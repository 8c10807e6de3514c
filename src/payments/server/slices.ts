import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { Part } from './ledger.ts'
import { debitOf, leftOf, partsWithRefunds, returnedOf } from './payees.ts'
import type { PaymentRow } from './queries.ts'

/** An order part's share of a refund that isn't for one part. */
export type Slice = { partId: string; amount: number }

/** Sums the slices of a refund that had been owed for their parts before. `id`: the column with the refund's id. */
export const owedBeforeOf = (id: string) =>
  sql<number>`coalesce((select sum(s.owed_before) from refund_slices s where s.refund_id = ${sql.ref(id)}), 0)::integer`

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

export async function addSlice(
  db: Db,
  refundId: string,
  { partId, amount, wasOwed = false }: Slice & { wasOwed?: boolean },
): Promise<void> {
  await db
    .insertInto('refund_slices')
    .values({ refund_id: refundId, part_id: partId, amount, owed_before: wasOwed ? amount : 0 })
    .onConflict((conflict) =>
      conflict.columns(['refund_id', 'part_id']).doUpdateSet({
        amount: sql<number>`refund_slices.amount + excluded.amount`,
        owed_before: sql<number>`refund_slices.owed_before + excluded.owed_before`,
      }),
    )
    .execute()
}

/** Drops a refund's slices, except for the amounts already owed. */
export async function dropSlices(db: Db, refundId: string): Promise<void> {
  await db
    .deleteFrom('refund_slices')
    .where('refund_id', '=', refundId)
    .where('owed_before', '=', 0)
    .execute()
  await db
    .updateTable('refund_slices')
    .set((eb) => ({ amount: eb.ref('owed_before') }))
    .where('refund_id', '=', refundId)
    .execute()
}

export async function slicesOwedBefore(db: Db, refundId: string): Promise<Slice[]> {
  return db
    .selectFrom('refund_slices')
    .select(['part_id as partId', 'owed_before as amount'])
    .where('refund_id', '=', refundId)
    .where('owed_before', '>', 0)
    .orderBy('part_id')
    .execute()
}

/**
 * Copies `amount` of a refund's slices, after the first `skip`, to the refund that replaces it. They stay with their parts, as
 * the ledger keeps them under the first refund.
 */
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
  for (const slice of rows) await addSlice(db, to, { ...slice, wasOwed: true })
}
