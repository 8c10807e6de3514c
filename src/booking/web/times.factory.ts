import type { z } from 'zod'
import { answer } from '#/app/testing/browser/answers.ts'
import { bookingContract } from '#/booking/availability-contract.ts'
import type { dayStateSchema } from '#/booking/contract.ts'
import { addDays, clockOf, type Day, minutesOf } from '#/kernel/time.ts'

export type DayState = z.output<typeof dayStateSchema>['state']

type Options = {
  /** The first of the 31 days. */
  first?: Day
  /** The states of the days that aren't available. */
  states?: Record<Day, DayState>
  /** The starts of the half hours that are free, in India. */
  starts?: readonly string[]
  onlyHolidays?: boolean
}

const timeZone = 'Asia/Kolkata'

export const slotAt = (date: Day, startTime: string) => ({
  date,
  startTime,
  endTime: clockOf(minutesOf(startTime) + 30),
  scheduleId: null,
  startsAt: new Date(`${date}T${startTime}:00+05:30`),
  latestEnd: null,
})

/** Answers a provider's free days and slots: each day is available from 09:00 to 11:00, unless told otherwise. */
export function answerTimes(options: Options = {}) {
  const { first = '2026-11-02', states = {}, onlyHolidays = false } = options
  const { starts = ['09:00', '09:30', '10:00', '10:30'] } = options
  const days = Array.from({ length: 31 }, (_, index) => {
    const date = addDays(first, index)
    return { date, state: states[date] ?? ('available' as const) }
  })
  answer(bookingContract.openDays, { timeZone, days, onlyHolidays })
  return answer(bookingContract.slots, ({ date }) => {
    const state = states[date] ?? 'available'
    const slots = state === 'available' ? starts.map((start) => slotAt(date, start)) : []
    const reason = {
      holiday: 'holiday',
      full: 'booked',
      over: 'past',
      closed: 'closed',
      available: null,
    } as const
    return { timeZone, slots, reason: reason[state] }
  })
}
