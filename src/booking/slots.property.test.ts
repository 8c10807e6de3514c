import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#/kernel/duration.ts'
import { addDays, clockOf, daysFrom, minutesOf, WEEKDAYS, weekdayOf } from '#/kernel/time.ts'
import { bookingWindow, type Calendar, openDays, slotsOn, type WorkingHours, whyNoSlots } from './slots.ts'

const ZONES = ['Asia/Kolkata', 'America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Africa/Cairo']

/** Days with clock changes, which random dates would hardly ever hit. */
const CHANGES = [
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Europe/London', '2026-03-29'],
  ['Europe/London', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Pacific/Chatham', '2026-04-05'],
  ['Africa/Cairo', '2026-04-24'],
] as const

const YEARS = { min: Date.UTC(2025, 0, 1) / MINUTE, max: Date.UTC(2030, 11, 31) / MINUTE }

/** A moment, and a day in its booking window: half the time any day, half the time one of those above. */
const moments = fc.oneof(
  fc
    .record({ zone: fc.constantFrom(...ZONES), minute: fc.integer(YEARS), ahead: fc.nat(30) })
    .map(({ zone, minute, ahead }) => {
      const now = new Date(minute * MINUTE)
      return { zone, now, day: addDays(bookingWindow(now, zone).first, ahead) }
    }),
  fc
    .record({ change: fc.constantFrom(...CHANGES), earlier: fc.nat(29 * 1440) })
    .map(({ change: [zone, day], earlier }) => ({
      zone,
      now: new Date(Date.parse(day) - earlier * MINUTE),
      day,
    })),
)

const spans = (smallest: number) =>
  fc
    .tuple(fc.nat(1440 / 5), fc.nat(1440 / 5))
    .map(([a, b]) => ({ from: Math.min(a, b) * 5, to: Math.max(a, b) * 5 }))
    .filter(({ from, to }) => to - from >= smallest)

const situations = moments
  .chain(({ zone, now, day }) => {
    const hours = fc.record({
      span: spans(30),
      dated: fc.constantFrom(false, false, false, true),
      slotDurationMinutes: fc.oneof(fc.integer({ min: 10, max: 60 }), fc.integer({ min: 10, max: 240 })),
      isAvailable: fc.constantFrom(true, true, true, true, true, true, true, false),
      pauses: fc.array(spans(5), { maxLength: 3 }),
    })
    const busy = fc.record({
      later: fc.integer({ min: -600, max: 1800 }),
      length: fc.integer({ min: 5, max: 180 }),
    })
    return fc.record({
      day: fc.constant(day),
      now: fc.constant(now),
      rows: fc.array(hours, { minLength: 1, maxLength: 3 }),
      busy: fc.array(busy, { maxLength: 6 }),
      holiday: fc.constantFrom(null, null, null, null, null, null, 0, 2),
      minimumNoticeMinutes: fc.constantFrom(0, 60, 1440),
      bufferMinutes: fc.constantFrom(0, 0, 10, 45),
      zone: fc.constant(zone),
    })
  })
  .map(({ day, now, rows, busy, holiday, minimumNoticeMinutes, bufferMinutes, zone }) => {
    const dayStart = Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds
    const calendar: Calendar = {
      timeZone: zone,
      minimumNoticeMinutes,
      bufferMinutes,
      hours: rows.map(({ span, dated, slotDurationMinutes, isAvailable }, index) => ({
        scheduleId: `row ${index}`,
        dayOfWeek: weekdayOf(day),
        scheduleDate: dated ? day : null,
        isAvailable,
        startTime: clockOf(span.from),
        endTime: clockOf(span.to),
        slotDurationMinutes,
      })),
      breaks: rows.flatMap(({ pauses }, index) =>
        pauses.map(({ from, to }) => ({
          scheduleId: `row ${index}`,
          startTime: clockOf(from),
          endTime: clockOf(to),
        })),
      ),
      holidays:
        holiday === null
          ? []
          : [{ startDate: addDays(day, -holiday), endDate: addDays(day, 1), reason: null }],
      busy: busy.map(({ later, length }) => ({
        startsAt: new Date(dayStart + later * MINUTE),
        endsAt: new Date(dayStart + (later + length) * MINUTE),
      })),
    }
    return { calendar, day, now }
  })

/**
 * Applies the rules literally, slot by slot and with Temporal: slow, but independent of the engine except for its
 * types.
 */
function literally({ calendar, day, now }: { calendar: Calendar; day: string; now: Date }): string[] {
  const { timeZone } = calendar
  if (calendar.holidays.some((holiday) => holiday.startDate <= day && day <= holiday.endDate)) return []
  const dated = calendar.hours.filter((row) => row.scheduleDate === day)
  if (dated.some((row) => !row.isAvailable)) return []
  const rows = dated.length > 0 ? dated : calendar.hours.filter((row) => row.isAvailable)
  const offered = new Set<string>()
  for (const row of rows) {
    const breaks = calendar.breaks.filter((pause) => pause.scheduleId === row.scheduleId)
    for (const [from, to] of gridOf(row)) {
      const startsAt = evenStart(day, from, to, timeZone)
      if (startsAt === undefined) continue
      const endsAt = startsAt + (to - from) * MINUTE
      const buffer = calendar.bufferMinutes * MINUTE
      const free =
        startsAt >= now.getTime() + calendar.minimumNoticeMinutes * MINUTE &&
        breaks.every((pause) => to <= minutesOf(pause.startTime) || from >= minutesOf(pause.endTime)) &&
        calendar.busy.every(
          (busy) => endsAt <= busy.startsAt.getTime() - buffer || startsAt >= busy.endsAt.getTime() + buffer,
        )
      if (free) offered.add(`${clockOf(from)}-${clockOf(to)} ${startsAt} ${endsAt}`)
    }
  }
  return [...offered].sort()
}

/** Returns the first occurrence of a local time from which clocks run evenly until the slot ends. */
function evenStart(day: string, from: number, to: number, timeZone: string): number | undefined {
  const local = Temporal.PlainDate.from(day).toPlainDateTime(clockOf(from))
  return (['earlier', 'later'] as const)
    .map((disambiguation) => local.toZonedDateTime(timeZone, { disambiguation }))
    .filter((start) => start.toPlainDateTime().equals(local))
    .find((start) => start.add({ minutes: to - from }).subtract({ seconds: 1 }).offset === start.offset)
    ?.epochMilliseconds
}

function gridOf(row: WorkingHours): [number, number][] {
  const open = minutesOf(row.startTime)
  const count = Math.floor((minutesOf(row.endTime) - open) / row.slotDurationMinutes)
  return Array.from({ length: count }, (_, k) => [
    open + k * row.slotDurationMinutes,
    open + (k + 1) * row.slotDurationMinutes,
  ])
}

const holds = (rule: (situation: { calendar: Calendar; day: string; now: Date }) => void) =>
  fc.assert(fc.property(situations, rule), { numRuns: 400 })

describe('holds for any calendar', () => {
  it('the rules read literally offer the same slots', () => {
    let offered = 0
    holds((situation) => {
      const slots = slotsOn(situation.calendar, situation.day, situation.now)
      offered += slots.length
      const told = slots.map(
        (slot) => `${slot.startTime}-${slot.endTime} ${slot.startsAt.getTime()} ${slot.endsAt.getTime()}`,
      )
      expect([...told].sort()).toEqual(literally(situation))
    })
    expect(offered).toBeGreaterThan(200)
  })

  it('no slot overlaps a break of its row or anything booked, buffer included', () => {
    holds(({ calendar, day, now }) => {
      for (const slot of slotsOn(calendar, day, now)) {
        for (const pause of calendar.breaks.filter(({ scheduleId }) => scheduleId === slot.scheduleId)) {
          expect(slot.endTime <= pause.startTime || slot.startTime >= pause.endTime).toBe(true)
        }
        for (const busy of calendar.busy) {
          const before = busy.startsAt.getTime() - slot.endsAt.getTime()
          const after = slot.startsAt.getTime() - busy.endsAt.getTime()
          expect(Math.max(before, after)).toBeGreaterThanOrEqual(calendar.bufferMinutes * MINUTE)
        }
      }
    })
  })

  it('every slot lies on the grid of its row, within its hours, and lasts what its row says', () => {
    holds(({ calendar, day, now }) => {
      for (const slot of slotsOn(calendar, day, now)) {
        const row = calendar.hours.find(({ scheduleId }) => scheduleId === slot.scheduleId)!
        const length = row.slotDurationMinutes
        const into = minutesOf(slot.startTime) - minutesOf(row.startTime)
        expect(into >= 0 && into % length === 0).toBe(true)
        expect(slot.endTime <= row.endTime).toBe(true)
        expect(minutesOf(slot.endTime) - minutesOf(slot.startTime)).toBe(length)
        expect(slot.endsAt.getTime() - slot.startsAt.getTime()).toBe(length * MINUTE)
      }
    })
  })

  it('slots are sorted and each is offered once', () => {
    holds(({ calendar, day, now }) => {
      const slots = slotsOn(calendar, day, now)
      const keys = slots.map((slot) => `${slot.startsAt.toISOString()} ${slot.endsAt.toISOString()}`)
      expect(keys).toEqual([...new Set(keys)].sort())
      expect(new Set(slots.map((slot) => `${slot.startTime} ${slot.endTime}`)).size).toBe(slots.length)
    })
  })

  it('every slot is in the window and beyond the notice', () => {
    holds(({ calendar, day, now }) => {
      const { first, last } = bookingWindow(now, calendar.timeZone)
      for (const date of [addDays(first, -1), first, day, last, addDays(last, 1)]) {
        for (const slot of slotsOn(calendar, date, now)) {
          expect(slot.date).toBe(date)
          expect(first <= date && date <= last).toBe(true)
          expect(slot.startsAt.getTime() - now.getTime()).toBeGreaterThanOrEqual(
            calendar.minimumNoticeMinutes * MINUTE,
          )
        }
      }
    })
  })

  it('one more booking never adds a slot, and booking an offered one takes it away', () => {
    holds(({ calendar, day, now }) => {
      const before = slotsOn(calendar, day, now)
      const chosen = before[Math.floor(before.length / 2)]
      if (!chosen) return
      const after = slotsOn({ ...calendar, busy: [...calendar.busy, chosen] }, day, now)
      const known = new Set(before.map((slot) => JSON.stringify([slot.startsAt, slot.endsAt])))
      for (const slot of after) {
        expect(known.has(JSON.stringify([slot.startsAt, slot.endsAt]))).toBe(true)
        expect(slot.endsAt <= chosen.startsAt || slot.startsAt >= chosen.endsAt).toBe(true)
      }
    })
  })

  it('the state of a day and the reason for its emptiness agree with its slots', () => {
    holds(({ calendar, day, now }) => {
      const everyDay = { ...calendar, hours: WEEKDAYS.flatMap((dayOfWeek) => onEvery(calendar, dayOfWeek)) }
      const states = openDays(everyDay, now)
      expect(states.map(({ date }) => date)).toEqual(
        daysFrom(bookingWindow(now, calendar.timeZone).first, 31),
      )
      for (const { date, state } of states) {
        const empty = slotsOn(everyDay, date, now).length === 0
        const reason = whyNoSlots(everyDay, date, now)
        expect(state === 'available').toBe(!empty)
        expect(reason === null).toBe(!empty)
        if (state === 'holiday' || state === 'closed') expect(reason).toBe(state)
        if (state === 'full') expect(reason).toBe('booked')
        if (state === 'over') expect(['break', 'past']).toContain(reason)
      }
      expect(states.some(({ date }) => date === day)).toBe(true)
    })
  })

  it('a day is full only by what is booked, and a holiday only where there is work without it', () => {
    holds(({ calendar, day, now }) => {
      const reason = whyNoSlots(calendar, day, now)
      const unbooked = slotsOn({ ...calendar, busy: [] }, day, now)
      expect(reason === 'booked').toBe(unbooked.length > 0 && slotsOn(calendar, day, now).length === 0)
      const isHoliday = calendar.holidays.length > 0
      const worked = whyNoSlots({ ...calendar, holidays: [] }, day, now) !== 'closed'
      expect(reason === 'holiday').toBe(isHoliday && worked)
    })
  })
})

function onEvery(calendar: Calendar, dayOfWeek: WorkingHours['dayOfWeek']): WorkingHours[] {
  return calendar.hours.map((row) => ({ ...row, dayOfWeek }))
}
