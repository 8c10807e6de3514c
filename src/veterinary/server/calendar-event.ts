import { sql } from 'kysely'
import { isBlocking } from '#/booking/rules.ts'
import type { CalendarEvent } from '#/kernel/server/calendar-event.ts'
import type { Db } from '#/kernel/server/db.ts'
import { doctorName } from '../names.ts'
import { asSeenBy } from './blocked.ts'
import { type AppointmentRow, selectAppointments } from './queries.ts'

/** An appointment with how often it was changed so far, and whether it was ever agreed. */
export function selectForCalendars(db: Db) {
  return selectAppointments(db).select([
    sql<number>`(select count(*)::integer from booking_changes c where c.booking_id = a.id)`.as('changes'),
    sql<boolean>`exists (
      select from booking_changes c where c.booking_id = a.id and c.to_status = 'confirmed')`.as(
      'was_agreed',
    ),
  ])
}

type Row = AppointmentRow & { changes: number }

/**
 * The appointment as it stands, for the calendar of one side. Neither how the other side is reached nor where one meets
 * online: a calendar is shared with others, and the link may be replaced.
 */
export function calendarEventOf(appointment: Row, side: 'owner' | 'vet'): CalendarEvent {
  const row = asSeenBy(side, appointment)
  const online = row.appointment_type === 'teleconsultation'
  const stands = row.status === 'completed' || isBlocking(row.status as 'pending')
  const other = side === 'owner' ? doctorName(row.vet_name) : row.owner_name || 'Pet owner'
  return {
    id: row.id,
    sequence: Math.max(0, row.changes - 1),
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    summary: `${online ? 'Teleconsultation' : 'Vet visit'} with ${other}${row.pet_name ? ` (${row.pet_name})` : ''}`,
    ...(!online && { location: row.vet_location }),
    path: `/appointments?side=${side === 'owner' ? 'bookings' : 'visits'}`,
    status: !stands ? 'cancelled' : row.status === 'pending' ? 'tentative' : 'confirmed',
  }
}
