import { sql } from 'kysely'
import type { Appointment } from '#/appointments/contract.ts'
import { refuse } from '#/appointments/errors.ts'
import { estimateFor } from '#/appointments/estimate.ts'
import type { AppointmentNoted } from '#/appointments/events.ts'
import { destination, type Move } from '#/appointments/rules.ts'
import { type Trades, tradeOf } from '#/appointments/trade.ts'
import { announceFreed, moveHold, reserveSlot, type SlotChoice } from '#/booking/server/index.ts'
import { isBySlot } from '#/booking/trades.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { lockPayment, movePayment } from '#/payments/server/index.ts'
import { endProposal } from './end-proposal.ts'
import { noteChange } from './history.ts'
import { endLapsed } from './lapse.ts'
import { movable, refuseMove } from './move.ts'
import { chargesAtOnce, type PaymentConfig, termsIn } from './online.ts'
import { type AppointmentRow, findOwnForMove, selectAppointments } from './queries.ts'
import { firstStartOf, showAppointment } from './show.ts'

/**
 * Moves an appointment to another of the provider's slots, taking the new one before it releases the old one. The
 * status stays, a planned charge moves along, payments stay, and an estimate follows the length. Locks the provider before the appointment.
 * @throws appointments.move_not_allowed, appointments.bank_deciding, request.not_found, and like `reserveSlot`
 */
export async function reschedule(
  work: ActorWork & { trades: Trades; config: PaymentConfig },
  { id, slot: choice }: { id: string; slot: SlotChoice },
): Promise<Appointment> {
  const { db, now, trades, config } = work
  const known = await findOwn(work, id)
  mustAllow(known, 'reschedule', now)
  const { trade } = known
  if (!isBySlot(trade)) return refuseMove('reschedule', known, now)
  const provider = { trade, providerId: known.provider_id }
  const { slot, timeZone } = await reserveSlot(db, provider, choice, now, {
    ignored: id,
    bookerId: work.actor.userId,
    endLapsed: (ids) => endLapsed(work, ids),
    minutes: (known.ends_at.getTime() - known.starts_at.getTime()) / MINUTE,
  })
  const row = await findOwnForMove(db, id, work.actor.userId)
  if (!row) return refuseRequest('request.not_found')
  const status = mustAllow(row, 'reschedule', now)
  if (slot.startsAt.getTime() === row.starts_at.getTime()) return showAppointment(trades, row)
  const estimate = newEstimate(trades, row, slot)
  const unpaid = movable(row).awaitsPayment
  if (unpaid) await mustBeDecided(db, row, slot)
  const fee = row.payment_amount ?? 0
  const terms = unpaid ? termsIn(config, { startsAt: slot.startsAt, bookedAt: now, fee }) : null
  if (row.proposal_id) await endProposal(work, { id, outcome: 'overtaken' })
  await moveHold(db, id, { ...slot, expiresAt: terms?.payBy ?? null })
  const changeId = newId()
  await noteChange(db, {
    id: changeId,
    appointmentId: id,
    from: status,
    to: status,
    actorUserId: work.actor.userId,
    moved: { from: row.starts_at, to: slot.startsAt },
    at: now,
  })
  await db
    .updateTable('appointments')
    .set({
      starts_at: slot.startsAt,
      ends_at: slot.endsAt,
      time_zone: timeZone,
      ...(estimate !== null && { price: estimate }),
      first_starts_at: earlier(firstStartOf(row), slot.startsAt),
      reschedules: row.reschedules + 1,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  await announceFreed(work, provider)
  if (terms && row.payment_id)
    await movePayment(work, row.payment_id, terms, { chargesAtOnce: chargesAtOnce(config, fee) })
  await work.announce<AppointmentNoted>('appointments.noted', {
    changeId,
    appointmentId: id,
    what: 'rescheduled',
    ...(estimate !== null && { estimate }),
  })
  const shown = await selectAppointments(db).where('a.id', '=', id).executeTakeFirstOrThrow()
  return showAppointment(trades, shown)
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)

/** Returns the estimate for the new slot, in minor units; null if the price stays. */
function newEstimate(trades: Trades, row: AppointmentRow, slot: { startsAt: Date; endsAt: Date }) {
  const estimated = {
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    price: row.price === null ? null : { amount: row.price, currency: row.currency },
    priceIsEstimate: tradeOf(trades, row.trade).priceIsEstimate ?? false,
  }
  const minutes = (slot.endsAt.getTime() - slot.startsAt.getTime()) / MINUTE
  const amount = estimateFor(estimated, minutes)?.amount ?? null
  return amount === row.price ? null : amount
}

/**
 * Refuses a time at which the owner's bank may still be deciding about the payment: nobody could pay in another way, and
 * the appointment would only expire after its time.
 */
export async function mustBeDecided(
  db: Db,
  { id, payment_id }: AppointmentRow,
  { startsAt }: { startsAt: Date },
) {
  await lockPayment(db, payment_id!)
  const { rows } = await sql<{ until: Date | null }>`select undecided_until(${id}) as until`.execute(db)
  const until = rows[0]?.until
  if (until && startsAt < until) refuse('appointments.bank_deciding')
}

async function findOwn({ db, actor }: ActorWork, id: string): Promise<AppointmentRow> {
  const row = await selectAppointments(db)
    .where('a.id', '=', id)
    .where('owner.user_id', '=', actor.userId)
    .executeTakeFirst()
  return row ?? refuseRequest('request.not_found')
}

function mustAllow(row: AppointmentRow, move: Move, now: Date) {
  const to = destination(move, 'owner', movable(row), now)
  return to ?? refuse('appointments.move_not_allowed', { status: row.status })
}
