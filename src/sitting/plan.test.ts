import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE } from '#/kernel/duration.ts'
import { addDays, dayOf, minuteOf, minutesOf, WEEKDAYS, weekdayOf } from '#/kernel/time.ts'
import { daysOf, nightsOf, occurrencesOf, type Plan, problemOf } from './plan.ts'

const walk: Plan = {
  service: 'dog-walking',
  schedule: 'one-time',
  startDate: '2026-11-30',
  endDate: null,
  daysOfWeek: [],
  startTime: '07:00',
  endTime: '08:30',
}
const stay: Plan = {
  ...walk,
  service: 'hostel-checkin',
  endDate: '2026-12-03',
  startTime: '18:00',
  endTime: '10:00',
}
const weekly: Plan = { ...walk, schedule: 'repeat-weekly', daysOfWeek: ['monday', 'thursday'] }
const today = '2026-11-23'

test.each<[string, Partial<Plan> & { of?: Plan }, ReturnType<typeof problemOf>]>([
  ['a walk next week', {}, null],
  ['a stay whose pick-up is earlier in the day than its drop-off', { of: stay }, null],
  ['a stay without a night', { of: stay, endDate: '2026-11-30' }, 'sitting.ends_first'],
  ['a stay without an end', { of: stay, endDate: null }, 'sitting.ends_first'],
  ['31 nights', { of: stay, endDate: '2026-12-31' }, 'sitting.too_long'],
  ['a walk that ends when it begins', { endTime: '07:00' }, 'sitting.ends_first'],
  ['yesterday', { startDate: '2026-11-22' }, 'sitting.past'],
  ['half a year and a day ahead', { startDate: '2027-05-23' }, 'sitting.too_far'],
  ['32 days in a row', { endDate: '2026-12-31' }, 'sitting.too_long'],
  ['a repeat without a weekday', { of: weekly, daysOfWeek: [] }, 'sitting.weekday_needed'],
  [
    'a repeat that ends before its first weekday',
    { of: weekly, startDate: '2026-12-01', endDate: '2026-12-02' },
    'sitting.no_day',
  ],
])('%s: %o is %s', (_, { of = walk, ...change }, problem) => {
  expect(problemOf({ ...of, ...change }, today)).toBe(problem)
})

test('a stay is one appointment over its nights, and walks in a row are one each day', () => {
  expect(occurrencesOf(stay, 'Asia/Kolkata', stay.startDate, '2026-12-31')).toEqual([
    {
      day: '2026-11-30',
      startsAt: new Date('2026-11-30T12:30:00Z'),
      endsAt: new Date('2026-12-03T04:30:00Z'),
    },
  ])
  expect(nightsOf(stay)).toBe(3)
  expect(daysOf({ ...walk, endDate: '2026-12-02' }, walk.startDate, '2026-12-31')).toEqual([
    '2026-11-30',
    '2026-12-01',
    '2026-12-02',
  ])
})

test('a repeat at the end of a month goes on in the next', () => {
  expect(daysOf(weekly, '2027-01-28', '2027-02-05')).toEqual(['2027-01-28', '2027-02-01', '2027-02-04'])
})

const zones = [
  'Asia/Kolkata',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'UTC',
] as const
const clocks = fc
  .integer({ min: 0, max: 95 })
  .map(
    (quarter) =>
      `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
  )

describe('repeats over two years, in zones that change their clocks', () => {
  test('each chosen weekday has one, on its own clocks, and nothing else does', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 700 }),
        fc.subarray([...WEEKDAYS], { minLength: 1 }),
        clocks,
        fc.integer({ min: 1, max: 8 }),
        (zone, offset, daysOfWeek, startTime, hours) => {
          const from = addDays('2026-01-01', offset)
          const until = addDays(from, 27)
          const start = minutesOf(startTime)
          fc.pre(start + hours * 60 < 24 * 60)
          const endTime = `${String(Math.floor((start + hours * 60) / 60)).padStart(2, '0')}:${startTime.slice(3)}`
          const plan: Plan = { ...weekly, startDate: from, daysOfWeek, startTime, endTime }
          const made = occurrencesOf(plan, zone, from, until)
          expect(made).toHaveLength(daysOfWeek.length * 4)
          for (const { day, startsAt, endsAt } of made) {
            expect(daysOfWeek).toContain(weekdayOf(day))
            expect(endsAt > startsAt).toBe(true)
            expect(dayOf(startsAt, zone)).toBe(day)
            const begins = minuteOf(startsAt, zone)
            // If clocks skip the agreed time, it begins when they go on, within the hour.
            expect(begins === start || (begins > start && begins <= start + 60)).toBe(true)
            expect(
              Math.abs((endsAt.getTime() - startsAt.getTime()) / MINUTE - hours * 60),
            ).toBeLessThanOrEqual(60)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

test('a walk in the hour that clocks skip takes place right after it, for as long as agreed', () => {
  const night: Plan = { ...walk, startDate: '2027-03-28', startTime: '02:00', endTime: '03:00' }
  expect(occurrencesOf(night, 'Europe/Berlin', night.startDate, night.startDate)).toEqual([
    {
      day: '2027-03-28',
      startsAt: new Date('2027-03-28T01:00:00Z'),
      endsAt: new Date('2027-03-28T02:00:00Z'),
    },
  ])
})
