import { sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { orderName } from '#/payments/rules.ts'
import type { DeskReturn, OpenReturnState } from '#/shop/desk.ts'
import { endsAt } from '#/shop/order-states.ts'
import { money } from './show.ts'

type Asked = { status?: OpenReturnState | undefined; cursor?: string | undefined }

/** Lists the returns that aren't over, or were refused and may be overruled, the longest waiting first. */
export async function listOpenReturns(db: Db, { status, cursor }: Asked) {
  const after = readCursor(cursor, ['date', 'uuid'])
  let query = db
    .selectFrom('order_parts as s')
    .innerJoin('orders as o', 'o.id', 's.order_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .innerJoin('order_returns as r', (join) =>
      join.onRef('r.part_id', '=', 's.id').on('r.outcome', 'is', null),
    )
    .select(['s.id', 's.status_since', 's.seller_name', 's.status', 'r.kind', 'r.amount'])
    .select(['o.number', 'u.name'])
    .select(
      sql<boolean>`exists (select from order_returns e where e.part_id = s.id and e.outcome = 'refused' and e.overruled_at is null)`.as(
        'has_refused',
      ),
    )
    // Literals, so that Postgres can use the partial index.
    .where(
      sql<boolean>`s.status in ('return_asked', 'return_approved', 'return_refused', 'return_sent', 'return_missing')`,
    )
    .orderBy('s.status_since')
    .orderBy('s.id')
    .limit(pageSize + 1)
    .$narrowType<{ status: OpenReturnState }>()
  if (status) query = query.where('s.status', '=', status)
  if (after)
    query = query.where(sql<boolean>`(s.status_since, s.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`)
  return toPage(await query.execute(), {
    keyOf: (row) => [row.status_since.toISOString(), row.id],
    show: (row): DeskReturn => ({
      id: row.id as never,
      number: orderName(row.number),
      status: row.status,
      since: row.status_since,
      endsAt: endsAt(row.status, row.status_since),
      kind: row.kind,
      buyer: row.name,
      seller: row.seller_name,
      amount: money(row.amount),
      hasRefused: row.has_refused,
    }),
  })
}
