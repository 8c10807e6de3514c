import { sql } from 'kysely'
import { cardPathFor } from '#/appointments/card-path.ts'
import { isBlocking } from '#/appointments/rules.ts'
import type { CalendarEvent } from '#/kernel/server/calendar-event.ts'
import type { Db } from '#/kernel/server/db.ts'
import { asSeenBy, type BookedSide } from './blocked.ts'
import { type NamedRow, petNames } from './kind.ts'
import { selectAppointments } from './queries.ts'

/** Adds the number of changes of each appointment, and whether it was ever confirmed. */
export function selectForCalendars(db: Db) {
  return selectAppointments(db).select([
    sql<number>`(select count(*)::integer from appointment_changes c where c.appointment_id = a.id)`.as(
      'changes',
    ),
    sql<boolean>`exists (
      select from appointment_changes c where c.appointment_id = a.id and c.to_status = 'confirmed')`.as(
      'was_agreed',
    ),
  ])
}

type Row = NamedRow & { changes: number }

function placeOf({ is_online, address, provider_location: place }: Row, side: BookedSide) {
  if (is_online) return {}
  if (address !== null) return { location: side === 'owner' ? 'Your home' : 'The owner’s home' }
  return place ? { location: place } : {}
}

/**
 * Returns the appointment as an event for one side's calendar. Leaves out the other side's contact details, the owner's
 * address and the meeting link: people share calendars, and the link may be replaced.
 */
export function calendarEventOf(appointment: Row, side: BookedSide): CalendarEvent {
  const row = asSeenBy(side, appointment)
  const stands = row.status === 'completed' || isBlocking(row.status)
  const other = side === 'owner' ? row.provider_name : row.owner_name || 'Pet owner'
  const pets = petNames(row)
  return {
    id: row.id,
    sequence: Math.max(0, row.changes - 1),
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    summary: `${row.kind.title} with ${other}${pets ? ` (${pets})` : ''}`,
    ...placeOf(row, side),
    path: cardPathFor(side, 'upcoming', row.id),
    status: !stands ? 'cancelled' : row.status === 'pending' ? 'tentative' : 'confirmed',
  }
}
