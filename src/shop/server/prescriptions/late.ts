import { sql } from 'kysely'
import { HOUR } from '#/kernel/duration.ts'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { orderName } from '#/payments/rules.ts'
import type { DeskLatePrescription } from '#/shop/desk.ts'
import { hoursUntilLate } from '#/shop/prescriptions.ts'

type Asked = { cursor?: string | undefined; now: Date }

/** Lists the orders that have waited for their pharmacist for more than four hours, the longest waiting first. */
export async function listLatePrescriptions(db: Db, { cursor, now }: Asked) {
  const after = readCursor(cursor, ['date', 'uuid'])
  let query = db
    .selectFrom('order_parts as s')
    .innerJoin('orders as o', 'o.id', 's.order_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .innerJoin('dispensings as c', 'c.part_id', 's.id')
    .select(['s.id', 's.status_since', 's.seller_name', 'o.number', 'u.name', 'c.question', 'c.answer'])
    // A literal, so that Postgres can use the partial index.
    .where(sql<boolean>`s.status = 'awaiting_prescription'`)
    .where('s.status_since', '<=', new Date(now.getTime() - hoursUntilLate * HOUR))
    .orderBy('s.status_since')
    .orderBy('s.id')
    .limit(pageSize + 1)
  if (after)
    query = query.where(sql<boolean>`(s.status_since, s.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`)
  return toPage(await query.execute(), {
    keyOf: (row) => [row.status_since.toISOString(), row.id],
    show: (row): DeskLatePrescription => ({
      id: row.id as never,
      number: orderName(row.number),
      since: row.status_since,
      buyer: row.name,
      pharmacist: row.seller_name,
      waitsForBuyer: row.question !== null && row.answer === null,
    }),
  })
}
