import type { AppointmentNoted } from '#/appointments/events.ts'
import { type AppointmentStatus, destination, type Move } from '#/appointments/rules.ts'
import { recordOfTrade } from '#/booking/trades.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { readAppointment } from '#/notifications/server/index.ts'
import { holdBackSession } from '#/packages/server/index.ts'
import { holdBackPayment } from '#/payments/server/index.ts'
import { noteChange } from './history.ts'
import { settleMoney } from './money.ts'
import { movable, moveAppointment, refuseMove } from './move.ts'
import { type AppointmentRow, findOwnForMove } from './queries.ts'
import { noteStop } from './under-way.ts'

type Answer = { id: string; status: AppointmentStatus }

/**
 * Records the owner's claim that the provider didn't come or left early, or that a no-show is wrong. Until the provider answers, within a day, the clock completes nothing and the payment is withheld.
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
  if (!status) return refuseMove(move, row, now)
  const isContest = move === 'contest_no_show'
  await note(work, row, {
    status,
    what: isContest ? 'contest' : 'absence',
    reason: isContest
      ? 'The owner contested the no-show'
      : 'The owner reported that the provider didn’t come',
  })
  await db
    .updateTable('appointments')
    .set({ absence_reported_at: now, absence_answered_at: null, updated_at: now })
    .where('id', '=', id)
    .execute()
  if (row.payment_id) await holdBackPayment(work, row.payment_id)
  if (row.session_id) await holdBackSession(work, row.session_id)
  await readAppointment({ db, now }, actor.userId, id)
  return { id, status }
}

/**
 * Records the provider's answer that they did come. A confirmed appointment becomes completed; an ended one, and a
 * stay before its last day, keeps its status. An owner who disagrees writes to Support before the payout.
 */
export async function denyAbsence(work: ActorWork, id: string): Promise<Answer> {
  const { db, actor, now } = work
  const { row, status } = await findForProvider(work, 'deny_absence', id)
  if (status !== row.status) return moveAppointment(work, 'deny_absence', { id, as: 'provider' })
  await note(work, row, { status, what: 'denial', reason: 'The provider said that they came' })
  await db
    .updateTable('appointments')
    .set({ absence_answered_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
  await settleMoney(work, row, status, 'provider')
  await readAppointment({ db, now }, actor.userId, id)
  return { id, status }
}

/**
 * Records that the provider ends a stay before its last day, and asks the owner. Its places stay taken until the owner
 * agrees or the stay ends.
 */
export async function endEarly(work: ActorWork, id: string): Promise<Answer> {
  const { db, actor, now } = work
  const { row, status } = await findForProvider(work, 'end_early', id)
  await noteStop(work, { id, at: now })
  await note(work, row, { status, what: 'ended_early', reason: 'The provider ended the stay early' })
  await readAppointment({ db, now }, actor.userId, id)
  return { id, status }
}

/** Takes an early end back, as long as the owner has neither agreed nor made a claim, and tells the owner. */
export async function resumeStay(work: ActorWork, id: string): Promise<Answer> {
  const { db, actor, now } = work
  const { row, status } = await findForProvider(work, 'resume_stay', id)
  await noteStop(work, { id, at: null })
  await note(work, row, { status, what: 'resumed', reason: 'The provider goes on with the stay' })
  await readAppointment({ db, now }, actor.userId, id)
  return { id, status }
}

/**
 * Records the provider's answer that the owner agreed to the early end or asked for it. The claim stays open and the
 * payment on hold until an administrator decides.
 */
export async function disputeEarlyEnd(work: ActorWork, id: string): Promise<Answer> {
  const { db, actor, now } = work
  const { row, status } = await findForProvider(work, 'dispute_early_end', id)
  await note(work, row, {
    status,
    what: 'early_end_disputed',
    reason: 'The provider said that the owner agreed to the early end',
  })
  await db
    .updateTable('appointments')
    .set({ early_end_disputed_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
  await readAppointment({ db, now }, actor.userId, id)
  return { id, status }
}

/** Locks an appointment for a move of its provider, the caller. */
async function findForProvider({ db, actor, now }: ActorWork, move: Move, id: string) {
  const row = await findOwnForMove(db, id, actor.userId)
  if (!row || row.provider_id !== actor.records[recordOfTrade[row.trade]])
    return refuseRequest('request.not_found')
  const status = destination(move, 'provider', movable(row), now)
  return status ? { row, status } : refuseMove(move, row, now)
}

type Note = { status: AppointmentStatus; what: AppointmentNoted['data']['what']; reason: string }

/** Writes a change that keeps the status, and notifies both sides. */
async function note(
  { db, actor, now, announce }: ActorWork,
  row: AppointmentRow,
  { status, what, reason }: Note,
): Promise<void> {
  const changeId = newId()
  await noteChange(db, {
    id: changeId,
    appointmentId: row.id,
    from: row.status,
    to: status,
    actorUserId: actor.userId,
    reason,
    ...((what === 'ended_early' || what === 'resumed' || what === 'early_end_disputed') && { what }),
    at: now,
  })
  await announce<AppointmentNoted>('appointments.noted', {
    changeId,
    appointmentId: row.id,
    what,
  })
}
