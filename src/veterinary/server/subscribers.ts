import type { AppointmentStatus } from '#/booking/rules.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import { notify } from '#/notifications/server/index.ts'
import type { AppointmentChanged, VisitNoted } from '../events.ts'
import { noteWords, type Told, wordsFor } from './change-words.ts'
import { selectAppointments } from './queries.ts'
import { awaitsPayment } from './show.ts'

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
      ...(owner
        ? [{ ...notice, ...owner, userId: row.owner_user_id, href: hrefFor('owner', to, true) }]
        : []),
      ...(vet
        ? [
            {
              ...notice,
              ...vet,
              userId: row.vet_user_id,
              href: hrefFor('vet', to, awaitsPayment(row) || by === 'system'),
            },
          ]
        : []),
    )
  },
)

/** The list in which the appointment stands after the change. */
function hrefFor(side: keyof Told, to: AppointmentStatus, agreed: boolean): string {
  const open = to === 'pending' || to === 'confirmed'
  const asked = agreed ? 'upcoming' : 'requests'
  if (side === 'vet') return `/appointments?side=visits&tab=${open ? asked : 'past'}`
  return `/appointments?side=bookings&tab=${open ? 'upcoming' : 'past'}`
}

/** Tells of another time, or that the owner waited in vain. */
export const tellOfVisitNoted = subscriber<VisitNoted>(
  'veterinary.visit_noted',
  'veterinary.tell-of-note',
  async (work, { changeId, appointmentId, what, from }) => {
    const row = await selectAppointments(work.db).where('a.id', '=', appointmentId).executeTakeFirst()
    if (!row) return
    const { owner, vet } = noteWords(row, what, from)
    const notice = {
      type: 'appointment_rescheduled' as const,
      source: `veterinary.visit_noted:${changeId}`,
      metadata: { appointment_id: appointmentId },
    }
    await notify(
      work,
      { ...notice, ...owner, userId: row.owner_user_id, href: '/appointments?side=bookings&tab=upcoming' },
      { ...notice, ...vet, userId: row.vet_user_id, href: '/appointments?side=visits&tab=upcoming' },
    )
  },
)
