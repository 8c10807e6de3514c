import { type AppointmentRow, selectAppointments } from '#/appointments/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor, ActorWork } from '#/kernel/server/work.ts'
import type { Day } from '#/kernel/time.ts'
import { boundedTime, type CardBooking, keptSince, whyNoWriting } from '#/sitting/card.ts'
import { refuse } from '#/sitting/errors.ts'
import type { SittingDetail } from '#/sitting/trade.ts'

/** Returns the booking's data for the rules of a card. */
export function bookingOf(row: AppointmentRow): CardBooking & { detail: SittingDetail } {
  const detail = row.detail as SittingDetail
  return {
    detail,
    service: detail.service,
    phase: row.phase,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    timeZone: row.time_zone,
    awaitsPayment: row.payment_id !== null && row.paid_at === null,
  }
}

const selectOwn = (db: Db, actor: Actor, appointmentId: string) =>
  selectAppointments(db)
    .where('a.id', '=', appointmentId)
    .where('a.trade', '=', 'sitting')
    .where('a.provider_id', '=', actor.records['pet_sitter'] ?? null)

/** Finds an appointment of the caller as a sitter, and locks it: starting and stopping race with cancelling. */
export async function lockBooking({ db, actor }: ActorWork, appointmentId: string) {
  const row = await selectOwn(db, actor, appointmentId).forNoKeyUpdate(['a']).executeTakeFirst()
  return row ?? refuseRequest('request.not_found')
}

export type Where = { appointmentId: string; day: Day }

export type FoundCard = Awaited<ReturnType<typeof lockCard>>

/**
 * Finds the card of a day at an appointment of the caller, and locks it.
 * @throws request.not_found, sitting.not_started
 */
export async function lockCard({ db, actor }: ActorWork, { appointmentId, day }: Where) {
  const row = await selectOwn(db, actor, appointmentId).executeTakeFirst()
  if (!row) return refuseRequest('request.not_found')
  const visit = await db
    .selectFrom('sitting_visits')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .where('day', '=', day)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!visit) return refuse('sitting.not_started')
  return { row, visit, booking: bookingOf(row) }
}

/** @throws what `whyNoWriting` returns. `at` is when the phone was tapped. */
export function expectWritable({ booking, visit }: FoundCard, at: Date, now: Date): void {
  const why = whyNoWriting(booking, { sentAt: visit.sent_at }, visit.day, at, now)
  if (why) refuse(why)
}

/** Returns the server's time and, where it differs, the phone's. */
export function stampsOf({ visit }: FoundCard, said: Date, now: Date) {
  const card = { startedAt: visit.started_at, startedOnPhone: visit.started_on_phone, sentAt: visit.sent_at }
  const at = boundedTime(said, now, card)
  return { at, onPhone: keptSince(at, now) }
}
