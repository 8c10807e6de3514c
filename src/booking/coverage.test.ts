import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#/kernel/duration.ts'
import { addDays, clockOf, minutesOf, weekdayOf } from '#/kernel/time.ts'
import { isOpenAt, isWithinHours, leftOutside, openTimesOn } from './coverage.ts'
import { openWithoutWeek } from './open-hours.ts'
import { booked, meera, monday, mumbai, nextMonday, now, row, tuesday } from './slots.factory.ts'
import { type Calendar, slotsOn } from './slots.ts'

const pause = { scheduleId: 'weekly', startTime: '10:00', endTime: '10:30' }

describe('a booking', () => {
  it('lies within the hours whatever their slots are, to the minute', () => {
    const calendar = meera({
      hours: [row({ startTime: '09:10', endTime: '12:00', slotDurationMinutes: 45 })],
    })
    expect(isWithinHours(calendar, booked('09:10', '12:00'))).toBe(true)
    expect(isWithinHours(calendar, booked('10:03', '10:33'))).toBe(true)
    expect(isWithinHours(calendar, booked('09:09', '09:30'))).toBe(false)
    expect(isWithinHours(calendar, booked('11:31', '12:01'))).toBe(false)
    expect(isWithinHours(calendar, booked('09:30', '10:00', tuesday))).toBe(false)
  })

  it('may reach over hours that touch, and over midnight', () => {
    const morning = row({ endTime: '11:00' })
    const noon = row({ scheduleId: 'noon', startTime: '11:00', endTime: '14:00' })
    expect(isWithinHours(meera({ hours: [noon, morning] }), booked('10:30', '11:30'))).toBe(true)
    const late = row({ startTime: '22:00', endTime: '24:00' })
    const early = row({ scheduleId: 'early', dayOfWeek: 'tuesday', startTime: '00:00', endTime: '02:00' })
    const overMidnight = { startsAt: mumbai(monday, '23:30'), endsAt: mumbai(tuesday, '00:30') }
    expect(isWithinHours(meera({ hours: [late, early] }), overMidnight)).toBe(true)
    expect(isWithinHours(meera({ hours: [late] }), overMidnight)).toBe(false)
    const untilMidnight = { startsAt: mumbai(monday, '23:30'), endsAt: mumbai(tuesday, '00:00') }
    expect(isWithinHours(meera({ hours: [late] }), untilMidnight)).toBe(true)
  })

  it('lies outside when a break of its hours overlaps it, and within where another row works on', () => {
    const calendar = meera({ breaks: [pause] })
    expect(isWithinHours(calendar, booked('09:30', '10:00'))).toBe(true)
    expect(isWithinHours(calendar, booked('09:30', '10:01'))).toBe(false)
    const assistant = row({ scheduleId: 'assistant' })
    expect(isWithinHours({ ...calendar, hours: [row(), assistant] }, booked('09:30', '10:30'))).toBe(true)
  })

  it('lies outside on a holiday, on a closed date and when the day has other hours', () => {
    const holidays = [{ startDate: monday, endDate: monday, reason: null }]
    expect(isWithinHours(meera({ holidays }), booked('09:30', '10:00'))).toBe(false)
    const dated = row({ scheduleId: 'dated', scheduleDate: monday, startTime: '14:00', endTime: '16:00' })
    expect(isWithinHours(meera({ hours: [row(), dated] }), booked('09:30', '10:00'))).toBe(false)
    expect(isWithinHours(meera({ hours: [row(), dated] }), booked('14:30', '15:00'))).toBe(true)
    expect(isWithinHours(meera({ hours: [row(), dated] }), booked('09:30', '10:00', nextMonday))).toBe(true)
    expect(
      isWithinHours(meera({ hours: [row(), { ...dated, isAvailable: false }] }), booked('14:30', '15:00')),
    ).toBe(false)
  })

  it('that is a stay needs hours at drop-off and pick-up, and no closed date between', () => {
    const stay = (drop: string, pick: string) => ({
      startsAt: mumbai(monday, drop),
      endsAt: mumbai(nextMonday, pick),
      isStay: true,
    })
    const hours = [row({ startTime: '09:00', endTime: '12:00' })]
    expect(isWithinHours(meera({ hours }), stay('12:00', '09:00'))).toBe(true)
    expect(isWithinHours(meera({ hours, breaks: [pause] }), stay('10:15', '09:00'))).toBe(false)
    expect(isWithinHours(meera({ hours }), stay('12:01', '09:00'))).toBe(false)
    expect(isWithinHours(meera({ hours }), stay('12:00', '08:59'))).toBe(false)
    const closed = row({ scheduleId: 'closed', scheduleDate: tuesday, isAvailable: false })
    expect(isWithinHours(meera({ hours: [...hours, closed] }), stay('12:00', '09:00'))).toBe(false)
    const holidays = [{ startDate: tuesday, endDate: tuesday, reason: null }]
    expect(isWithinHours(meera({ hours, holidays }), stay('12:00', '09:00'))).toBe(false)
    const all = openWithoutWeek(meera({ hours: [] }))
    expect(isWithinHours(all, stay('00:00', '23:59'))).toBe(true)
    expect(isOpenAt(all, mumbai(tuesday, '00:00'))).toBe(true)
  })

  it('moves out when the provider moves to another zone', () => {
    const bookings = [booked('09:30', '10:00')]
    expect(leftOutside(meera(), meera({ timeZone: 'Asia/Dubai' }), bookings)).toEqual(bookings)
    expect(leftOutside(meera(), meera({ timeZone: 'Asia/Colombo' }), bookings)).toEqual([])
  })

  it('that was outside already is not told again', () => {
    const bookings = [booked('09:30', '10:00'), booked('15:00', '16:00')]
    expect(leftOutside(meera(), meera({ hours: [] }), bookings)).toEqual([bookings[0]])
  })
})

