import { sql } from 'kysely'
import type { SuspensionLifted } from '#/accounts/events.ts'
import { refuseBooking } from '#/booking/contract.ts'
import type { TimeFreed, WaitOver } from '#/booking/events.ts'
import { mostWaits } from '#/booking/rules.ts'
import { bookingWindow, slotsOn, whyNoSlots } from '#/booking/slots.ts'
import { isBySlot, type Trade } from '#/booking/trades.ts'
import { refuseWait, type Wait } from '#/booking/waiting.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import { hintWatchers } from '#/kernel/server/live.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import type { Day } from '#/kernel/time.ts'
import type { VerificationChanged } from '#/verification/events.ts'
import { lockDay, lockProvider, type Provider, readCalendar } from './queries.ts'
import {
  countWaits,
  deleteWait,
  findAnyTrade,
  findWaited,
  findWaitedDays,
  findWaits,
  keepWait,
  takeWaits,
} from './wait-queries.ts'

/**
 * Puts the caller on the waitlist for a fully booked day. Holds the provider's lock from the check to the
 * commit, so that a slot freed in between is not missed.
 * @throws booking.not_a_slot, booking.not_full, booking.too_many_waits, booking.past, booking.outside_window,
 * request.not_found
 */
export async function wait(
  { db, actor: { userId }, now }: ActorWork,
  { day, ...provider }: Provider & { day: Day },
): Promise<Wait> {
  // Takes the person's own lock too, so that racing requests can't exceed the limit.
  const { calendar } = await lockDay(db, provider, day, now, { bookerId: userId })
  if (!calendar?.listed) return refuseRequest('request.not_found')
  if (calendar.isClosedToViewer) refuseBooking('booking.not_a_slot')
  const { first, last } = bookingWindow(now, calendar.timeZone)
  if (day < first) refuseBooking('booking.past')
  if (day > last) refuseBooking('booking.outside_window')
  if (whyNoSlots(calendar, day, now) !== 'booked') refuseWait('booking.not_full')
  const known = (await findWaits(db, userId, provider)).find((own) => own.day === day)
  if (known) return known
  if ((await countWaits(db, userId, now)) >= mostWaits) refuseWait('booking.too_many_waits')
  return keepWait(db, { ...provider, userId, day }, now)
}

export async function stopWaiting({ db, actor }: ActorWork, id: string): Promise<void> {
  if (!(await deleteWait(db, actor.userId, id))) refuseRequest('request.not_found')
}

/**
 * Announces that a slot may be free. Every change that may release one calls this in its own transaction. Does nothing
 * for sitters, whose days have no waitlist.
 */
export async function announceFreed(
  { announce }: Pick<Work, 'announce'>,
  { trade, providerId }: { trade: Trade; providerId: string },
): Promise<void> {
  if (isBySlot(trade)) await announce<TimeFreed>('booking.time_freed', { trade, providerId })
}

/**
 * Ends the waits for each day that has a free slot now, in all of the person's trades, because they share one calendar.
 * Notifies nobody about a slot that was taken again.
 */
export const endWaits = subscriber<TimeFreed>(
  'booking.time_freed',
  'booking.end-waits',
  async (work, provider) => {
    if (!(await lockProvider(work.db, provider))) return
    await tellOfTimes(work.db, provider.providerId)
    for (const waited of await findWaited(work.db, provider)) await endWaitsFor(work, waited)
  },
)

/** Tells open booking dialogs that the times of this provider have changed, in all of the person's trades. */
export const tellOfTimes = (db: Db, providerId: string): Promise<void> =>
  hintWatchers(
    db,
    sql`select a.id as subject from providers p join providers a on a.user_id = p.user_id
         where p.id = ${providerId}`,
    'times',
  )

/** Checks the waits when a provider can be booked again: no slot was announced while they couldn't. */
export const endWaitsOfReturned = [
  subscriber<SuspensionLifted>(
    'accounts.suspension_lifted',
    'booking.end-waits-after-suspension',
    (work, { userId }) => announceReturn(work, userId),
  ),
  subscriber<VerificationChanged>(
    'verification.changed',
    'booking.end-waits-after-verification',
    (work, { userId }) => announceReturn(work, userId),
  ),
]

async function announceReturn(work: Work, userId: string): Promise<void> {
  const provider = await findAnyTrade(work.db, userId)
  if (provider) await announceFreed(work, provider)
}

async function endWaitsFor({ db, now, announce }: Work, provider: Provider): Promise<void> {
  const waited = await findWaitedDays(db, provider)
  if (waited.length === 0) return
  const calendar = await readCalendar(db, provider, waited[0]!, waited.at(-1)!, now)
  if (!calendar?.listed) return
  const free = waited.filter((day) => slotsOn(calendar, day, now).length > 0)
  if (free.length === 0) return
  const over = await takeWaits(db, provider, free, now)
  await announce<WaitOver>(
    'booking.wait_over',
    over.map(({ id, user_id, day, asked_at }) => ({
      trade: provider.trade,
      providerId: provider.providerId,
      day,
      waitId: id,
      userId: user_id,
      askedAt: asked_at.toISOString(),
    })),
  )
}
