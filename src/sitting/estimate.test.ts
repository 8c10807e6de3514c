import fc from 'fast-check'
import { expect, test } from 'vitest'
import { waitedMinutes } from './answer-time.ts'
import { estimateOf, priceOf, priceOfOne, type Rates } from './estimate.ts'
import { occurrencesOf, type Plan } from './plan.ts'
import { answerByFor, averagePounds, sizeOf } from './rules.ts'

const rates: Rates = { hourlyRate: 20_000, nightlyRate: 110_000, currency: 'INR' }
const walk: Plan = {
  service: 'dog-walking',
  schedule: 'one-time',
  startDate: '2026-11-30',
  endDate: null,
  daysOfWeek: [],
  startTime: '07:00',
  endTime: '08:30',
}
const stay: Plan = { ...walk, service: 'hostel-checkin', endDate: '2026-12-03' }
const shown = (plan: Plan, of = rates) => {
  const { lines, total, per } = estimateOf(plan, of)
  return [...lines.map(({ text, amount }) => `${text} = ${amount.amount}`), `${total.amount} ${per}`]
}

test('a stay costs its nights, at eight hours each without a nightly rate', () => {
  expect(shown(stay)).toEqual(['3 nights × ₹1,100.00 = 330000', '330000 once'])
  expect(shown(stay, { ...rates, nightlyRate: null })).toEqual([
    '3 nights × ₹1,600.00 (8 h × ₹200.00) = 480000',
    '480000 once',
  ])
})

test('walks and day care cost hours, days and, repeated, weekdays', () => {
  expect(shown(walk)).toEqual(['1 h 30 min × ₹200.00 = 30000', '30000 once'])
  expect(shown({ ...walk, endDate: '2026-12-04' })).toEqual([
    '1 h 30 min × ₹200.00 × 5 days = 150000',
    '150000 once',
  ])
  expect(shown({ ...walk, schedule: 'repeat-weekly', daysOfWeek: ['monday', 'friday'] })).toEqual([
    '1 h 30 min × ₹200.00 × 2 days a week = 60000',
    '60000 week',
  ])
})

test('the lines add up to the total, which is the price of each as often as it takes place', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 500_000 }),
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom('hostel-checkin', 'dog-walking', 'day-care'),
      (hourlyRate, days, service) => {
        const endDate = `2026-12-${String(days).padStart(2, '0')}`
        const plan = { ...walk, service, startDate: '2026-11-30', endDate } as Plan
        const of = { ...rates, hourlyRate }
        const { lines, total, each } = estimateOf(plan, of)
        expect(lines.reduce((sum, { amount }) => sum + amount.amount, 0)).toBe(total.amount)
        expect(each.amount).toBe(priceOf(plan, of))
        expect(total.amount).toBe(each.amount * (service === 'hostel-checkin' ? 1 : days + 1))
      },
    ),
  )
})

test('nobody pays for time that clocks skip, nor more than shown where they repeat it', () => {
  const pad = (number: number) => String(number).padStart(2, '0')
  const quarters = fc.integer({ min: 0, max: 95 })
  fc.assert(
    fc.property(
      fc.constantFrom(
        ['Europe/Berlin', '2026-03-29'],
        ['Europe/Berlin', '2026-10-25'],
        ['America/New_York', '2026-03-08'],
        ['Australia/Lord_Howe', '2026-10-04'],
        ['Asia/Kolkata', '2026-03-29'],
      ),
      fc.tuple(quarters, quarters).filter(([one, other]) => one !== other),
      ([zone, startDate], times) => {
        const [from, to] = times.toSorted((a, b) => a - b) as [number, number]
        const clock = (quarter: number) => `${pad(Math.floor(quarter / 4))}:${pad((quarter % 4) * 15)}`
        const [startTime, endTime] = [clock(from), clock(to)]
        const plan = { ...walk, startDate, startTime, endTime } as Plan
        const [one] = occurrencesOf(plan, zone, startDate, startDate)
        // The quarters that this day's clocks show, each counted once.
        const format = new Intl.DateTimeFormat('sv', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'short',
        })
        const noon = Date.parse(`${startDate}T12:00:00Z`)
        const shown = new Set(
          Array.from({ length: 48 * 4 }, (_, quarter) => format.format(noon + (quarter - 96) * 900_000)),
        )
        const worked = Array.from({ length: to - from }, (_, quarter) => clock(from + quarter)).filter(
          (time) => shown.has(`${startDate} ${time}`),
        ).length
        const charged = worked === 0 ? to - from : worked
        expect(priceOfOne(plan, rates, one!)).toBe((rates.hourlyRate / 4) * charged)
      },
    ),
    { numRuns: 60 },
  )
})

test('sizes go by weight in kilograms, and the average of the dogs is rounded half up', () => {
  expect([22, 22.1, 55.1, 55.2, 88.1, 88.2].map(sizeOf)).toEqual([
    'small',
    'medium',
    'medium',
    'large',
    'large',
    'giant',
  ])
  expect([averagePounds([10, 11]), averagePounds([null, 30]), averagePounds([null])]).toEqual([11, 30, null])
})

test('a sitter has a day to answer, until two hours before it begins, and half an hour at short notice', () => {
  const now = new Date('2026-11-23T10:00:00Z')
  const by = (startsAt: string) => answerByFor(new Date(startsAt), now).toISOString()
  expect(by('2026-11-30T10:00:00Z')).toBe('2026-11-24T10:00:00.000Z')
  expect(by('2026-11-23T16:00:00Z')).toBe('2026-11-23T14:00:00.000Z')
  expect(by('2026-11-23T12:10:00Z')).toBe('2026-11-23T10:30:00.000Z')
  expect(by('2026-11-23T10:20:00Z')).toBe('2026-11-23T10:20:00.000Z')
})

test('the time to an answer leaves out the night', () => {
  const wait = (from: string, until: string) =>
    waitedMinutes(new Date(`${from}:00+05:30`), new Date(`${until}:00+05:30`), 'Asia/Kolkata')
  expect(wait('2026-11-23T10:00', '2026-11-23T10:45')).toBe(45)
  expect(wait('2026-11-23T20:30', '2026-11-24T08:15')).toBe(45)
  expect(wait('2026-11-23T22:00', '2026-11-24T07:00')).toBe(0)
})