/** Includes zones and days with a clock change. */
const places = [
  ['Asia/Kolkata', '2026-11-30'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Africa/Cairo', '2026-04-24'],
  ['Pacific/Chatham', '2026-04-05'],
] as const
const spans = fc
  .tuple(fc.nat(96), fc.nat(96))
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => ({ startTime: clockOf(Math.min(a, b) * 15), endTime: clockOf(Math.max(a, b) * 15) }))
const situations = fc.record({
  place: fc.constantFrom(...places),
  rows: fc.array(
    fc.record({
      span: spans,
      day: fc.constantFrom(-1, 0, 0, 1),
      dated: fc.boolean(),
      open: fc.constantFrom(true, true, true, false),
      rest: fc.option(spans),
    }),
    { maxLength: 5 },
  ),
  holiday: fc.constantFrom(null, null, null, 0, 1),
  at: fc.integer({ min: -20, max: 130 }),
  length: fc.integer({ min: 1, max: 16 }),
})

function calendarIn({
  place: [timeZone, date],
  rows,
  holiday,
}: {
  place: readonly [string, string]
  rows: {
    span: { startTime: string; endTime: string }
    day: number
    dated: boolean
    open: boolean
    rest: { startTime: string; endTime: string } | null
  }[]
  holiday: number | null
}): Calendar {
  return {
    timeZone,
    minimumNoticeMinutes: 0,
    bufferMinutes: 0,
    busy: [],
    hours: rows.map(({ span, day, dated, open }, index) => ({
      scheduleId: `row ${index}`,
      dayOfWeek: weekdayOf(addDays(date, day)),
      scheduleDate: dated ? addDays(date, day) : null,
      isAvailable: open,
      slotDurationMinutes: 15,
      ...span,
    })),
    breaks: rows.flatMap(({ rest }, index) => (rest ? [{ scheduleId: `row ${index}`, ...rest }] : [])),
    holidays:
      holiday === null
        ? []
        : [{ startDate: addDays(date, holiday), endDate: addDays(date, holiday), reason: null }],
  }
}

