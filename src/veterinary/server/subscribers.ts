import type { WaitOver } from '#/booking/events.ts'
import { type AppointmentStatus, isBlocking } from '#/booking/rules.ts'
import { announceFreed } from '#/booking/server/index.ts'
import { dayFor } from '#/kernel/reader-time.ts'
import type { Db } from '#/kernel/server/db.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import type { NotificationType } from '#/notifications/notification-types.ts'
import { notify } from '#/notifications/server/index.ts'
import type { VerificationChanged } from '#/verification/events.ts'
import type { AppointmentChanged, VisitNoted } from '../events.ts'
import { doctorName } from '../names.ts'
import { asSeenBy } from './blocked.ts'
import { calendarEventOf, selectForCalendars } from './calendar-event.ts'
import { forReader, isAnswer, noteWords, type Told, wordsFor } from './change-words.ts'
import { awaitsPayment } from './show.ts'
import { findVet } from './vets.ts'

/** Tells owner and vet of every change that they have to know; delivered again, it tells nobody twice. */
export const tellBothSides = subscriber<AppointmentChanged>(
  'veterinary.appointment_changed',
  'veterinary.tell-both-sides',
  async (work, { changeId, appointmentId, to, by }) => {
    // Shared with nobody who moves it: an answer is either seen here, or finds what is told and marks it as read.
    const row = await selectForCalendars(work.db)
      .where('a.id', '=', appointmentId)
      .forShare(['a'])
      .executeTakeFirst()
    if (!row) return
    const causedBy = by === 'owner' ? row.owner_user_id : by === 'provider' ? row.vet_user_id : null
    const wordsTo = (side: keyof Told) =>
      forReader((reader) => wordsFor(asSeenBy(side, row), to, by, reader)[side])
    const owner = wordsTo('owner')
    const vet = wordsTo('vet')
    // Told of after what came next, it would be the last thing they read, and false.
    const isStale = (to === 'pending' || to === 'confirmed') && row.status !== to
    if (isStale) return
    // Nobody has in their calendar what was never agreed; what took place stays there.
    const isForCalendars = to === 'confirmed' || (to === 'cancelled' && row.was_agreed)
    const calendarOf = (side: keyof Told) => isForCalendars && { calendar: calendarEventOf(row, side) }
    const notice = {
      type: typeOf(to, isAnswer(row, to, by)),
      source: `veterinary.appointment_changed:${changeId}`,
      metadata: { appointment_id: appointmentId },
      causedBy,
      isPressing: row.was_agreed && to !== 'confirmed',
    }
    await notify(
      work,
      ...(owner
        ? [
            {
              ...notice,
              ...owner,
              ...calendarOf('owner'),
              userId: row.owner_user_id,
              href: hrefFor('owner', to, true),
            },
          ]
        : []),
      ...(vet
        ? [
            {
              ...notice,
              ...vet,
              ...calendarOf('vet'),
              userId: row.vet_user_id,
              href: hrefFor('vet', to, awaitsPayment(row) || by === 'system'),
            },
          ]
        : []),
    )
  },
)

function typeOf(to: AppointmentStatus, isAnswer: boolean): NotificationType {
  if (isAnswer) return 'appointment_no_show'
  return to === 'pending' ? 'appointment_requested' : `appointment_${to}`
}

/** The list in which the appointment stands after the change. */
function hrefFor(side: keyof Told, to: AppointmentStatus, agreed: boolean): string {
  const open = to === 'pending' || to === 'confirmed'
  const asked = agreed ? 'upcoming' : 'requests'
  if (side === 'vet') return `/appointments?side=visits&tab=${open ? asked : 'past'}`
  return `/appointments?side=bookings&tab=${open ? 'upcoming' : 'past'}`
}

async function findMovedFrom(db: Db, changeId: string): Promise<Date | undefined> {
  const change = await db
    .selectFrom('booking_changes')
    .select('moved_from')
    .where('id', '=', changeId)
    .executeTakeFirst()
  return change?.moved_from ?? undefined
}

/** Tells both sides about another time, or about the owner's claim and the vet's answer. */
export const tellOfVisitNoted = subscriber<VisitNoted>(
  'veterinary.visit_noted',
  'veterinary.tell-of-note',
  async (work, { changeId, appointmentId, what }) => {
    const row = await selectForCalendars(work.db).where('a.id', '=', appointmentId).executeTakeFirst()
    if (!row) return
    const isMove = what === 'rescheduled'
    const movedFrom = isMove ? await findMovedFrom(work.db, changeId) : undefined
    const tab = isBlocking(row.status as AppointmentStatus) && row.ends_at > work.now ? 'upcoming' : 'past'
    const notices = (['owner', 'vet'] as const).flatMap((side) => {
      const said = forReader((reader) => noteWords(asSeenBy(side, row), what, reader, movedFrom)[side])
      if (!said) return []
      return {
        ...said,
        type: isMove ? ('appointment_rescheduled' as const) : ('appointment_no_show' as const),
        source: `veterinary.visit_noted:${changeId}`,
        metadata: { appointment_id: appointmentId },
        causedBy: side === 'vet' ? row.owner_user_id : isMove ? null : row.vet_user_id,
        isPressing: row.was_agreed,
        ...(isMove && row.was_agreed && { calendar: calendarEventOf(row, side) }),
        userId: side === 'owner' ? row.owner_user_id : row.vet_user_id,
        href: `/appointments?side=${side === 'owner' ? 'bookings' : 'visits'}&tab=${tab}`,
      }
    })
    await notify(work, ...notices)
  },
)

/** What became free while the vet could not be booked is told of once they can be again. */
export const freeTimesOfVerified = subscriber<VerificationChanged>(
  'verification.changed',
  'veterinary.free-times-of-verified',
  async (work, { record, recordId, to }) => {
    if (record === 'veterinary_doctor' && to === 'verified')
      await announceFreed(work, { trade: 'veterinary', providerId: recordId })
  },
)

/** Tells whoever waited for a day of a vet that there is a free time, which they may find taken again. */
export const tellWaiting = subscriber<WaitOver>(
  'booking.wait_over',
  'veterinary.tell-waiting',
  async (work, { trade, providerId, day, waitId, userId, askedAt }) => {
    if (trade !== 'veterinary') return
    const vet = await findVet(work.db, providerId)
    if (!vet) return
    await notify(work, {
      type: 'time_free',
      userId,
      title: 'A time is free',
      message: (reader) =>
        `${doctorName(vet.fullName)} has a free time on ${dayFor(reader, day, vet.timeZone)}. It goes to whoever books first.`,
      source: `booking.wait_over:${waitId}:${askedAt}`,
      href: `/services/book-a-vet?vet=${providerId}&day=${day}`,
    })
  },
)
