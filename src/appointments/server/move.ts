import { refuse } from '#/appointments/errors.ts'
import type { AppointmentChanged } from '#/appointments/events.ts'
import {
  type AppointmentStatus,
  cancelEndsStay,
  destination,
  isBlocking,
  type Movable,
  type Move,
  type Side,
  whyNoMove,
} from '#/appointments/rules.ts'
import { announceFreed } from '#/booking/server/index.ts'
import { recordOfTrade } from '#/booking/trades.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Actor, ActorWork, Work } from '#/kernel/server/work.ts'
import { readAppointment } from '#/notifications/server/index.ts'
import { endProposal } from './end-proposal.ts'
import { noteChange } from './history.ts'
import { settleMoney } from './money.ts'
import { type AppointmentRow, findOwnForMove } from './queries.ts'
import { awaitsPayment } from './show.ts'
import { noteStop } from './under-way.ts'

type Request = {
  id: string
  reason?: string | null | ((row: AppointmentRow) => string)
  as?: Side
}

/** Makes one move, if the table of legal moves allows it to this person now. */
export async function moveAppointment(
  work: ActorWork,
  move: Move,
  { id, reason = null, as }: Request,
): Promise<{ id: string; status: AppointmentStatus }> {
  const { db, actor, now } = work
  const row = await findOwnForMove(db, id, actor.userId)
  const side = row && sideOf(row, actor)
  if (!row || !side || (as && side !== as)) return refuseRequest('request.not_found')
  // Somebody whose change is being checked keeps confirmed visits, but accepts no new ones.
  const agrees = move === 'accept' || (move === 'complete' && row.status === 'pending')
  if (agrees && row.provider_is_regulated && row.provider_standing !== 'verified')
    refuse('appointments.being_checked')
  if (agrees && row.provider_standing !== 'verified' && !row.provider_is_confirmed)
    refuse('appointments.confirm_first')
  const to = destination(move, side, movable(row), now)
  if (!to) return refuseMove(move, row, now)
  // Marked as done before its end, without a card that says so: the owner may object that it was too early. One that never
  // started has no end, and its provider may still say that the owner wasn't there.
  if (move === 'complete' && row.started_at && row.nights === null && !row.stopped_at && now < row.ends_at)
    await noteStop(work, { id, at: now })
  const endsStay = move === 'cancel' && side === 'provider' && cancelEndsStay(movable(row), now)
  if (endsStay) {
    await noteStop(work, { id, at: now })
    await noteChange(db, {
      id: newId(),
      appointmentId: id,
      from: row.status,
      to: row.status,
      actorUserId: actor.userId,
      reason: 'The provider ended the stay early',
      what: 'ended_early',
      at: now,
    })
  }
  // Accepting agrees to the booked time.
  if (move === 'accept' && row.proposal_id) {
    await endProposal(work, { id, outcome: 'withdrawn' })
    await announceFreed(work, { trade: row.trade, providerId: row.provider_id })
  }
  await writeMove(work, endsStay ? { ...row, stopped_at: now } : row, {
    to,
    by: side,
    actorUserId: actor.userId,
    reason: typeof reason === 'function' ? reason(row) : reason,
  })
  await readAppointment({ db, now }, actor.userId, id)
  return { id, status: to }
}

/** Refuses a move with the most specific reason. */
export function refuseMove(move: Move, row: AppointmentRow, now: Date): never {
  return refuse(whyNoMove(move, movable(row), now) ?? 'appointments.move_not_allowed', { status: row.status })
}

type Step = {
  to: AppointmentStatus
  by: Side
  actorUserId: string | null
  /** An administrator who decided a claim; `by` is the system then. */
  adminId?: string
  reason: string | null
  /** The caller notifies both sides about several appointments at once. */
  isToldTogether?: boolean
}

/** Treats an owner's cancellation as ours if the provider may not act: the refund is then full, whatever the policy says. */
const inFairness = (step: Step, { provider_barred }: Pick<AppointmentRow, 'provider_barred'>): Step =>
  step.by === 'owner' && step.to === 'cancelled' && provider_barred
    ? { ...step, by: 'system', reason: 'The provider can’t take appointments at the moment' }
    : step

/**
 * Writes a legal move: history, payment, released slot and event. The caller holds the appointment's lock. Returns the refund
 * of this move, in minor units.
 */
export async function writeMove(work: Work, row: AppointmentRow, step: Step): Promise<number> {
  const { db, now, announce } = work
  const { to, by, actorUserId, adminId, reason, isToldTogether } = inFairness(step, row)
  const changeId = newId()
  const refund = await settleMoney(work, row, to, by)
  const from = row.status
  await noteChange(db, {
    id: changeId,
    appointmentId: row.id,
    from,
    to,
    actorUserId,
    ...(adminId && { adminId, what: 'decided' }),
    reason,
    at: now,
  })
  await db
    .updateTable('appointments')
    .set({
      status: to,
      updated_at: now,
      ...(reason ? { closing_reason: reason } : {}),
      ...(to === 'cancelled'
        ? { cancelled_by: by as 'owner' | 'provider' | 'system', cancelled_at: now }
        : {}),
      no_show_at: to === 'no_show' ? now : null,
      // Any action by the provider on a claimed appointment counts as their answer.
      ...((by === 'provider' || adminId) && row.absence_reported_at && !row.absence_answered_at
        ? { absence_answered_at: now }
        : {}),
    })
    .where('id', '=', row.id)
    .execute()
  if (isBlocking(from) && !isBlocking(to) && now < row.starts_at)
    await announceFreed(work, { trade: row.trade, providerId: row.provider_id })
  await announce<AppointmentChanged>('appointments.changed', {
    changeId,
    appointmentId: row.id,
    to,
    by,
    ...(refund > 0 && { refund }),
    ...(isToldTogether && { isToldTogether }),
  })
  return refund
}

/** A rejected or suspended record isn't in `records`, so its provider has no side. */
function sideOf(row: AppointmentRow, { userId, records }: Actor): Side | undefined {
  if (row.provider_id === records[recordOfTrade[row.trade]]) return 'provider'
  return row.owner_user_id === userId ? 'owner' : undefined
}

export function movable(row: AppointmentRow): Movable {
  return {
    trade: row.trade,
    status: row.status,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    timeZone: row.time_zone,
    nights: row.nights,
    rated: row.rating_id !== null,
    isPaidHere: row.payment_id !== null,
    awaitsPayment: awaitsPayment(row),
    reschedules: row.reschedules,
    proposal: row.proposal_lapses_at && { lapsesAt: row.proposal_lapses_at },
    proposals: row.proposals,
    answerBy: row.answer_by,
    startedAt: row.started_at,
    stoppedAt: row.stopped_at,
    absenceReportedAt: row.absence_reported_at,
    absenceAnsweredAt: row.absence_answered_at,
    earlyEndDisputedAt: row.early_end_disputed_at,
    noShowAt: row.no_show_at,
    completedAt: row.completed_at,
    correctedAt: row.corrected_at,
    providerBarred: row.provider_barred,
  }
}
