import { sql } from 'kysely'
import { type AppointmentStatus, absenceAnswerHours, destination } from '#/booking/rules.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { AppointmentChanged } from '../events.ts'
import { settleMoney } from './money.ts'
import { movable, writeMove } from './move.ts'
import { selectAppointments } from './queries.ts'

const atOnce = 500

/** Appointments of `from` whose end has come become `to`. Skips rows that someone is just changing; repeats safely. */
async function moveEnded(work: Work, from: AppointmentStatus, to: AppointmentStatus): Promise<number> {
  const { db, now, announce } = work
  const { rows } = await sql<{ id: string }>`
    with due as materialized (
      select id, hold_id from veterinary_appointments
      where status = ${from} and ends_at <= ${now} and absence_reported_at is null
        -- Paid to a suspended vet, it waits: its owner may take the money back.
        and not (payment_required and exists (
          select from veterinary_doctors v where v.id = veterinary_id and v.verification_status = 'suspended'))
      order by ends_at limit ${atOnce} for no key update skip locked
    ), freed as (
      delete from calendar_holds h using due where h.id = due.hold_id
    )
    update veterinary_appointments a set status = ${to}, hold_id = null, updated_at = ${now}
    from due where a.id = due.id
    returning a.id
  `.execute(db)
  if (rows.length === 0) return 0
  await settleEach(work, rows, to)
  const changes = rows.map(({ id }) => ({ id: newId(), appointmentId: id }))
  await db
    .insertInto('booking_changes')
    .values(
      changes.map(({ id, appointmentId }) => ({
        id,
        trade: 'veterinary',
        booking_id: appointmentId,
        from_status: from,
        to_status: to,
        changed_at: now,
      })),
    )
    .execute()
  for (const { id, appointmentId } of changes) {
    await announce<AppointmentChanged>('veterinary.appointment_changed', {
      changeId: id,
      appointmentId,
      to,
      by: 'system',
    })
  }
  return rows.length
}

/** Few of them are paid for here. */
async function settleEach(work: Work, moved: { id: string }[], to: AppointmentStatus): Promise<void> {
  const paid = await work.db
    .selectFrom('veterinary_appointments as a')
    .innerJoin('payments as p', 'p.appointment_id', 'a.id')
    .where(
      'a.id',
      'in',
      moved.map(({ id }) => id),
    )
    .select([
      'a.id',
      'p.id as payment_id',
      'a.starts_at',
      'a.first_starts_at',
      'a.ends_at',
      'a.refund_policy',
      'a.absence_reported_at',
    ])
    .execute()
  for (const row of paid) {
    const refunded = await settleMoney(work, row, to, 'system')
    if (refunded === null) continue
    await work.db
      .updateTable('veterinary_appointments')
      .set({ refund_amount: refunded })
      .where('id', '=', row.id)
      .execute()
  }
}

/** A request that nobody answered before its end is over. */
export const expireUnanswered: Sweep = {
  name: 'expire-unanswered-vet-appointments',
  cron: '* * * * *',
  run: (work) => moveEnded(work, 'pending', 'expired'),
}

/** A confirmed visit whose end has come took place, unless the vet says otherwise within 48 hours. */
export const completeEnded: Sweep = {
  name: 'complete-ended-vet-appointments',
  cron: '* * * * *',
  run: (work) => moveEnded(work, 'confirmed', 'completed'),
}

/** The owner said that the vet did not come, and in a day the vet did not say otherwise: it is cancelled and paid back. */
export const giveUpAbsent: Sweep = {
  name: 'give-up-absent-vet-appointments',
  cron: '*/5 * * * *',
  async run(work) {
    const rows = await selectAppointments(work.db)
      .where('a.status', 'in', ['confirmed', 'completed', 'no_show'])
      .where('a.absence_answered_at', 'is', null)
      .where('a.absence_reported_at', '<=', new Date(work.now.getTime() - absenceAnswerHours * 3_600_000))
      .orderBy('a.absence_reported_at')
      .limit(atOnce)
      .forNoKeyUpdate(['a'])
      .skipLocked()
      .execute()
    for (const row of rows) {
      const to = destination('give_up', 'system', movable(row), work.now)
      if (to)
        await writeMove(work, row, { to, by: 'system', actorUserId: null, reason: 'The vet did not come' })
    }
    return rows.length
  },
}
