import { sql } from 'kysely'
import type { RowSweep, Sweep } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import { daysToDecide, yearsKept } from '#/shop/prescriptions.ts'
import { cancelParts } from '#/shop/server/orders/cancel.ts'
import { lockOrder } from '#/shop/server/orders/move.ts'
import { wasPlaced } from '#/shop/server/orders/sell.ts'

/** Cancels orders about which no pharmacist has decided in time, so that no stock is reserved for good. */
export const expirePrescriptions: RowSweep = {
  name: 'shop-expire-prescriptions',
  cron: '*/10 * * * *',
  // Stock is locked in order within one order, not across several.
  transactions: 'rows',
  async next(work, failed) {
    const { rows } = await sql<Undecided>`
      select id, order_id from order_parts
       where status = 'awaiting_prescription' and id <> all(${failed}::uuid[])
         and status_since <= ${work.now}::timestamptz - ${daysToDecide} * interval '1 day'
       limit 1
    `.execute(work.db)
    const [row] = rows
    return row && { id: row.id, run: () => expire(work, row) }
  },
}

type Undecided = { id: string; order_id: string }

async function expire(work: Work, { id, order_id }: Undecided): Promise<void> {
  const { db } = work
  const order = await lockOrder(db, order_id)
  const part = order?.parts.find((one) => one.id === id)
  if (!order || part?.status !== 'awaiting_prescription') return
  await db
    .updateTable('dispensed_lines')
    .set({ status: 'expired' })
    .where('part_id', '=', id)
    .where('status', '=', 'submitted')
    .execute()
  const asked = await db
    .selectFrom('dispensings')
    .select(['question', 'answer'])
    .where('part_id', '=', id)
    .executeTakeFirst()
  const note =
    asked?.question && !asked.answer
      ? 'The pharmacist’s question wasn’t answered in time'
      : `No pharmacist decided within ${daysToDecide} days`
  await cancelParts(work, order, { parts: [part], by: 'system', note })
}

/**
 * Deletes prescriptions three years after the last approval that was placed, 90 days after an order that came to nothing, and a week after an
 * upload that wasn't used.
 */
export const forgetPrescriptions: Sweep = {
  name: 'shop-forget-prescriptions',
  cron: '40 3 * * *',
  transactions: 'batches',
  async run({ db, now }) {
    const { numAffectedRows } = await sql`
      delete from given_prescriptions where id in (
        select g.id from given_prescriptions g
         where g.created_at < ${now}::timestamptz - interval '7 days'
           and not exists (
             select from dispensed_lines d join dispensings c on c.part_id = d.part_id join order_parts s on s.id = d.part_id
              where d.prescription_id = g.id and (
                s.status = 'awaiting_prescription' or c.created_at > ${now}::timestamptz - interval '90 days'
                or d.status = 'approved' and ${wasPlaced} and c.decided_at > ${now}::timestamptz - ${yearsKept} * interval '1 year'))
         limit 500)
    `.execute(db)
    await sql`
      delete from dispensings c where not exists (select from dispensed_lines d where d.part_id = c.part_id)
        and c.created_at < ${now}::timestamptz - interval '90 days'
    `.execute(db)
    return Number(numAffectedRows ?? 0)
  },
}