/** Reads the wall clock minute by minute, with Temporal and without slots: slow, but independent of the code. */
function worksAt(calendar: Calendar, instant: number): boolean {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(calendar.timeZone)
  const day = local.toPlainDate().toString()
  const minute = local.hour * 60 + local.minute
  if (calendar.holidays.some(({ startDate, endDate }) => startDate <= day && day <= endDate)) return false
  const dated = calendar.hours.filter(({ scheduleDate }) => scheduleDate === day)
  if (dated.some(({ isAvailable }) => !isAvailable)) return false
  const rows =
    dated.length > 0
      ? dated
      : calendar.hours.filter(
          (hours) => hours.scheduleDate === null && hours.isAvailable && hours.dayOfWeek === weekdayOf(day),
        )
  const holds = ({ startTime, endTime }: { startTime: string; endTime: string }) =>
    minutesOf(startTime) <= minute && minute < minutesOf(endTime)
  return rows.some(
    (hours) =>
      holds(hours) && !calendar.breaks.some((rest) => rest.scheduleId === hours.scheduleId && holds(rest)),
  )
}

describe('holds for any calendar, at every clock change', () => {
  it('a booking is within the hours exactly when each of its minutes is', () => {
    const seen = { within: 0, outside: 0 }
    fc.assert(
      fc.property(situations, (situation) => {
        const calendar = calendarIn(situation)
        const midnight = Temporal.PlainDate.from(situation.place[1]).toZonedDateTime(situation.place[0])
        const startsAt = new Date(midnight.epochMilliseconds + situation.at * 15 * MINUTE)
        const endsAt = new Date(startsAt.getTime() + situation.length * 15 * MINUTE)
        const minutes = Array.from(
          { length: situation.length * 15 },
          (_, minute) => startsAt.getTime() + minute * MINUTE,
        )
        const literally = minutes.every((minute) => worksAt(calendar, minute))
        seen[literally ? 'within' : 'outside']++
        expect(isWithinHours(calendar, { startsAt, endsAt })).toBe(literally)
      }),
      { numRuns: 2_000 },
    )
    expect(Math.min(seen.within, seen.outside)).toBeGreaterThan(40)
  })

  it('every slot that is offered lies within the hours', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const calendar = calendarIn(situation)
        const [, date] = situation.place
        for (const day of [addDays(date, -1), date, addDays(date, 1)])
          for (const slot of slotsOn(calendar, day, new Date(Date.parse(date) - 3 * 1440 * MINUTE)))
            expect(isWithinHours(calendar, slot)).toBe(true)
      }),
    )
  })

  it('a change leaves outside exactly what the hours covered before and do not cover after', () => {
    fc.assert(
      fc.property(situations, situations, (one, other) => {
        const before = calendarIn(one)
        const after = calendarIn({ ...other, place: one.place })
        const slots = slotsOn(before, one.place[1], new Date(Date.parse(one.place[1]) - 1440 * MINUTE))
        expect(leftOutside(before, after, slots)).toEqual(slots.filter((slot) => !isWithinHours(after, slot)))
        expect(leftOutside(before, before, slots)).toEqual([])
      }),
    )
  })
})

it('the hours of today count whatever the time is now', () => {
  expect(
    isWithinHours(meera(), {
      startsAt: new Date(now.getTime() + 90 * MINUTE),
      endsAt: new Date(now.getTime() + 120 * MINUTE),
    }),
  ).toBe(true)
})

describe('the open times of a day', () => {
  it('join ranges that touch, and leave out breaks and holidays', () => {
    const noon = row({ scheduleId: 'noon', startTime: '12:00', endTime: '14:00' })
    const hours = [noon, row({ startTime: '09:00', endTime: '12:00' })]
    expect(openTimesOn(meera({ hours, breaks: [pause] }), monday)).toEqual([
      { startTime: '09:00', endTime: '10:00' },
      { startTime: '10:30', endTime: '14:00' },
    ])
    expect(openTimesOn(meera({ hours }), tuesday)).toEqual([])
    const holidays = [{ startDate: monday, endDate: monday, reason: null }]
    expect(openTimesOn(meera({ hours, holidays }), monday)).toEqual([])
  })

  it('are all day without weekly hours, except on a date with its own', () => {
    const dated = row({ scheduleId: 'dated', scheduleDate: monday, startTime: '14:00', endTime: '16:00' })
    const calendar = openWithoutWeek(meera({ hours: [dated] }))
    expect(openTimesOn(calendar, tuesday)).toEqual([{ startTime: '00:00', endTime: '24:00' }])
    expect(openTimesOn(calendar, monday)).toEqual([{ startTime: '14:00', endTime: '16:00' }])
  })
})
