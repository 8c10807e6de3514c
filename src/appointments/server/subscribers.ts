import type { SuspensionLifted } from '#/accounts/events.ts'
import { cardPathFor } from '#/appointments/card-path.ts'
import type { AppointmentChanged, AppointmentNoted } from '#/appointments/events.ts'
import { type AppointmentStatus, isBlocking } from '#/appointments/rules.ts'
import { type Trades, tradeOf } from '#/appointments/trade.ts'
import { isWithdrawn } from '#/appointments/withdrawn.ts'
import type { WaitOver } from '#/booking/events.ts'
import { announceFreed, tellOfTimes } from '#/booking/server/index.ts'
import { trades as allTrades, recordOfTrade } from '#/booking/trades.ts'
import { dayFor, type Reader } from '#/kernel/reader-time.ts'
import { builtOnce, type StandIns } from '#/kernel/server/built-once.ts'
import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import { hint } from '#/kernel/server/live.ts'
import { together } from '#/kernel/server/round-trips.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { NotificationType } from '#/notifications/notification-types.ts'
import { dropOvertaken, notify } from '#/notifications/server/index.ts'
import type { VerificationChanged } from '#/verification/events.ts'
import { asSeenBy, type BookedSide } from './blocked.ts'
import { calendarEventOf, selectForCalendars } from './calendar-event.ts'
import { closedOf, forReader, isAnswer, noteWords, wordsFor } from './change-words.ts'
import { cancelForLeaver } from './closing.ts'
import { findMove } from './history.ts'
import { named } from './kind.ts'
import { paymentSubscribers } from './payment-events.ts'
import { tellOfProposal } from './proposal-notices.ts'
import { awaitsPayment, dueOf } from './show.ts'
import { suspensionSubscribers } from './suspension.ts'

/** A trade's addition to an owner's notice of a change; null for none. */
export type MoreForOwner = Readonly<
  Record<
    string,
    (
      work: Work & { actor: { userId: string; records: Record<string, string> } },
      changed: { appointmentId: string; to: AppointmentStatus },
    ) => Promise<string | null>
  >
>

/** Share lock: a concurrent move waits, so we either notify about its result or it marks our notice read. */
const changedStatement = builtOnce((db, { appointmentId }: StandIns<{ appointmentId: string }>) =>
  selectForCalendars(db).where('a.id', '=', appointmentId).forShare(['a']).compile(),
)

