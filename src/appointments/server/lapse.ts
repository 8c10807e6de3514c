import { destination, type Move } from '#/appointments/rules.ts'
import { hasLapsed } from '#/booking/server/index.ts'
import type { Work } from '#/kernel/server/work.ts'
import { lockPayment } from '#/payments/server/index.ts'
import { movable, writeMove } from './move.ts'
import { type AppointmentRow, selectAppointments } from './queries.ts'

export async function moveBySystem(
  work: Work,
  row: AppointmentRow,
  move: Move,
  reason: string | null = null,
): Promise<void> {
  const to = destination(move, 'system', movable(row), work.now)
  if (to) await writeMove(work, row, { to, by: 'system', actorUserId: null, reason })
}

/**
 * Ends appointments whose time to pay is over, for a booking that takes their slot. Checks again under the locks: one
 * that has been paid, or is being paid, since the calendar was read keeps its slot.
 */
export async function endLapsed(work: Work, ids: string[]): Promise<void> {
  const rows = await selectAppointments(work.db)
    .where('a.id', 'in', ids)
    .where('a.status', '=', 'pending')
    .orderBy('a.id')
    .forNoKeyUpdate(['a'])
    .execute()
  for (const row of rows) {
    if (row.payment_id) await lockPayment(work.db, row.payment_id)
    if (await hasLapsed(work.db, row.id, work.now)) await moveBySystem(work, row, 'lapse')
  }
}
