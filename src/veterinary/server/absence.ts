import { type AppointmentStatus, destination } from '#/booking/rules.ts'
import { noteChange } from '#/booking/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { holdBackPayment } from '#/payments/server/index.ts'
import { refuseBooking } from '../contract.ts'
import type { VisitNoted } from '../events.ts'
import { settleMoney } from './money.ts'
import { movable } from './move.ts'
import { type AppointmentRow, findOwnForMove } from './queries.ts'

type Answer = { id: string; status: AppointmentStatus }

/**
 * The owner says that the vet did not come: the clock does not complete the visit, what was paid is not paid out, and the
 * vet has a day to answer.
 */
export async function reportAbsence(work: ActorWork, id: string): Promise<Answer> {
  const { db, actor, now, announce } = work
  const row = await findOwnForMove(db, id, actor.userId)
  if (row?.owner_user_id !== actor.userId) return refuseRequest('request.not_found')
  const status = destination('report_absence', 'owner', movable(row), now)
  if (!status) return refuseBooking('booking.move_not_allowed', { status: row.status })
  const changeId = await note(work, row, status, 'The owner reported that the vet did not come')
  await db
    .updateTable('veterinary_appointments')
    .set({ absence_reported_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
  if (row.payment_id) await holdBackPayment(work, row.payment_id)
  await announce<VisitNoted>('veterinary.visit_noted', {
    ...{ changeId, appointmentId: id, what: 'absence', from: '' },
  })
  return { id, status }
}

/** The vet says that they did come: it stays as it was, and whoever does not agree turns to us. */
export async function denyAbsence(work: ActorWork, id: string): Promise<Answer> {
  const { db, actor, now } = work
  const row = await findOwnForMove(db, id, actor.userId)
  if (!row || row.vet_id !== actor.records['veterinary_doctor']) return refuseRequest('request.not_found')
  const status = destination('deny_absence', 'provider', movable(row), now)
  if (!status) return refuseBooking('booking.move_not_allowed', { status: row.status })
  await note(work, row, status, 'The vet said that they came')
  await db
    .updateTable('veterinary_appointments')
    .set({ absence_answered_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
  await settleMoney(work, row, status, 'provider')
  return { id, status }
}

async function note(
  { db, actor, now }: ActorWork,
  row: AppointmentRow,
  status: AppointmentStatus,
  reason: string,
): Promise<string> {
  const id = newId()
  await noteChange(db, {
    ...{ id, trade: 'veterinary', bookingId: row.id, from: row.status, to: status },
    ...{ actorUserId: actor.userId, reason, at: now },
  })
  return id
}
