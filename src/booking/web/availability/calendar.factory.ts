import type { z } from 'zod'
import { answer, refuse } from '#/app/testing/browser/answers.ts'
import { newId } from '#/app/testing/browser/made.ts'
import {
  type Availability,
  bookingContract,
  type hoursInput,
  type OwnCalendar,
  type weekInput,
} from '#/booking/availability-contract.ts'
import type { SlotTrade } from '#/booking/trades.ts'
import { WEEKDAYS, type Weekday } from '#/kernel/time.ts'

type Hours = Pick<z.input<typeof hoursInput>, 'startTime' | 'endTime' | 'slotMinutes' | 'breaks'>

export const range = (startTime: string, endTime: string, more: Partial<Hours> = {}): Hours => ({
  startTime,
  endTime,
  slotMinutes: 30,
  ...more,
})

const withIds = (ranges: readonly z.input<typeof hoursInput>[]) =>
  ranges.map(({ breaks = [], ...hours }) => ({
    ...hours,
    id: hours.id ?? newId(),
    breaks: breaks.map((pause) => ({ ...pause, reason: pause.reason ?? null })),
  }))

/** Makes a calendar in India with these hours on each of the days. */
export const makeCalendar = (ranges: Hours[] = [], days: readonly Weekday[] = WEEKDAYS) =>
  ({
    listed: true,
    settings: { timeZone: 'Asia/Kolkata', minimumNoticeMinutes: 0, bufferMinutes: 0, version: 'one' },
    week: {
      days: WEEKDAYS.map((day) => {
        const isOpen = ranges.length > 0 && days.includes(day)
        return { day, isOpen, ranges: isOpen ? withIds(ranges) : [] }
      }),
      version: 'one',
    },
    dates: [],
    holidays: [],
    busy: [],
    outside: [],
  }) as Availability

/** Makes a calendar as its owner's list has it, with nothing missing. */
export const makeOwnCalendar = (trade: SlotTrade, fields: Partial<OwnCalendar> = {}): OwnCalendar => ({
  trade,
  hasHours: true,
  hasPlace: true,
  awayUntil: null,
  ...fields,
})

/** Keeps a calendar that its page reads and changes, as the server would. */
export function keepCalendar(ranges: Hours[] = [], trade: SlotTrade = 'veterinary') {
  const calendar = makeCalendar(ranges)
  const read = () => structuredClone(calendar)
  let version = 1
  answer(bookingContract.availability, read)
  answer(bookingContract.calendars, () => ({
    calendars: [makeOwnCalendar(trade, { hasHours: calendar.week.days.some(({ isOpen }) => isOpen) })],
  }))
  const putWeek = (given: z.output<typeof weekInput>['days']) => {
    calendar.week = {
      version: `v${++version}`,
      days: WEEKDAYS.map((day) => {
        const one = given.find((other) => other.day === day)
        return { day, isOpen: one?.isOpen ?? false, ranges: withIds(one?.ranges ?? []) }
      }) as Availability['week']['days'],
    }
  }
  const saveWeek = () =>
    answer(bookingContract.saveWeek, ({ days }) => {
      putWeek(days)
      return read()
    })
  const { inputs: weeks } = saveWeek()
  answer(bookingContract.saveDate, ({ date, isOpen, ranges: given }) => {
    calendar.dates = calendar.dates.filter((one) => one.date !== date)
    calendar.dates.push({ date, isOpen, ranges: withIds(given), version: `v${++version}` } as never)
    return read()
  })
  answer(bookingContract.removeDate, ({ date }) => {
    calendar.dates = calendar.dates.filter((one) => one.date !== date)
    return read()
  })
  const addHoliday = () =>
    answer(bookingContract.addHoliday, ({ startDate, endDate, reason = null }) => {
      calendar.holidays.push({ id: newId(), startDate, endDate, reason } as never)
      return read()
    })
  addHoliday()
  answer(bookingContract.removeHoliday, ({ id }) => {
    calendar.holidays = calendar.holidays.filter((one) => one.id !== id)
    return read()
  })
  const { inputs: settings } = answer(
    bookingContract.saveSettings,
    ({ timeZone, minimumNoticeMinutes, bufferMinutes }) => {
      calendar.settings = { timeZone, minimumNoticeMinutes, bufferMinutes, version: `v${++version}` }
      return read()
    },
  )
  return {
    calendar,
    weeks,
    settings,
    saveWeek,
    /** Another tab has saved: the next save is refused. */
    changeElsewhere(days: z.output<typeof weekInput>['days']) {
      putWeek(days)
      return refuse(bookingContract.saveWeek, 'booking.hours_changed')
    },
  }
}
