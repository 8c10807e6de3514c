import { refuse } from '#/appointments/errors.ts'
import type { ProposalChange, ProposalChanged } from '#/appointments/events.ts'
import { proposalLapses } from '#/appointments/proposals.ts'
import { type AppointmentStatus, destination, type Move } from '#/appointments/rules.ts'
import { refuseBooking } from '#/booking/contract.ts'
import {
  announceFreed,
  holdProposed,
  isListed,
  lockProvider,
  moveHold,
  reserveSlot,
  type SlotChoice,
} from '#/booking/server/index.ts'
import { isBySlot, recordOfTrade } from '#/booking/trades.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { readAppointment } from '#/notifications/server/index.ts'
import { movePayment } from '#/payments/server/index.ts'
import { endProposal } from './end-proposal.ts'
import { noteChange } from './history.ts'
import { endLapsed } from './lapse.ts'
import { movable, refuseMove } from './move.ts'
import { chargesAtOnce, type PaymentConfig, termsIn } from './online.ts'
import { type AppointmentRow, findOwnForMove, selectAppointments } from './queries.ts'
import { mustBeDecided } from './reschedule.ts'
import { firstStartOf } from './show.ts'

type Answer = { id: string; status: AppointmentStatus }

/**
 * Proposes another time to an appointment's owner, and holds it until they answer. The booked time stays until then.
 * @throws appointments.proposal_open, appointments.too_many_proposals, appointments.move_not_allowed,
 * appointments.being_checked, appointments.not_listed, request.not_found, and like `reserveSlot`
 */
export async function propose(
  work: ActorWork,
  { id, slot: choice, note }: { id: string; slot: SlotChoice; note: string | null },
): Promise<Answer> {
  const { db, actor, now } = work
  const known = await findForProposal(db, id)
  if (!known || known.provider_id !== actor.records[recordOfTrade[known.trade]])
    return refuseRequest('request.not_found')
  const { trade, provider_id: providerId } = known
  if (!isBySlot(trade)) return refuse('appointments.move_not_allowed', { status: known.status })
  const provider = { trade, providerId }
  if (!(await isListed(db, provider))) refuse('appointments.not_listed')
  const { slot, timeZone } = await reserveSlot(db, provider, choice, now, {
    ignored: id,
    bookerId: actor.userId,
    endLapsed: (ids) => endLapsed(work, ids),
    minutes: lengthOf(known) / MINUTE,
    isProposal: true,
  })
  const row = await findLocked(work, id)
  const status = mustAllow(row, 'propose', 'provider', now)
  // Owners who take the time have their visit confirmed by it.
  if (status === 'pending' && row.provider_is_regulated && row.provider_standing !== 'verified')
    refuse('appointments.being_checked')
  const isSame = slot.startsAt.getTime() === row.starts_at.getTime()
  if (isSame || slot.endsAt.getTime() - slot.startsAt.getTime() !== lengthOf(row))
    refuseBooking('booking.not_a_slot')
  const proposalId = newId<'proposal'>()
  await holdProposed(
    db,
    { id, providerUserId: row.provider_user_id, startsAt: row.starts_at, endsAt: row.ends_at },
    slot,
  )
  await db
    .insertInto('appointment_proposals')
    .values({
      id: proposalId,
      appointment_id: id,
      starts_at: slot.startsAt,
      ends_at: slot.endsAt,
      time_zone: timeZone,
      note,
      proposed_at: now,
      lapses_at: proposalLapses(now, row.starts_at, slot.startsAt),
    })
    .execute()
  await db
    .updateTable('appointments')
    .set({ proposals: row.proposals + 1, updated_at: now })
    .where('id', '=', id)
    .execute()
  await tell(work, row, { what: 'proposed', proposalId, to: status, actorUserId: actor.userId })
  await readAppointment({ db, now }, actor.userId, id)
  return { id, status }
}

/** Takes a proposal back before its owner has answered. */
export async function withdrawProposal(work: ActorWork, id: string): Promise<Answer> {
  const { actor, now } = work
  const row = await lockFor(work, id, 'provider')
  const status = mustAllow(row, 'withdraw_proposal', 'provider', now)
  await endProposal(work, { id, outcome: 'withdrawn' })
  await tell(work, row, { what: 'proposal_withdrawn', to: status, actorUserId: actor.userId })
  await announceFreed(work, { trade: row.trade, providerId: row.provider_id })
  return { id, status }
}

/** Keeps the booked time, as the owner. */
export async function refuseProposal(
  work: ActorWork,
  { id, proposalId }: { id: string; proposalId: string },
): Promise<Answer> {
  const { db, actor, now } = work
  const row = await lockFor(work, id, 'owner')
  const status = mustAllow(row, 'refuse_proposal', 'owner', now)
  if (row.proposal_id !== proposalId) refuse('appointments.proposal_over')
  await endProposal(work, { id, outcome: 'refused' })
  await tell(work, row, { what: 'proposal_refused', to: status, actorUserId: actor.userId })
  await announceFreed(work, { trade: row.trade, providerId: row.provider_id })
  await readAppointment({ db, now }, actor.userId, id)
  return { id, status }
}

/**
 * Moves an appointment to the proposed time, as its owner. A planned charge and the reminders move along; it isn't one of
 * the owner's own moves. A request is confirmed by it, since its provider chose the time. The later of both starts decides the
 * refund of a cancellation.
 */
