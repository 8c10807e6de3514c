import { sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type AppointmentRow, isUpcoming, selectAppointments } from './queries.ts'
import { showAppointment, showVisit } from './show.ts'

type Order = 'soonest first' | 'newest first'
type ListOptions = { tab: 'requests' | 'upcoming' | 'past'; cursor?: string; limit?: number }

/** An owner's appointments: upcoming ones soonest first, all others newest first. */
export async function listAppointments(db: Db, ownerId: string, options: ListOptions, now: Date) {
  const rows = await list(selectAppointments(db).where('a.pet_owner_id', '=', ownerId), options, now)
  return toPage(rows, { limit: options.limit, keyOf, show: showAppointment })
}

/** A vet's visits; requests are those that wait for an answer, and are left out of the upcoming ones. */
export async function listVisits(db: Db, vetId: string, options: ListOptions, now: Date) {
  const rows = await list(
    selectAppointments(db).where('a.veterinary_id', '=', vetId),
    options,
    now,
    'provider',
  )
  return toPage(rows, { limit: options.limit, keyOf, show: showVisit })
}

type Selection = ReturnType<typeof selectAppointments>

function list(all: Selection, { tab, cursor, limit = pageSize }: ListOptions, now: Date, side = 'owner') {
  const order: Order = tab === 'past' ? 'newest first' : 'soonest first'
  const direction = order === 'newest first' ? 'desc' : 'asc'
  let query = all
    .where(tab === 'past' ? sql<boolean>`not (${isUpcoming(now)})` : isUpcoming(now))
    .orderBy('a.starts_at', direction)
    .orderBy('a.id', direction)
    .limit(limit + 1)
  if (tab === 'requests') query = query.where('a.status', '=', 'pending')
  if (tab === 'upcoming' && side === 'provider') query = query.where('a.status', '=', 'confirmed')
  const after = readCursor(cursor, ['date', 'uuid'])
  if (after) {
    const compare = sql.raw(order === 'newest first' ? '<' : '>')
    query = query.where(
      sql<boolean>`(a.starts_at, a.id) ${compare} (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    )
  }
  return query.execute()
}

const keyOf = (row: AppointmentRow) => [row.starts_at.toISOString(), row.id]
