import { createHash } from 'node:crypto'
import { calendarOf, type Plan, wholeWeek } from '#/booking/availability.ts'
import { type Availability, type OutsideBooking, refuse } from '#/booking/availability-contract.ts'
import { isWithinHours, leftOutside } from '#/booking/coverage.ts'
import type { Trade } from '#/booking/trades.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor, ActorWork } from '#/kernel/server/work.ts'
import { type Day, dayOf } from '#/kernel/time.ts'
import {
  type AvailabilityRow,
  findOwnProvider,
  type Provider,
  readAvailability,
  type SavedRange,
} from './availability-queries.ts'
import { lockProvider } from './queries.ts'
import { announceFreed } from './waiting.ts'

type Own = { availability: Availability; today: Day; bookings: (OutsideBooking & { isStay: boolean })[] }

export type Planned = { after: Plan; write(db: Db, provider: Provider): Promise<unknown> }

/**
 * Returns the caller's own calendar.
 * @throws request.not_found without a record in that trade
 */
export async function findAvailability(db: Db, actor: Actor, trade: Trade, now: Date): Promise<Availability> {
  const provider = await findOwnProvider(db, trade, actor.userId)
  const own = provider && (await readOwn(db, provider, now))
  return own?.availability ?? refuseRequest('request.not_found')
}

/**
 * Changes the caller's own calendar under its lock, so that no booking slips in between the check and the write.
 * Refuses to leave bookings outside the hours unless the caller listed them in `knownOutside`.
 * @throws request.not_found, booking.bookings_outside with those bookings, and everything that `plan` throws
 */
export async function changeAvailability(
  { db, actor, now, announce }: ActorWork,
  { trade, knownOutside = [] }: { trade: Trade; knownOutside?: string[] | undefined },
  plan: (before: Availability, today: Day) => Planned,
): Promise<Availability> {
  const provider = await findOwnProvider(db, trade, actor.userId)
  if (!provider || !(await lockProvider(db, provider))) return refuseRequest('request.not_found')
  const own = await readOwn(db, provider, now)
  if (!own) return refuseRequest('request.not_found')

  const { after, write } = plan(own.availability, own.today)
  const bookings = leftOutside(calendarOf(trade, own.availability), calendarOf(trade, after), own.bookings)
  const known = new Set(knownOutside)
  if (bookings.some(({ id }) => !known.has(id)))
    refuse('booking.bookings_outside', { bookings: bookings.map(shown) })

  await write(db, provider)
  await announceFreed({ announce }, provider)
  const saved = await readOwn(db, provider, now)
  return saved!.availability
}

/** Refuses a change made from an outdated version; without a version it always passes. */
export function checkVersion(sent: string | undefined, current: string): void {
  if (sent !== undefined && sent !== current) refuse('booking.hours_changed')
}

const shown = ({ isStay: _, ...booking }: Own['bookings'][number]): OutsideBooking => booking

function versionOf(part: unknown): string {
  return createHash('sha256').update(JSON.stringify(part)).digest('base64url').slice(0, 22)
}

async function readOwn(db: Db, provider: Provider, now: Date): Promise<Own | undefined> {
  const row = await readAvailability(db, provider, now)
  if (!row) return undefined
  const today = dayOf(now, row.time_zone)
  const bookings = row.bookings.map(({ startsAt, endsAt, ownerName, ...booking }) => ({
    ...booking,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    ownerName: ownerName || 'Pet owner',
  }))
  const parts = partsOf(row, today)
  const calendar = calendarOf(provider.trade, parts)
  return {
    today,
    bookings,
    availability: {
      ...parts,
      listed: row.listed,
      busy: row.busy.map(([startsAt, endsAt]) => ({
        startsAt: new Date(startsAt),
        endsAt: new Date(endsAt),
      })),
      outside: bookings.filter((booking) => !isWithinHours(calendar, booking)).map(shown),
    },
  }
}

function partsOf(row: AvailabilityRow, today: Day) {
  const settings = {
    timeZone: row.time_zone,
    minimumNoticeMinutes: row.minimum_notice_minutes,
    bufferMinutes: row.buffer_minutes,
  }
  const weekly = row.rows.filter(({ date }) => date === null)
  const days = wholeWeek<Availability['week']['days'][number]>(
    [...Map.groupBy(weekly, ({ day }) => day)].map(([day, rows]) => ({ day, ...hoursOf(rows) })),
  )
  const dated = row.rows.filter(({ date }) => date !== null && date >= today)
  const dates = [...Map.groupBy(dated, ({ date }) => date!)].map(([date, rows]) => {
    const hours = rows.every(({ isOpen }) => isOpen) ? hoursOf(rows) : { isOpen: false, ranges: [] }
    return { date, ...hours, version: versionOf(hours) }
  })
  return {
    settings: { ...settings, version: versionOf(settings) },
    week: { days, version: versionOf(days) },
    dates,
    holidays: row.holidays.filter(({ endDate }) => endDate >= today),
  }
}

/** A row marked as open opens the day, and then only open rows count. A day off keeps its rows for later. */
function hoursOf(rows: (SavedRange & { isOpen: boolean })[]) {
  const open = rows.filter(({ isOpen }) => isOpen)
  const shown = open.length > 0 ? open : rows
  return {
    isOpen: open.length > 0,
    ranges: shown.map(({ id, startTime, endTime, slotMinutes, breaks }) => ({
      id,
      startTime,
      endTime,
      slotMinutes,
      breaks,
    })),
  }
}
