import {
  type AppointmentStatus,
  destination,
  isBlocking,
  type Move,
  type Side,
  whyNoClaim,
} from '#/booking/rules.ts'
import { announceFreed, freeingHold } from '#/booking/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Actor, ActorWork, Work } from '#/kernel/server/work.ts'
import { readAppointment } from '#/notifications/server/index.ts'
import { refuse, refuseBooking } from '../contract.ts'
import type { AppointmentChanged } from '../events.ts'
import { settleMoney } from './money.ts'
import { type AppointmentRow, findOwnForMove } from './queries.ts'
import { awaitsPayment } from './show.ts'

type Request = { id: string; reason?: string | null; as?: Side }

/**
 * Takes an appointment one move further, if the one table of legal moves allows it to this person now. Ends the hold
 * on the vet's time when the new status no longer needs it.
 */
export async function moveAppointment(
  work: ActorWork,
  move: Move,
  { id, reason = null, as }: Request,
): Promise<{ id: string; status: AppointmentStatus }> {
  const { db, actor, now } = work
  const row = await findOwnForMove(db, id, actor.userId)
  const side = row && sideOf(row, actor)
  if (!row || !side || (as && side !== as)) return refuseRequest('request.not_found')
  // What is agreed stays with them; nothing new is, until their change has been checked.
  if (move === 'accept' && row.vet_standing !== 'verified') refuse('veterinary.being_checked')
  const to = destination(move, side, movable(row), now)
  if (!to) return refuseMove(move, row)
  // With a suspended vet everything goes back, whatever the policy says.
  const isRefund = side === 'owner' && to === 'cancelled' && row.vet_suspended
  await writeMove(work, row, {
    to,
    by: isRefund ? 'system' : side,
    actorUserId: actor.userId,
    reason: isRefund ? 'The vet can’t take appointments at the moment' : reason,
  })
  await readAppointment({ db, now }, actor.userId, id)
  return { id, status: to }
}

/** Says why a move is not allowed, as far as it can be said. */
export function refuseMove(move: Move, row: AppointmentRow): never {
  return refuseBooking(whyNoClaim(move, movable(row)) ?? 'booking.move_not_allowed', { status: row.status })
}

type Step = {
  to: AppointmentStatus
  by: Side
  actorUserId: string | null
  reason: string | null
}

/** Writes a move that is allowed, with its history, what it means for time and money, and tells of it. Under the row's lock. */
export async function writeMove(work: Work, row: AppointmentRow, step: Step): Promise<void> {
  const { db, now, announce } = work
  const { to, by, actorUserId, reason } = step
  const ends = !isBlocking(to)
  const changeId = newId()
  const refunded = await settleMoney(work, row, to, by)
  await freeingHold(db, ends ? row.hold_id : null, {
    id: changeId,
    trade: 'veterinary',
    bookingId: row.id,
    from: row.status,
    to,
    actorUserId,
    reason,
    at: now,
  })
    .updateTable('veterinary_appointments')
    .set({
      status: to,
      updated_at: now,
      ...(ends ? { hold_id: null } : {}),
      ...(reason ? { closing_reason: reason } : {}),
      ...(to === 'cancelled' && by !== 'admin' ? { cancelled_by: by, cancelled_at: now } : {}),
      ...(refunded !== null ? { refund_amount: refunded } : {}),
      no_show_at: to === 'no_show' ? now : null,
      // It took place, or nobody came to it, or they did not: whatever the vet says is their answer.
      ...(by === 'provider' && row.absence_reported_at && !row.absence_answered_at
        ? { absence_answered_at: now }
        : {}),
    })
    .where('id', '=', row.id)
    .execute()
  if (ends && row.hold_id && now < row.starts_at)
    await announceFreed(work, { trade: 'veterinary', providerId: row.vet_id })
  await announce<AppointmentChanged>('veterinary.appointment_changed', {
    changeId,
    appointmentId: row.id,
    to,
    by,
  })
}

/** A vet is one by the record they may act with now: not while rejected or suspended, although the appointment is theirs. */
function sideOf(row: AppointmentRow, { userId, records }: Actor): Side | undefined {
  if (row.vet_id === records['veterinary_doctor']) return 'provider'
  return row.owner_user_id === userId ? 'owner' : undefined
}

export function movable(row: AppointmentRow) {
  return {
    status: row.status as AppointmentStatus,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    rated: row.rating_id !== null && row.rating_removed_at === null,
    awaitsPayment: awaitsPayment(row),
    reschedules: row.reschedules,
    absenceReportedAt: row.absence_reported_at,
    absenceAnsweredAt: row.absence_answered_at,
    noShowAt: row.no_show_at,
    completedAt: row.completed_at,
    correctedAt: row.corrected_at,
    providerSuspended: row.vet_suspended,
  }
}
