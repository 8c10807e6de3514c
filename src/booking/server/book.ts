import type { CompiledQuery } from 'kysely'
import { refuseBooking } from '#/booking/contract.ts'
import { targetDays, targetsOn } from '#/booking/moving.ts'
import { proposalNoticeMinutes } from '#/booking/rules.ts'
import { chosenSlot, latestEnds } from '#/booking/sessions.ts'
import {
  bookingWindow,
  type Calendar,
  isHoliday,
  openDays,
  type Slot,
  shownDays,
  slotsOn,
  whyNoSlots,
} from '#/booking/slots.ts'
import { DAY } from '#/kernel/duration.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { watch } from '#/kernel/server/watches.ts'
import { addDays, type ClockTime, type Day, dayOf } from '#/kernel/time.ts'
import {
  findOpenBooking,
  lockDay,
  type NewHold,
  type Provider,
  type ProviderCalendar,
  readCalendar,
} from './queries.ts'

export type SlotChoice = { date: Day; startTime: ClockTime; endTime: ClockTime; startsAt?: Date | undefined }

export type ReservedSlot<Row> = { slot: Slot; timeZone: string; hold: NewHold; rows: Row[] }

type Reserving<Row> = {
  /** The appointment to be moved there. */
  ignored?: string | null
  /** The person who books or reschedules. Their bookings queue too, so that limits hold. */
  bookerId: string
  /** Ends appointments whose payment has lapsed and whose slot is being taken. */
  endLapsed(appointmentIds: string[]): Promise<void>
  /** The required length of a session that is being moved. */
  minutes?: number
  /** The provider proposes the time to its owner. */
  isProposal?: boolean
  /** A query to run under the same locks, in the same round trip. */
  beside?: CompiledQuery<Row>
}

/**
 * Checks under the provider's lock that the chosen time is a free slot: until the caller's transaction ends, nobody
 * else can take it. The caller writes the returned hold together with the appointment (`holdRow`).
 * @throws booking.slot_taken, booking.not_a_slot, booking.holiday, booking.past, booking.too_soon,
 * booking.outside_window, request.not_found
 */
export async function reserveSlot<Row = never>(
  db: Db,
  provider: Provider,
  choice: SlotChoice,
  now: Date,
  { endLapsed, minutes, isProposal = false, ...looking }: Reserving<Row>,
): Promise<ReservedSlot<Row>> {
  const { calendar: known, rows } = await lockDay(db, provider, choice.date, now, looking)
  if (!known?.listed) return refuseRequest('request.not_found')
  const calendar = isProposal ? forProposal(known) : known
  if (calendar.isClosedToViewer) refuseBooking('booking.not_a_slot')

  const find = (changes: Partial<Calendar>, at = now) =>
    chosenSlot(provider.trade, slotsOn({ ...calendar, ...changes }, choice.date, at), choice, minutes)
  const slot = find({})
  if (!slot) {
    const { first, last } = bookingWindow(now, calendar.timeZone)
    if (choice.date < first) refuseBooking('booking.past')
    if (choice.date > last) refuseBooking('booking.outside_window')
    if (find({ busy: [] })) refuseBooking('booking.slot_taken')
    if (isHoliday(calendar, choice.date)) refuseBooking('booking.holiday')
    const atNoNotice = { busy: [], minimumNoticeMinutes: 0 }
    if (find(atNoNotice)) refuseBooking('booking.too_soon')
    const wasSlot = find(atNoNotice, new Date(now.getTime() - DAY))
    return refuseBooking(wasSlot ? 'booking.past' : 'booking.not_a_slot')
  }
  const { startsAt, endsAt } = slot
  if (choice.startsAt && choice.startsAt.getTime() !== startsAt.getTime()) refuseBooking('booking.not_a_slot')
  const { timeZone, providerUserId, lapsed } = calendar
  const reserved = { slot, timeZone, hold: { id: newId(), providerUserId, startsAt, endsAt } }
  if (lapsed.length === 0) return { ...reserved, rows }
  await endLapsed(lapsed)
  return { ...reserved, rows: looking.beside ? (await db.executeQuery(looking.beside)).rows : [] }
}

/** `movingId`: the viewer's appointment, as its owner or its provider, for which another time is wanted. */
type Viewing = { viewerId?: string; movingId?: string | undefined }

/** Returns the days of a listed provider's booking window with their states. */
export async function findOpenDays(db: Db, provider: Provider, now: Date, viewing: Viewing = {}) {
  const today = dayOf(now, 'UTC')
  const first = addDays(today, -1)
  const { calendar, moving } = await readFor(db, provider, first, addDays(today, 32), now, viewing)
  const days = moving ? targetDays(provider.trade, calendar, moving, now) : shownDays(calendar, now)
  return {
    timeZone: calendar.timeZone,
    days,
    onlyHolidays:
      !days.some(({ state }) => state === 'available' || state === 'full') &&
      openDays(calendar, now).some(({ state }) => state === 'holiday'),
  }
}

/** Returns the free slots of one day, and if there are none, the reason. */
export async function findSlots(db: Db, provider: Provider, day: Day, now: Date, viewing: Viewing = {}) {
  const { calendar, moving } = await readFor(db, provider, day, day, now, viewing)
  const { timeZone } = calendar
  if (moving) {
    const { slots, reason } = targetsOn(provider.trade, calendar, moving, day, now)
    return { timeZone, slots: slots.map((slot) => ({ ...slot, latestEnd: null })), reason }
  }
  const slots = slotsOn(calendar, day, now)
  return {
    timeZone,
    slots: latestEnds(provider.trade, slots),
    reason: slots.length > 0 ? null : whyNoSlots(calendar, day, now),
  }
}

async function readFor(
  db: Db,
  provider: Provider,
  first: Day,
  last: Day,
  now: Date,
  { viewerId, movingId }: Viewing,
) {
  if (viewerId) watch(db, provider.providerId, viewerId)
  const moving = movingId && viewerId ? await findOpenBooking(db, provider, movingId, viewerId) : null
  const looking = { viewerId: viewerId ?? null, ignored: movingId ?? null }
  const calendar = await readCalendar(db, provider, first, last, now, looking)
  if (!calendar?.listed || moving === undefined) return refuseRequest('request.not_found')
  return { calendar: moving?.isProposal ? forProposal(calendar) : calendar, moving }
}

const forProposal = (calendar: ProviderCalendar): ProviderCalendar => ({
  ...calendar,
  minimumNoticeMinutes: proposalNoticeMinutes,
})
