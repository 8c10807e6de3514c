import { sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type AppointmentRow, isUpcoming, selectAppointments } from './queries.ts'
import { showAppointment, showVisit } from './show.ts'

type ListOptions = { tab: 'requests' | 'upcoming' | 'past'; cursor?: string; limit?: number }

/** An owner's appointments: upcoming ones soonest first, all others newest first. */
export async function listAppointments(db: Db, ownerId: string, options: ListOptions, now: Date) {
  const rows = await list(selectAppointments(db).where('a.pet_owner_id', '=', ownerId), options, now)
  return toPage(rows, { limit: options.limit, keyOf, show: showAppointment })
}

/** A vet's visits. Requests wait for an answer, who asked first comes first; the upcoming ones are without them. */
export async function listVisits(db: Db, vetId: string, options: ListOptions, now: Date) {
  const rows = await list(
    selectAppointments(db).where('a.veterinary_id', '=', vetId),
    options,
    now,
    'provider',
  )
  return toPage(rows, {
    limit: options.limit,
    keyOf: options.tab === 'requests' ? askedKeyOf : keyOf,
    show: showVisit,
  })
}

/** What waits for its payment waits for no answer. */
const isUnpaid = sql`(a.payment_required and a.payment_status in ('pending', 'failed'))`

type Selection = ReturnType<typeof selectAppointments>

function list(all: Selection, { tab, cursor, limit = pageSize }: ListOptions, now: Date, side = 'owner') {
  const isPast = tab === 'past'
  const column = tab === 'requests' ? 'a.created_at' : 'a.starts_at'
  const direction = isPast ? 'desc' : 'asc'
  let query = all
    .where(isPast ? sql<boolean>`not (${isUpcoming(now)})` : isUpcoming(now))
    .orderBy(column, direction)
    .orderBy('a.id', direction)
    .limit(limit + 1)
  // In the text, where Postgres sees which index has no others.
  if (tab === 'requests')
    query = query.where('a.status', '=', sql.lit('pending')).where(sql<boolean>`not ${isUnpaid}`)
  if (tab === 'upcoming' && side === 'provider')
    query = query.where(sql<boolean>`(a.status = 'confirmed' or ${isUnpaid})`)
  const after = readCursor(cursor, ['date', 'uuid'])
  if (after) {
    const compare = sql.raw(isPast ? '<' : '>')
    query = query.where(
      sql<boolean>`(${sql.ref(column)}, a.id) ${compare} (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    )
  }
  return query.execute()
}

const keyOf = (row: AppointmentRow) => [row.starts_at.toISOString(), row.id]
const askedKeyOf = (row: AppointmentRow) => [row.created_at.toISOString(), row.id]