/** Notifies owner and provider about every change. A second delivery notifies nobody twice. */
export const tellBothSides = (trades: Trades, moreForOwner: MoreForOwner = {}) =>
  subscriber<AppointmentChanged>(
    'appointments.changed',
    'appointments.tell-both-sides',
    async (work, { changeId, appointmentId, to, by, refund, isToldTogether }) => {
      if (isToldTogether) return
      const [[found]] = await together(work.db, changedStatement(work.db, { appointmentId }))
      if (!found) return
      const row = named(trades, found)
      await hint(work.db, [row.owner_user_id, row.provider_user_id], 'appointments')
      await tellOfTimes(work.db, row.provider_id)
      const causedBy = by === 'owner' ? row.owner_user_id : by === 'provider' ? row.provider_user_id : null
      const wordsTo = (side: BookedSide) =>
        forReader((reader) => wordsFor(asSeenBy(side, row), { to, by, refund, reader })[side])
      // The owner reads of it with the acceptance that withdrew it.
      const isFirstElsewhere = isWithdrawn(closedOf(row))
      const owner = isFirstElsewhere ? undefined : wordsTo('owner')
      const provider = wordsTo('provider')
      // Skip stale events: a late "confirmed" must not follow a "cancelled".
      const isStale = (to === 'pending' || to === 'confirmed') && row.status !== to
      if (isStale) return
      const actor = { userId: row.owner_user_id, records: { pet_owner: row.owner_id } }
      const more = owner && (await moreForOwner[row.trade]?.({ ...work, actor }, { appointmentId, to }))
      // Only confirmed appointments are in calendars, and completed ones stay there.
      const isForCalendars = to === 'confirmed' || (to === 'cancelled' && row.was_agreed)
      const calendarOf = (side: BookedSide) => isForCalendars && { calendar: [calendarEventOf(row, side)] }
      const notice = {
        type: typeOf(to, isAnswer(row, to, by)),
        source: `appointments.changed:${changeId}`,
        metadata: { appointment_id: appointmentId },
        causedBy,
        isPressing: row.was_agreed && to !== 'confirmed',
        dueAt: dueOf(row, work.now),
      }
      if (row.status === to)
        await dropOvertaken(work.db, {
          userIds: [row.owner_user_id, row.provider_user_id],
          appointmentId,
          isForCalendars,
          sources: [
            'appointments.changed:',
            'appointments.noted:',
            'appointments.proposal_changed:',
            'appointments.reminder:',
            'payments.failed:',
          ],
          by: notice.source,
        })
      await notify(
        work,
        ...(owner
          ? [
              {
                ...notice,
                ...owner,
                ...(more && { message: (reader: Reader) => `${owner.message(reader)} ${more}` }),
                ...calendarOf('owner'),
                userId: row.owner_user_id,
                href: hrefFor('owner', to, true, row.id),
              },
            ]
          : []),
        ...(provider
          ? [
              {
                ...notice,
                ...provider,
                ...calendarOf('provider'),
                userId: row.provider_user_id,
                href: hrefFor('provider', to, to === 'confirmed' || awaitsPayment(row), row.id),
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

function hrefFor(side: BookedSide, to: AppointmentStatus, agreed: boolean, id: string): string {
  if (to !== 'pending' && to !== 'confirmed') return cardPathFor(side, 'past', id)
  return cardPathFor(side, agreed ? 'upcoming' : 'requests', id)
}

/** Notifies both sides about a reschedule, the owner's claim or the provider's answer. */
export const tellOfNoted = (trades: Trades) =>
  subscriber<AppointmentNoted>(
    'appointments.noted',
    'appointments.tell-of-note',
    async (work, { changeId, appointmentId, what, estimate, by }) => {
      const found = await selectForCalendars(work.db).where('a.id', '=', appointmentId).executeTakeFirst()
      if (!found) return
      const row = named(trades, found)
      const isMove = what === 'rescheduled'
      const movedFrom = isMove ? (await findMove(work.db, changeId)).from : undefined
      const due = dueOf(row, work.now)
      const source = `appointments.noted:${changeId}`
      const tab = isBlocking(row.status) && row.ends_at > work.now ? 'upcoming' : 'past'
      const notices = (['owner', 'provider'] as const).flatMap((side) => {
        const said = forReader(
          (reader) =>
            noteWords(asSeenBy(side, row), { what, estimate, ...(by && { by }) }, reader, movedFrom)[side],
        )
        if (!said) return []
        return {
          ...said,
          type: isMove ? ('appointment_rescheduled' as const) : ('appointment_no_show' as const),
          source,
          metadata: { appointment_id: appointmentId },
          causedBy:
            side === 'provider'
              ? row.owner_user_id
              : isMove && by !== 'provider'
                ? null
                : row.provider_user_id,
          isPressing: row.was_agreed,
          dueAt: movedFrom && movedFrom < due ? movedFrom : due,
          ...(isMove && row.was_agreed && { calendar: [calendarEventOf(row, side)] }),
          userId: side === 'owner' ? row.owner_user_id : row.provider_user_id,
          href: cardPathFor(side, tab, row.id),
        }
      })
      await hint(work.db, [row.owner_user_id, row.provider_user_id], 'appointments')
      if (isMove) {
        await tellOfTimes(work.db, row.provider_id)
        await dropOvertaken(work.db, {
          userIds: [row.owner_user_id, row.provider_user_id],
          appointmentId,
          by: source,
          sources: ['appointments.noted:', 'appointments.proposal_changed:', 'appointments.reminder:'],
          isForCalendars: row.was_agreed,
        })
      }
      await notify(work, ...notices)
    },
  )

/** Announces slots that were freed while the provider couldn't be booked, in case they can be again. */
const freeTimesOfRecord = subscriber<VerificationChanged>(
  'verification.changed',
  'appointments.free-times-of-record',
  async (work, { record, recordId, to }) => {
    const trade = allTrades.find((name) => recordOfTrade[name] === record)
    // Trainers and stylists are listed again before they are verified; the calendar knows.
    if (trade && to !== 'suspended' && to !== 'rejected')
      await announceFreed(work, { trade, providerId: recordId })
  },
)

const freeTimesOfReturned = subscriber<SuspensionLifted>(
  'accounts.suspension_lifted',
  'appointments.free-times-of-returned',
  async (work, { userId }) => {
    const providers = await work.db
      .selectFrom('providers')
      .select(['id', 'trade'])
      .where('user_id', '=', userId)
      .execute()
    for (const { id, trade } of providers) await announceFreed(work, { trade, providerId: id })
  },
)

/** Notifies people on the waitlist about a free slot. Someone else may have booked it by the time they look. */
const tellWaiting = (trades: Trades) =>
  subscriber<WaitOver>(
    'booking.wait_over',
    'appointments.tell-waiting',
    async (work, { trade, providerId, day, waitId, userId, askedAt }) => {
      const provider = await work.db
        .selectFrom('calendar_providers as c')
        .innerJoin('providers as p', 'p.id', 'c.provider_id')
        .select(['p.addressed_as', 'p.time_zone'])
        .where('p.id', '=', providerId)
        .where('c.listed', '=', true)
        .executeTakeFirst()
      if (!provider) return
      await notify(work, {
        type: 'time_free',
        userId,
        title: 'A time is free',
        message: (reader) =>
          `${provider.addressed_as} has a free time on ${dayFor(reader, day, provider.time_zone)}. It’s first come, first served.`,
        source: `booking.wait_over:${waitId}:${askedAt}`,
        href: tradeOf(trades, trade).bookingPath(providerId, day),
      })
    },
  )

export const appointmentSubscribers = (trades: Trades, moreForOwner: MoreForOwner = {}): Subscriber[] => [
  tellBothSides(trades, moreForOwner),
  tellOfNoted(trades),
  tellOfProposal(trades),
  tellWaiting(trades),
  freeTimesOfRecord,
  freeTimesOfReturned,
  cancelForLeaver,
  ...paymentSubscribers(trades),
  ...suspensionSubscribers(trades),
]
