import { destination, type Move } from '#/booking/rules.ts'
import { announceFreed, moveHold, noteChange, reserveSlot } from '#/booking/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { termsOf } from '#/payments/rules.ts'
import { movePayment } from '#/payments/server/index.ts'
import { type Appointment, refuseBooking } from '../contract.ts'
import type { VisitNoted } from '../events.ts'
import { movable } from './move.ts'
import { type AppointmentRow, findOwnForMove, selectAppointments } from './queries.ts'
import { firstStartOf, showAppointment } from './show.ts'

type Choice = Parameters<typeof reserveSlot>[2]

/**
 * Moves an appointment to another time of the same vet: it has the new one before the old one is free, and keeps its
 * status. What is to be charged moves along; what is paid stays paid. The vet's lock is taken before the appointment's.
 */
export async function reschedule(
  work: ActorWork,
  { id, slot: choice }: { id: string; slot: Choice },
): Promise<Appointment> {
  const { db, now } = work
  const known = await findOwn(work, id)
  mustAllow(known, 'reschedule', now)
  const provider = { trade: 'veterinary' as const, providerId: known.vet_id }
  const { slot, timeZone } = await reserveSlot(db, provider, choice, now, {
    ignoredHold: known.hold_id,
    bookerId: work.actor.userId,
  })
  const row = await findOwnForMove(db, id, work.actor.userId)
  if (!row) return refuseRequest('request.not_found')
  const status = mustAllow(row, 'reschedule', now)
  if (slot.startsAt.getTime() === row.starts_at.getTime()) return showAppointment(row)
  const unpaid = movable(row).awaitsPayment
  const terms = unpaid ? termsOf(slot.startsAt, now) : null
  const moved = await moveHold(db, row.hold_id!, { ...slot, expiresAt: terms?.payBy ?? null })
  if (!moved) refuseBooking('booking.move_not_allowed', { status })
  const changeId = newId()
  await noteChange(db, {
    ...{ id: changeId, trade: 'veterinary', bookingId: id, from: status, to: status },
    ...{ actorUserId: work.actor.userId, moved: { from: row.starts_at, to: slot.startsAt }, at: now },
  })
  await db
    .updateTable('veterinary_appointments')
    .set({
      starts_at: slot.startsAt,
      ends_at: slot.endsAt,
      time_zone: timeZone,
      appointment_date: slot.date,
      start_time: slot.startTime,
      end_time: slot.endTime,
      schedule_id: slot.scheduleId,
      first_starts_at: firstStartOf(row),
      reschedules: row.reschedules + 1,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  await announceFreed(work, provider)
  if (terms && row.payment_id) await movePayment(work, row.payment_id, terms)
  await work.announce<VisitNoted>('veterinary.visit_noted', {
    ...{ changeId, appointmentId: id, what: 'rescheduled' },
  })
  return showAppointment(await selectAppointments(db).where('a.id', '=', id).executeTakeFirstOrThrow())
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
  return to ?? refuseBooking('booking.move_not_allowed', { status: row.status })
}
