import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { expect, test } from 'vitest'
import { addDays, type Day, WEEKDAYS } from '#/kernel/time.ts'
import { currentOf, endOf, firstFrom, isOccurrence, nextAfter, occurrenceOf, type Plan } from './repeat.ts'

const codes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** The same rule in the words of RFC 5545. A day of the month that is missing becomes the month's last one. */
function ruleOf({ startsOn, repeat }: Plan): string {
  if (!repeat) return 'FREQ=DAILY;COUNT=1'
  if (repeat.every === 'days') return `FREQ=DAILY;INTERVAL=${repeat.days}`
  if (repeat.every === 'week') {
    return `FREQ=WEEKLY;BYDAY=${repeat.weekdays.map((day) => codes[WEEKDAYS.indexOf(day)]).join(',')}`
  }
  const day = Number(startsOn.slice(8))
  const days = Array.from({ length: Math.max(1, day - 27) }, (_, index) => Math.min(28, day) + index)
  return `FREQ=MONTHLY;BYMONTHDAY=${days.join(',')};BYSETPOS=-1`
}

function libraryDays(plan: Plan, count: number, zone: string): Day[] {
  const start = plan.startsOn.replaceAll('-', '')
  const rule = new RRuleTemporal({
    rruleString: `DTSTART;TZID=${zone}:${start}T093000\nRRULE:${ruleOf(plan)}`,
  })
  return rule
    .all((_, index) => index < count)
    .slice(0, count)
    .map((at) => at.toPlainDate().toString())
}

const days = fc.integer({ min: 0, max: 3000 }).map((count) => addDays('2024-01-01', count))
const monthEnds = fc.constantFrom('2024-01-31', '2024-02-29', '2025-01-29', '2025-01-30', '2026-08-31')
const repeats = fc.oneof(
  fc.record({ every: fc.constant('days' as const), days: fc.integer({ min: 1, max: 366 }) }),
  fc.record({
    every: fc.constant('week' as const),
    weekdays: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1, maxLength: 7 }),
  }),
  fc.record({ every: fc.constant('month' as const) }),
)
const plans = fc.record({
  startsOn: fc.oneof(days, monthEnds),
  repeat: fc.option(repeats),
  lastOn: fc.constant(null),
}) satisfies fc.Arbitrary<Plan>
const zones = fc.constantFrom('Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe', 'Europe/London')

test('a repeat comes on the days that a calendar library gives, in every zone, over clock changes and month ends', () => {
  fc.assert(
    fc.property(plans, zones, (plan, zone) => {
      const theirs = libraryDays(plan, 30, zone)
      expect(theirs.map((_, index) => occurrenceOf(plan, index))).toEqual(theirs)
    }),
    { numRuns: 150 },
  )
})

test('the first occurrence from a day is the first that the library has from it', () => {
  fc.assert(
    fc.property(plans, fc.integer({ min: -40, max: 400 }), (plan, ahead) => {
      const day = addDays(plan.startsOn, ahead)
      const all = plan.repeat
        ? Array.from({ length: 450 }, (_, index) => occurrenceOf(plan, index))
        : [plan.startsOn]
      expect(firstFrom(plan, day)).toBe(all.find((one) => one >= day) ?? null)
      expect(isOccurrence(plan, day)).toBe(all.includes(day))
    }),
  )
})

test('a plan that ends after a number of times has exactly as many', () => {
  fc.assert(
    fc.property(plans, repeats, fc.integer({ min: 1, max: 60 }), (given, repeat, after) => {
      const plan = { ...given, repeat }
      const end = endOf(plan, { after })!
      const ending = { ...plan, lastOn: end.lastOn }
      let day: Day | null = firstFrom(ending, plan.startsOn)
      let count = 0
      for (; day !== null; day = nextAfter(ending, day)) count++
      expect(count).toBe(after)
      expect(end.overOn).toBe(nextAfter(plan, end.lastOn))
      expect(endOf(plan, { on: end.lastOn })).toEqual(end)
      expect(endOf(plan, { on: addDays(end.overOn, -1) })).toEqual(end)
    }),
  )
})

test('what is to be done now is one occurrence: never before the open one, and never two of the past', () => {
  fc.assert(
    fc.property(plans, fc.nat(50), fc.integer({ min: -100, max: 800 }), (plan, done, ahead) => {
      const openOn = plan.repeat ? occurrenceOf(plan, done) : plan.startsOn
      const today = addDays(plan.startsOn, ahead)
      const current = currentOf(plan, openOn, today)!
      expect(current >= openOn).toBe(true)
      expect(isOccurrence(plan, current)).toBe(true)
      if (current > openOn) expect(current <= today).toBe(true)
      const next = nextAfter(plan, current)
      if (next !== null) expect(next > today).toBe(true)
    }),
  )
})

test.each([
  ['the 31st', '2026-01-31', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']],
  ['a leap day', '2028-02-29', ['2028-02-29', '2028-03-29', '2028-04-29', '2028-05-29']],
])('a monthly task of %s keeps to its day', (_, startsOn, expected) => {
  const plan = { startsOn, repeat: { every: 'month' as const }, lastOn: null }
  expect([0, 1, 2, 3].map((index) => occurrenceOf(plan, index))).toEqual(expected)
})

test('a daily task that ended is over the day after; a weekly one a week after', () => {
  const daily = { startsOn: '2026-11-02', repeat: { every: 'days' as const, days: 1 }, lastOn: '2026-11-04' }
  expect(currentOf(daily, '2026-11-03', '2026-11-04')).toBe('2026-11-04')
  expect(currentOf(daily, '2026-11-03', '2026-11-05')).toBeNull()
  const weekly = {
    ...daily,
    repeat: { every: 'week' as const, weekdays: ['monday' as const] },
    lastOn: '2026-11-09',
  }
  expect(currentOf(weekly, '2026-11-09', '2026-11-15')).toBe('2026-11-09')
  expect(currentOf(weekly, '2026-11-09', '2026-11-16')).toBeNull()
})

test('a plan cannot end before it starts', () => {
  const plan = { startsOn: '2026-11-02', repeat: { every: 'month' as const }, lastOn: null }
  expect(endOf(plan, { on: '2026-11-01' })).toBeNull()
})
