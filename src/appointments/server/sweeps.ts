import { sql } from 'kysely'
import { missedText } from '#/appointments/claim-words.ts'
import type { AppointmentChanged } from '#/appointments/events.ts'
import { type AppointmentStatus, absenceAnswerHours, destination } from '#/appointments/rules.ts'
import type { Trades } from '#/appointments/trade.ts'
import { HOUR } from '#/kernel/duration.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import { changeRow } from './history.ts'
import { kindOf } from './kind.ts'
import { settleMoney } from './money.ts'
import { movable, writeMove } from './move.ts'
import { type AppointmentRow, selectAppointments } from './queries.ts'

const atOnce = 500

/** Moves ended appointments from `from` to `to`. Skips rows that are being changed, and is safe to repeat. */
async function moveEnded(
  work: Work,
  from: AppointmentStatus,
  to: AppointmentStatus,
  over: 'ends_at' | 'answer_by' = 'ends_at',
): Promise<number> {
  const { db, now, announce } = work
  const { rows } = await sql<{ id: string }>`
    with due as materialized (
      select id from appointments a
      where status = ${sql.lit(from)} and ${sql.ref(over)} <= ${now}
        and (absence_reported_at is null or absence_answered_at is not null)
        -- Paid appointments of a provider who may not act wait, so that their owners can take a refund.
        and not (
          (exists (select from payments p where p.appointment_id = a.id)
            or exists (select from package_uses u where u.appointment_id = a.id))
          and exists (select from barred_providers b where b.id = a.provider_id))
        -- An unpaid confirmed one ends when its payment lapses.
        and not (status = 'confirmed' and exists (
          select from payments p where p.appointment_id = a.id and p.completed_at is null))
      order by ${sql.ref(over)} limit ${atOnce} for no key update of a skip locked
    )
    update appointments a set status = ${to}, updated_at = ${now}
    from due where a.id = due.id
    returning a.id
  `.execute(db)
  if (rows.length === 0) return 0
  await settleEach(work, rows, to)
  const changes = rows.map(({ id }) => ({ id: newId(), appointmentId: id }))
  await db
    .insertInto('appointment_changes')
    .values(changes.map((change) => changeRow({ ...change, from, to, actorUserId: null, at: now })))
    .execute()
  for (const { id, appointmentId } of changes) {
    await announce<AppointmentChanged>('appointments.changed', {
      changeId: id,
      appointmentId,
      to,
      by: 'system',
    })
  }
  return rows.length
}

async function settleEach(work: Work, moved: { id: string }[], to: AppointmentStatus): Promise<void> {
  const paid = await work.db
    .selectFrom('appointments as a')
    .leftJoin('payments as p', 'p.appointment_id', 'a.id')
    .leftJoin('package_uses as u', 'u.appointment_id', 'a.id')
    .where((eb) => eb.or([eb('p.id', 'is not', null), eb('u.id', 'is not', null)]))
    .where(
      'a.id',
      'in',
      moved.map(({ id }) => id),
    )
    .select([
      'a.id',
      'p.id as payment_id',
      'u.id as session_id',
      'a.starts_at',
      'a.first_starts_at',
      'a.ends_at',
      'a.refund_policy',
      'a.absence_reported_at',
      'a.nights',
      'a.stopped_at',
      'a.time_zone',
    ])
    .execute()
  for (const row of paid) await settleMoney(work, row, to, 'system')
}

/** Expires requests that nobody answered in time. */
export const expireUnanswered: Sweep = {
  name: 'expire-unanswered-appointments',
  cron: '* * * * *',
  run: async (work) =>
    (await moveEnded(work, 'pending', 'expired')) +
    (await moveEnded(work, 'pending', 'expired', 'answer_by')),
}

/** Completes confirmed appointments that have ended. The provider can report a no-show for another 48 hours. */
export const completeEnded: Sweep = {
  name: 'complete-ended-appointments',
  cron: '* * * * *',
  run: (work) => moveEnded(work, 'confirmed', 'completed'),
}

/** Cancels and refunds appointments whose provider did not answer the owner's claim within a day. */
export const giveUpAbsent = (trades: Trades): Sweep => ({
  name: 'give-up-absent-appointments',
  cron: '*/5 * * * *',
  async run(work) {
    const rows = await selectAppointments(work.db)
      .where('a.status', 'in', ['confirmed', 'completed', 'no_show'])
      .where('a.absence_answered_at', 'is', null)
      .where('a.early_end_disputed_at', 'is', null)
      .where('a.absence_reported_at', '<=', new Date(work.now.getTime() - absenceAnswerHours * HOUR))
      .orderBy('a.absence_reported_at')
      .limit(atOnce)
      .forNoKeyUpdate(['a'])
      .skipLocked()
      .execute()
    for (const row of rows) {
      const to = destination('give_up', 'system', movable(row), work.now)
      const reason = absentText(kindOf(trades, row).provider, row)
      if (to) await writeMove(work, row, { to, by: 'system', actorUserId: null, reason })
    }
    return rows.length
  },
})

/** Returns the closing reason of an appointment that was cancelled after the owner's claim. */
export const absentText = (provider: string, row: AppointmentRow) =>
  `The ${provider} ${missedText(movable(row), row.absence_reported_at!)}`
