import { type AppointmentStatus, destination } from '#/booking/rules.ts'
import { noteChange } from '#/booking/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { readAppointment } from '#/notifications/server/index.ts'
import { holdBackPayment } from '#/payments/server/index.ts'
import type { VisitNoted } from '../events.ts'
import { settleMoney } from './money.ts'
import { movable, moveAppointment, refuseMove } from './move.ts'
import { type AppointmentRow, findOwnForMove } from './queries.ts'

type Answer = { id: string; status: AppointmentStatus }

/**
 * Takes the owner's claim: the vet did not come, or the no-show they noted is wrong. The clock does not complete the visit,
 * what was paid is held back, and the vet has a day to answer. One claim per appointment.
 */
export async function claim(
  work: ActorWork,
  move: 'report_absence' | 'contest_no_show',
  id: string,
): Promise<Answer> {
  const { db, actor, now } = work
  const row = await findOwnForMove(db, id, actor.userId)
  if (row?.owner_user_id !== actor.userId) return refuseRequest('request.not_found')
  const status = destination(move, 'owner', movable(row), now)
  if (!status) return refuseMove(move, row)
  const isContest = move === 'contest_no_show'
  await note(work, row, {
    ...{ status, what: isContest ? 'contest' : 'absence' },
    reason: isContest ? 'The owner contested the no-show' : 'The owner reported that the vet did not come',
  })
  await db
    .updateTable('veterinary_appointments')
    .set({ absence_reported_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
  if (row.payment_id) await holdBackPayment(work, row.payment_id)
  await readAppointment({ db, now }, actor.userId, id)
  return { id, status }
}

/**
 * The vet says that they did come: what had ended stays as it was, what had not took place. An owner who disagrees turns to
 * Support before it is paid out.
 */
export async function denyAbsence(work: ActorWork, id: string): Promise<Answer> {
  const { db, actor, now } = work
  const row = await findOwnForMove(db, id, actor.userId)
  if (!row || row.vet_id !== actor.records['veterinary_doctor']) return refuseRequest('request.not_found')
  const status = destination('deny_absence', 'provider', movable(row), now)
  if (!status) return refuseMove('deny_absence', row)
  if (status !== row.status) return moveAppointment(work, 'deny_absence', { id, as: 'provider' })
  await note(work, row, { status, what: 'denial', reason: 'The vet said that they came' })
  await db
    .updateTable('veterinary_appointments')
    .set({ absence_answered_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
  await settleMoney(work, row, status, 'provider')
  await readAppointment({ db, now }, actor.userId, id)
  return { id, status }
}

type Note = { status: AppointmentStatus; what: VisitNoted['data']['what']; reason: string }

/** Adds a line to the history that leaves the status as it is, and tells both sides. */
async function note(
  { db, actor, now, announce }: ActorWork,
  row: AppointmentRow,
  { status, what, reason }: Note,
): Promise<void> {
  const changeId = newId()
  await noteChange(db, {
    ...{ id: changeId, trade: 'veterinary', bookingId: row.id, from: row.status, to: status },
    ...{ actorUserId: actor.userId, reason, at: now },
  })
  await announce<VisitNoted>('veterinary.visit_noted', {
    ...{ changeId, appointmentId: row.id, what },
  })
}
