import { sql } from 'kysely'
import { MINUTE } from '#/kernel/duration.ts'
import { deleteBatch } from '#/kernel/server/delete-batch.ts'
import type { RowSweep, Sweep } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import { type PartStatus, timers } from '#/shop/order-states.ts'
import { minutesOfRest, mostMinutesReserved } from '#/shop/rules.ts'
import { cancelParts } from './cancel.ts'
import { lockOrder, movePart } from './move.ts'
import { endCheckout } from './reserve.ts'
import { endReturn } from './returns.ts'
import { release } from './sell.ts'

/** Puts the stock of expired checkouts back on sale, also of those that expired while the server was down. */
export const endCheckouts: RowSweep = {
  name: 'shop-end-checkouts',
  cron: '* * * * *',
  // Locks are in order within one checkout, not across several.
  transactions: 'rows',
  async next({ db, now }, failed) {
    const { rows } = await sql<{ id: string }>`
      select id from checkouts where reserved_until <= ${now} and id <> all(${failed}::uuid[])
       order by reserved_until limit 1 for update skip locked
    `.execute(db)
    const [row] = rows
    return row && { id: row.id, run: () => endCheckout(db, { id: row.id, now }) }
  },
}

/** Forgets reservations that no longer keep anybody from reserving again. */
export const forgetReservations: Sweep = {
  name: 'shop-forget-reservations',
  cron: '41 * * * *',
  transactions: 'batches',
  run: ({ db, now }) => {
    const before = new Date(now.getTime() - (mostMinutesReserved + minutesOfRest) * MINUTE)
    return deleteBatch(db, 'reservation_starts', sql`started_at <= ${before}`)
  },
}

const waited = sql.join(
  Object.entries(timers).map(([status, { days }]) => sql`(${status}::text, ${days}::integer)`),
)

/** Makes the automatic moves that are due by the table of timers. */
export const moveOverdueParts: RowSweep = {
  name: 'shop-move-overdue-parts',
  cron: '*/10 * * * *',
  // So that the stock of several orders is always locked in order.
  transactions: 'rows',
  async next(work, failed) {
    const { rows } = await sql<Overdue>`
      select s.id, s.order_id, s.status from order_parts s join (values ${waited}) t(status, days) on t.status = s.status
       where s.status_since <= ${work.now}::timestamptz - t.days * interval '1 day' and s.id <> all(${failed}::uuid[])
       limit 1
    `.execute(work.db)
    const [row] = rows
    return row && { id: row.id, run: () => moveOverdue(work, row) }
  },
}

type Overdue = { id: string; order_id: string; status: PartStatus }

async function moveOverdue(work: Work, { id, order_id, status }: Overdue): Promise<void> {
  const order = await lockOrder(work.db, order_id)
  const part = order?.parts.find((one) => one.id === id)
  const timer = timers[status]
  if (!order || !timer || part?.status !== status) return
  const { to, note } = timer
  if (to === 'cancelled') await cancelParts(work, order, { parts: [part], by: 'system', note })
  else if (to === 'returned') await endReturn(work, part, { by: 'system', note })
  else {
    const reached = await movePart(work, part, {
      to,
      by: 'system',
      note,
      ...(status === 'return_refused' && { outcome: 'refused' }),
      ...(status === 'return_approved' && { outcome: 'unsent' }),
    })
    if (reached === 'completed') await release(work, part)
  }
}
