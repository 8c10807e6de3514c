import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MINUTE } from '#/kernel/duration.ts'
import { clockOf, minutesOf, weekdayOf } from '#/kernel/time.ts'
import { chosenSlot, endsFrom, inHalfHours, latestEnds, sessionTimes } from './sessions.ts'
import { meera, monday, mumbai, now, tuesday } from './slots.factory.ts'
import { type Calendar, slotsOn } from './slots.ts'

const quarters = fc
  .tuple(fc.nat(96), fc.nat(96))
  .map(([a, b]) => ({ from: Math.min(a, b) * 15, to: Math.max(a, b) * 15 }))
  .filter(({ from, to }) => from < to)

/** A Tuesday with hours, breaks and bookings at any quarter hour. */
const calendars: fc.Arbitrary<Calendar> = fc
  .record({
    hours: fc.array(quarters, { maxLength: 2 }),
    pauses: fc.array(quarters, { maxLength: 2 }),
    busy: fc.array(quarters, { maxLength: 4 }),
    bufferMinutes: fc.constantFrom(0, 0, 15, 45),
  })
  .map(({ hours, pauses, busy, bufferMinutes }) =>
    meera({
      bufferMinutes,
      hours: hours.map(({ from, to }, index) => ({
        scheduleId: `row ${index}`,
        dayOfWeek: weekdayOf(tuesday),
        scheduleDate: null,
        isAvailable: true,
        startTime: clockOf(from),
        endTime: clockOf(to),
        slotDurationMinutes: 45,
      })),
      breaks: pauses.map(({ from, to }) => ({
        scheduleId: 'row 0',
        startTime: clockOf(from),
        endTime: clockOf(to),
      })),
      busy: busy.map(({ from, to }) => ({ startsAt: at(from), endsAt: at(to) })),
    }),
  )

const at = (minutes: number) => new Date(mumbai(tuesday, '00:00').getTime() + minutes * MINUTE)

/** Tells whether every half hour of the session is worked and free, computed without the engine. */
function isFree({ hours, breaks, busy, bufferMinutes }: Calendar, from: number, to: number): boolean {
  for (let part = from; part < to; part += 30) {
    const worked =
      hours.length === 0 ||
      hours.some(
        (row) =>
          minutesOf(row.startTime) <= part &&
          part + 30 <= minutesOf(row.endTime) &&
          breaks.every(
            (pause) =>
              pause.scheduleId !== row.scheduleId ||
              part + 30 <= minutesOf(pause.startTime) ||
              minutesOf(pause.endTime) <= part,
          ),
      )
    const buffer = bufferMinutes * MINUTE
    const taken = busy.some(
      ({ startsAt, endsAt }) =>
        startsAt.getTime() - buffer < at(part + 30).getTime() &&
        at(part).getTime() < endsAt.getTime() + buffer,
    )
    if (!worked || taken) return false
  }
  return true
}

it('a session can be booked exactly where it ends after its start, lasts 30 to 240 minutes, and each half hour is worked and free', () => {
  fc.assert(
    fc.property(calendars, (calendar) => {
      const free = slotsOn(inHalfHours(calendar), tuesday, now)
      const pairs = sessionTimes.flatMap((startTime) =>
        sessionTimes.map((endTime) => ({ startTime, endTime })),
      )
      const allowed = pairs.filter(({ startTime, endTime }) => {
        const [from, to] = [minutesOf(startTime), minutesOf(endTime)]
        return from < to && to - from <= 240 && isFree(calendar, from, to)
      })
      expect(pairs.filter((pair) => chosenSlot('training', free, pair))).toEqual(allowed)
      expect(
        latestEnds('training', free).flatMap(({ startTime, latestEnd }) =>
          endsFrom(startTime, latestEnd!).map((endTime) => ({ startTime, endTime })),
        ),
      ).toEqual(allowed)
      for (const pair of allowed)
        expect(chosenSlot('training', free, pair)).toMatchObject({
          startsAt: at(minutesOf(pair.startTime)),
          endsAt: at(minutesOf(pair.endTime)),
        })
    }),
  )
})

it('without weekly hours all 23 fixed times are there, on dates with hours of their own only those', () => {
  const open = inHalfHours(meera({ hours: [] }))
  expect(sessionTimes).toHaveLength(23)
  const free = slotsOn(open, tuesday, now)
  expect([free[0]!.startTime, free.at(-1)!.endTime]).toEqual(['09:00', '20:00'])
  const dated = { scheduleId: 'dated', dayOfWeek: 'tuesday' as const, scheduleDate: tuesday }
  const short = { ...dated, isAvailable: true, startTime: '09:10', endTime: '11:05', slotDurationMinutes: 60 }
  const cut = slotsOn(inHalfHours(meera({ hours: [short] })), tuesday, now)
  expect(cut.map(({ startTime }) => startTime)).toEqual(['09:30', '10:00', '10:30'])
  expect(slotsOn(inHalfHours(meera({ hours: [{ ...short, isAvailable: false }] })), tuesday, now)).toEqual([])
})

it('the notice cuts the beginning of a day', () => {
  const free = slotsOn(inHalfHours(meera({ hours: [], minimumNoticeMinutes: 180 })), monday, now)
  expect(free[0]!.startTime).toBe('11:00')
})

it('a session that is moved keeps its length', () => {
  const free = slotsOn(inHalfHours(meera({ hours: [] })), tuesday, now)
  const choice = { startTime: '10:00', endTime: '11:30' } as const
  expect(chosenSlot('training', free, choice, 90)).toBeDefined()
  expect(chosenSlot('training', free, choice, 60)).toBeUndefined()
})
