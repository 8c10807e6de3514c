import { isBlocking } from '#/booking/rules.ts'
import { type DownloadParts, downloadListener } from '#/kernel/server/download.ts'
import { doctorName } from '../names.ts'
import { type AppointmentRow, selectAppointments } from './queries.ts'

type Options = DownloadParts & { site: string; product: string }

/**
 * `GET /calendar/{appointment}.ics`: an appointment for the calendar of either side. Its name never changes and its number
 * grows with each change, so that loaded again it replaces what was there; cancelled, it takes it away.
 */
export function calendarFileListener({ site, product, ...parts }: Options) {
  const { db } = parts
  return downloadListener({
    ...parts,
    path: /^\/calendar\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.ics$/,
    limit: { name: 'calendar-file', max: 120, windowSeconds: 3600 },
    async make(id, { userId }) {
      const row = await selectAppointments(db)
        .where('a.id', '=', id)
        .where((eb) => eb.or([eb('owner.user_id', '=', userId), eb('vet.user_id', '=', userId)]))
        .select((eb) =>
          eb
            .selectFrom('booking_changes as c')
            .whereRef('c.booking_id', '=', 'a.id')
            .select(({ fn }) => fn.countAll<string>().as('count'))
            .as('changes'),
        )
        .executeTakeFirst()
      if (!row) return null
      const side = row.owner_user_id === userId ? 'owner' : 'vet'
      return {
        type: 'text/calendar; charset=utf-8',
        name: `appointment-${row.appointment_date}.ics`,
        body: await calendarFile(row, { side, site, product, changes: Number(row.changes) }),
      }
    },
  })
}

type About = { side: 'owner' | 'vet'; site: string; product: string; changes: number }

async function calendarFile(row: AppointmentRow, { side, site, product, changes }: About): Promise<string> {
  const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator')
  const online = row.appointment_type === 'teleconsultation'
  const stands = row.status === 'completed' || isBlocking(row.status as 'pending')
  const other = side === 'owner' ? doctorName(row.vet_name) : row.owner_name || 'Pet owner'
  const link = `${site}/appointments?side=${side === 'owner' ? 'bookings' : 'visits'}`
  const calendar = ical({
    prodId: { company: product, product },
    method: stands ? ICalCalendarMethod.PUBLISH : ICalCalendarMethod.CANCEL,
  })
  calendar.createEvent({
    id: `${row.id}@${new URL(site).hostname}`,
    sequence: Math.max(0, changes - 1),
    start: row.starts_at,
    end: row.ends_at,
    summary: `${online ? 'Teleconsultation' : 'Vet visit'} with ${other}${row.pet_name ? ` (${row.pet_name})` : ''}`,
    description: link,
    url: link,
    ...(!online && { location: row.vet_location }),
    status: !stands
      ? ICalEventStatus.CANCELLED
      : row.status === 'pending'
        ? ICalEventStatus.TENTATIVE
        : ICalEventStatus.CONFIRMED,
  })
  return calendar.toString()
}