export async function takeProposal(
  work: ActorWork & { config: PaymentConfig },
  { id, proposalId }: { id: string; proposalId: string },
): Promise<Answer> {
  const { db, actor, now, config } = work
  const row = await lockFor(work, id, 'owner')
  const to = mustAllow(row, 'take_proposal', 'owner', now)
  const agrees = to === 'confirmed' && row.status === 'pending'
  const isUnchecked = agrees && row.provider_is_regulated && row.provider_standing !== 'verified'
  if (row.proposal_id !== proposalId || isUnchecked) return refuse('appointments.proposal_over')
  const slot = { startsAt: row.proposed_starts_at!, endsAt: row.proposed_ends_at! }
  const unpaid = movable(row).awaitsPayment
  if (unpaid) await mustBeDecided(db, row, slot)
  const fee = row.payment_amount ?? 0
  const terms = unpaid ? termsIn(config, { startsAt: slot.startsAt, bookedAt: now, fee }) : null
  await endProposal(work, { id, outcome: 'taken' })
  await moveHold(db, id, { ...slot, expiresAt: terms?.payBy ?? null })
  const first = firstStartOf(row)
  await db
    .updateTable('appointments')
    .set({
      status: to,
      starts_at: slot.startsAt,
      ends_at: slot.endsAt,
      time_zone: row.proposed_time_zone!,
      first_starts_at: slot.startsAt > first ? slot.startsAt : first,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  if (terms && row.payment_id)
    await movePayment(work, row.payment_id, terms, { chargesAtOnce: chargesAtOnce(config, fee) })
  await tell(work, row, {
    what: 'proposal_taken',
    to,
    actorUserId: actor.userId,
    moved: { from: row.starts_at, to: slot.startsAt },
  })
  await announceFreed(work, { trade: row.trade, providerId: row.provider_id })
  await readAppointment({ db, now }, actor.userId, id)
  return { id, status: to }
}

const atOnce = 200

/** Ends proposals that nobody answered in time. The booked time stands. */
export const lapseProposals: Sweep = {
  name: 'lapse-proposals',
  cron: '* * * * *',
  async run(work) {
    const { db, now } = work
    const due = await selectAppointments(db)
      .where('proposal.lapses_at', '<=', now)
      .orderBy('proposal.lapses_at')
      .limit(atOnce)
      .forNoKeyUpdate(['a'])
      .skipLocked()
      .execute()
    let ended = 0
    for (const { id } of due) {
      const row = await selectAppointments(db).where('a.id', '=', id).executeTakeFirstOrThrow()
      const to = destination('lapse_proposal', 'system', movable(row), now)
      if (!to || !row.proposal_id) continue
      await endProposal(work, { id, outcome: 'lapsed' })
      await tell(work, row, { what: 'proposal_lapsed', to, actorUserId: null })
      await announceFreed(work, { trade: row.trade, providerId: row.provider_id })
      ended += 1
    }
    return ended
  },
}

const lengthOf = (row: Pick<AppointmentRow, 'starts_at' | 'ends_at'>) =>
  row.ends_at.getTime() - row.starts_at.getTime()

const findForProposal = (db: Db, id: string) =>
  db
    .selectFrom('appointments')
    .select(['trade', 'status', 'provider_id', 'starts_at', 'ends_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Locks an appointment of the caller's, and reads it again: a proposal that ended meanwhile would look open in the first look. */
async function findLocked({ db, actor }: ActorWork, id: string): Promise<AppointmentRow> {
  const locked = await findOwnForMove(db, id, actor.userId)
  if (!locked) return refuseRequest('request.not_found')
  return selectAppointments(db).where('a.id', '=', id).executeTakeFirstOrThrow()
}

/** Locks the calendar, then the appointment, of which the caller is on that side. */
async function lockFor(work: ActorWork, id: string, side: 'owner' | 'provider'): Promise<AppointmentRow> {
  const { db, actor } = work
  const known = await findForProposal(db, id)
  if (!known) return refuseRequest('request.not_found')
  await lockProvider(db, { trade: known.trade, providerId: known.provider_id })
  const row = await findLocked(work, id)
  const isTheirs =
    side === 'owner'
      ? row.owner_user_id === actor.userId
      : row.provider_id === actor.records[recordOfTrade[row.trade]]
  return isTheirs ? row : refuseRequest('request.not_found')
}

function mustAllow(
  row: AppointmentRow,
  move: Move,
  side: 'owner' | 'provider',
  now: Date,
): AppointmentStatus {
  return destination(move, side, movable(row), now) ?? refuseMove(move, row, now)
}

type Told = {
  what: ProposalChange
  to: AppointmentStatus
  actorUserId: string | null
  proposalId?: string
  moved?: { from: Date; to: Date }
}

/** Writes what happened to a proposal into the history, and notifies the other side. */
async function tell({ db, now, announce }: Work, row: AppointmentRow, told: Told): Promise<void> {
  const { what, to, actorUserId, proposalId, moved } = told
  const changeId = newId()
  await noteChange(db, {
    id: changeId,
    appointmentId: row.id,
    from: row.status,
    to,
    actorUserId,
    what,
    ...(moved && { moved }),
    at: now,
  })
  await announce<ProposalChanged>('appointments.proposal_changed', {
    changeId,
    appointmentId: row.id,
    what,
    proposalId: proposalId ?? row.proposal_id!,
  })
}
