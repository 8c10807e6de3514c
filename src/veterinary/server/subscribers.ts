import type { AppointmentStatus, Side } from '#/booking/rules.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import { formatInstant } from '#/kernel/time.ts'
import { notify } from '#/notifications/server/index.ts'
import type { AppointmentChanged } from '../events.ts'
import { doctorName } from '../names.ts'
import { type AppointmentRow, selectAppointments } from './queries.ts'

type Words = { title: string; message: string }
type Told = Partial<Record<'owner' | 'vet', Words>>

/** Tells owner and vet of every change that they have to know; delivered again, it tells nobody twice. */
export const tellBothSides = subscriber<AppointmentChanged>(
  'veterinary.appointment_changed',
  'veterinary.tell-both-sides',
  async (work, { changeId, appointmentId, to, by }) => {
    // Shared with nobody who moves it: an answer is either seen here, or finds what is told and marks it as read.
    const row = await selectAppointments(work.db)
      .where('a.id', '=', appointmentId)
      .forShare(['a'])
      .executeTakeFirst()
    if (!row) return
    const { owner, vet } = wordsFor(row, to, by)
    // Told of after what came next, it would be the last thing they read, and false.
    const isStale = (to === 'pending' || to === 'confirmed') && row.status !== to
    if (isStale) return
    const notice = {
      type: to === 'pending' ? ('appointment_requested' as const) : (`appointment_${to}` as const),
      source: `veterinary.appointment_changed:${changeId}`,
      metadata: { appointment_id: appointmentId },
    }
    await notify(
      work,
      ...(owner ? [{ ...notice, ...owner, userId: row.owner_user_id, href: hrefFor('owner', to) }] : []),
      ...(vet ? [{ ...notice, ...vet, userId: row.vet_user_id, href: hrefFor('vet', to) }] : []),
    )
  },
)

/** The list in which the appointment stands after the change. */
function hrefFor(side: keyof Told, to: AppointmentStatus): string {
  const open = to === 'pending' || to === 'confirmed'
  if (side === 'vet') return `/appointments?side=visits&tab=${open ? 'requests' : 'past'}`
  return `/appointments?side=bookings&tab=${open ? 'upcoming' : 'past'}`
}

function wordsFor(row: AppointmentRow, to: AppointmentStatus, by: Side): Told {
  const vet = doctorName(row.vet_name)
  const owner = row.owner_name || 'A pet owner'
  const visit = row.pet_name ? `${row.pet_name}’s visit` : 'the visit'
  const withPet = row.pet_name ? ` with ${row.pet_name}` : ''
  const when = formatInstant(row.starts_at, row.time_zone)
  const why = row.closing_reason ? ` Reason: ${row.closing_reason}` : ''
  switch (to) {
    case 'pending':
      return {
        owner: {
          title: 'Request sent',
          message: `${vet} has your request for ${visit} on ${when}. We tell you when they answer.`,
        },
        vet: {
          title: 'New appointment request',
          message: `${owner} would like to come${withPet} on ${when}.`,
        },
      }
    case 'confirmed':
      return {
        owner: { title: 'Appointment confirmed', message: `${vet} expects you${withPet} on ${when}.` },
      }
    case 'declined':
      return {
        owner: {
          title: 'Appointment declined',
          message: `${vet} cannot take ${visit} on ${when}.${why}`,
        },
      }
    case 'cancelled':
      return {
        owner: {
          title: 'Appointment cancelled',
          message: `${by === 'owner' ? 'You' : vet} cancelled ${visit}${by === 'owner' ? ` with ${vet}` : ''} on ${when}.${why}`,
        },
        vet: {
          title: 'Appointment cancelled',
          message: `${by === 'owner' ? owner : 'You'} cancelled ${visit}${by === 'owner' ? '' : ` for ${owner}`} on ${when}.${why}`,
        },
      }
    case 'expired':
      return {
        owner: {
          title: 'Request expired',
          message: `${vet} did not answer in time about ${visit} on ${when}. You can ask for another time.`,
        },
        vet: {
          title: 'Request expired',
          message: `${owner}’s request for ${when}${row.pet_name ? ` (${row.pet_name})` : ''} ended without an answer.`,
        },
      }
    case 'completed':
      return {
        owner: { title: 'Visit completed', message: `${capital(visit)} with ${vet} on ${when} is done.` },
        // By the clock: they may know better, and have two days to say so.
        ...(by === 'system' && {
          vet: {
            title: 'Visit completed',
            message: `${owner}’s visit on ${when}${row.pet_name ? ` (${row.pet_name})` : ''} is over. If nobody came, you can report it within 48 hours.`,
          },
        }),
      }
    case 'no_show':
      return {
        owner: {
          title: 'No-show',
          message: `${vet} noted that nobody came to ${visit} on ${when}.`,
        },
      }
  }
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)
