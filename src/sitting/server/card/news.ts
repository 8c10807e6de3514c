import { sql } from 'kysely'
import { cardPathFor } from '#/appointments/card-path.ts'
import { petNames, selectAppointments } from '#/appointments/server/index.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { type Reader, timeFor } from '#/kernel/reader-time.ts'
import { type Sweep, subscriber } from '#/kernel/server/jobs.ts'
import { hint } from '#/kernel/server/live.ts'
import type { Work } from '#/kernel/server/work.ts'
import { formatDay } from '#/kernel/time.ts'
import { notify } from '#/notifications/server/index.ts'
import { cardPath, lateMinutes } from '#/sitting/card.ts'
import type { CardChanged, CardSent, CardStarted } from '#/sitting/events.ts'
import type { SittingDetail } from '#/sitting/trade.ts'
import { sittingTrade } from '#/sitting/trade.ts'

async function findVisit({ db }: Pick<Work, 'db'>, visitId: string) {
  const visit = await db.selectFrom('sitting_visits').selectAll().where('id', '=', visitId).executeTakeFirst()
  if (!visit) return undefined
  const row = await findRow({ db }, visit.appointment_id)
  return row && { visit, row }
}

const findRow = ({ db }: Pick<Work, 'db'>, id: string) =>
  selectAppointments(db).where('a.id', '=', id).executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>

/** 'Bruno’s dog walk' */
function whatOf(row: Row): string {
  const noun = sittingTrade.noun({ isOnline: false, detail: row.detail as SittingDetail })
  const pets = petNames(row)
  return pets ? `${pets}’s ${noun}` : `Your ${noun}`
}

const timeOf =
  ({ time_zone: zone }: Row, at: Date) =>
  (reader: Reader) =>
    timeFor(reader, at, { zone, kind: 'in-person' })

/** Notifies the owner about a sent card, unless they have blocked the sitter. */
export const tellOfCard = subscriber<CardSent>(
  'sitting.card_sent',
  'sitting.tell-of-card',
  async (work, { visitId }) => {
    const found = await findVisit(work, visitId)
    if (!found || found.row.owner_blocked_at) return
    const { row, visit } = found
    const isStay = (row.detail as SittingDetail).service === 'hostel-checkin'
    await notify(work, {
      userId: row.owner_user_id,
      causedBy: row.provider_user_id,
      type: 'visit_card',
      source: `sitting.card_sent:${visitId}`,
      title: `Visit card: ${whatOf(row)}`,
      message: `${row.provider_name} sent the card of ${formatDay(visit.day)}, with times, photos and notes.`,
      href: cardPath(row.id, isStay ? visit.day : undefined),
      metadata: { appointment_id: row.id },
    })
  },
)

/**
 * Notifies the owner about the start of a walk, a day or a stay, unless they have blocked the sitter. A phone without
 * network may say so when the visit is over; then only owners who heard that nothing had begun are told.
 */
export const tellOfStart = subscriber<CardStarted>(
  'sitting.card_started',
  'sitting.tell-of-start',
  async (work, { visitId }) => {
    const found = await findVisit(work, visitId)
    if (!found) return
    const { row, visit } = found
    // A stay starts once, and goes on with a card for each day.
    if (row.started_at && row.started_at < visit.started_at) return
    const { late_told_at: toldAt } = await work.db
      .selectFrom('sitting_details')
      .select('late_told_at')
      .where('appointment_id', '=', row.id)
      .executeTakeFirstOrThrow()
    const isLate = toldAt !== null && toldAt <= visit.started_at
    if (!isLate && (row.owner_blocked_at || visit.stopped_at)) return
    const startedAt = timeOf(row, visit.started_on_phone ?? visit.started_at)
    const stopped = visit.stopped_on_phone ?? visit.stopped_at
    const stoppedAt = stopped && timeOf(row, stopped)
    await notify(work, {
      userId: row.owner_user_id,
      causedBy: row.provider_user_id,
      type: isLate ? 'sitting_late' : 'visit_started',
      source: `sitting.card_started:${row.id}`,
      title: `Started: ${whatOf(row)}`,
      message: (reader) =>
        `${whatOf(row)} with ${row.provider_name} started on ${startedAt(reader)}${stoppedAt ? ` and ended on ${stoppedAt(reader)}. Its card shows the taps and photos.` : '. You’ll see taps and photos as they arrive.'}`,
      href: cardPath(row.id),
      metadata: { appointment_id: row.id },
    })
  },
)

/** Has both sides' open pages ask for a card again. */
export const showChanged = subscriber<CardChanged>(
  'sitting.card_changed',
  'sitting.show-changed-card',
  async (work, { appointmentId }) => {
    const row = await findRow(work, appointmentId)
    if (row) await hint(work.db, [row.owner_user_id, row.provider_user_id], 'appointments')
  },
)

const atOnce = 200

/** Notifies owners once about agreed walks, days and stays that haven't started 15 minutes after their time. */
export const tellOfLate: Sweep = {
  name: 'tell-of-late-sitters',
  cron: '* * * * *',
  async run(work) {
    const { db, now } = work
    const { rows } = await sql<{ appointment_id: string }>`
      with late as (
        select d.appointment_id from appointments a join sitting_details d on d.appointment_id = a.id
         where a.trade = 'sitting' and a.status = 'confirmed' and a.started_at is null
           and a.starts_at <= ${new Date(now.getTime() - lateMinutes * MINUTE)} and a.ends_at > ${now}
           and a.absence_reported_at is null and d.late_told_at is null
         order by a.starts_at limit ${sql.lit(atOnce)} for no key update of a, d skip locked)
      update sitting_details d set late_told_at = ${now}
        from late where d.appointment_id = late.appointment_id returning d.appointment_id
    `.execute(db)
    if (rows.length === 0) return 0
    const ids = rows.map(({ appointment_id }) => appointment_id)
    const late = await selectAppointments(db).where('a.id', 'in', ids).orderBy('a.starts_at').execute()
    await notify(
      work,
      ...late.map((row) => ({
        userId: row.owner_user_id,
        type: 'sitting_late' as const,
        source: `sitting.late:${row.id}`,
        title: `Not started yet: ${whatOf(row)}`,
        message: (reader: Reader) =>
          `It was due to begin on ${timeOf(row, row.starts_at)(reader)}, but ${row.provider_name} hasn’t started it. They may be offline: message or call them. If they don’t come, you can report it under Appointments.`,
        href: cardPathFor('owner', 'upcoming', row.id),
        metadata: { appointment_id: row.id },
      })),
    )
    return rows.length
  },
}
