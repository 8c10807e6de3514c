import type { z } from 'zod'
import { closedRow, wholeWeek } from '#/booking/availability.ts'
import {
  type Availability,
  type dateInput,
  type dateRemovalInput,
  type holidayInput,
  type holidayRemovalInput,
  type hoursInput,
  refuse,
  type settingsInput,
  type weekInput,
} from '#/booking/availability-contract.ts'
import { datesLimit, daysAheadLimit, holidaysLimit, hoursProblems, noDateVersion } from '#/booking/hours.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { addDays, type Day, weekdayOf } from '#/kernel/time.ts'
import { changeAvailability, checkVersion } from './availability.ts'
import {
  deleteHoliday,
  insertHoliday,
  keepHoursInWords,
  replaceRows,
  updateSettings,
} from './availability-queries.ts'

type Range = z.output<typeof hoursInput>

/** Replaces the weekly hours, also in the text on the provider's card. */
export function saveWeek(work: ActorWork, input: z.output<typeof weekInput>): Promise<Availability> {
  return changeAvailability(work, input, (before) => {
    checkVersion(input.version, before.week.version)
    for (const { day, isOpen, ranges } of input.days) checkHours(isOpen, ranges, { day })
    const known = idsOf(before.week.days.flatMap(({ ranges }) => ranges))
    const rows = input.days.flatMap(({ day, isOpen, ranges }) =>
      ownRows(ranges, known).map((range) => ({ ...range, day, isOpen })),
    )
    return {
      after: { ...before, week: { days: wholeWeek<(typeof input.days)[number]>(input.days) } },
      async write(db, provider) {
        await replaceRows(db, provider, null, rows)
        await keepHoursInWords(db, provider)
      },
    }
  })
}

export function saveDate(work: ActorWork, input: z.output<typeof dateInput>): Promise<Availability> {
  return changeAvailability(work, input, (before, today) => {
    const { date, isOpen } = input
    const saved = before.dates.find((own) => own.date === date)
    checkVersion(input.version, saved?.version ?? noDateVersion)
    checkDay(date, today)
    if (!saved && before.dates.length >= datesLimit) refuse('booking.too_many_days')
    checkHours(isOpen, input.ranges, { date })
    const on = { day: weekdayOf(date), isOpen }
    const ranges = isOpen
      ? ownRows(input.ranges, idsOf(saved?.ranges ?? []))
      : [{ ...closedRow, id: null, breaks: [] }]
    const others = before.dates.filter((own) => own.date !== date)
    return {
      after: { ...before, dates: [...others, { date, isOpen, ranges }] },
      write: (db, provider) =>
        replaceRows(
          db,
          provider,
          date,
          ranges.map((range) => ({ ...range, ...on })),
        ),
    }
  })
}

export function removeDate(work: ActorWork, input: z.output<typeof dateRemovalInput>): Promise<Availability> {
  return changeAvailability(work, input, (before) => {
    const saved = before.dates.find((own) => own.date === input.date)
    if (!saved) refuseRequest('request.not_found')
    checkVersion(input.version, saved!.version)
    return {
      after: { ...before, dates: before.dates.filter((own) => own !== saved) },
      write: (db, provider) => replaceRows(db, provider, input.date, []),
    }
  })
}

export function addHoliday(work: ActorWork, input: z.output<typeof holidayInput>): Promise<Availability> {
  return changeAvailability(work, input, (before, today) => {
    const { startDate, endDate, reason } = input
    if (endDate < startDate) refuse('booking.holiday_ends_first')
    checkDay(endDate, today)
    const isSame = (other: { startDate: Day; endDate: Day }) =>
      other.startDate === startDate && other.endDate === endDate
    if (before.holidays.some(isSame)) refuse('booking.holiday_known')
    if (before.holidays.length >= holidaysLimit) refuse('booking.too_many_days')
    const holiday = { startDate, endDate, reason }
    return {
      after: { ...before, holidays: [...before.holidays, holiday] },
      write: (db, provider) => insertHoliday(db, provider, holiday),
    }
  })
}

export function removeHoliday(
  work: ActorWork,
  input: z.output<typeof holidayRemovalInput>,
): Promise<Availability> {
  return changeAvailability(work, input, (before) => ({
    after: before,
    async write(db, provider) {
      if (!(await deleteHoliday(db, provider, input.id))) refuseRequest('request.not_found')
    },
  }))
}

export function saveSettings(work: ActorWork, input: z.output<typeof settingsInput>): Promise<Availability> {
  return changeAvailability(work, input, (before) => {
    checkVersion(input.version, before.settings.version)
    return {
      after: { ...before, settings: input },
      write: (db, provider) => updateSettings(db, provider, input),
    }
  })
}

function checkHours(isOpen: boolean, ranges: Range[], on: { day: string } | { date: Day }): void {
  if (isOpen && ranges.length === 0) refuse('booking.hours_missing', on)
  const [problem] = hoursProblems(ranges)
  if (!problem) return
  const { code, ...where } = problem
  refuse(code, { ...on, ...where })
}

function checkDay(last: Day, today: Day): void {
  if (last < today) refuse('booking.day_over')
  if (last > addDays(today, daysAheadLimit)) refuse('booking.too_far')
}

const idsOf = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id))

/** Matches the sent rows with saved ones. An id that is unknown or sent twice is refused as not found. */
function ownRows(ranges: Range[], left: Set<string>) {
  return ranges.map((range) => {
    const id = range.id ?? null
    if (id !== null && !left.delete(id)) refuseRequest('request.not_found')
    return { ...range, id }
  })
}
