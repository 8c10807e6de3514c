import { expect, test } from 'vitest'
import { estimateOf } from '#/sitting/estimate.ts'
import type { Plan } from '#/sitting/plan.ts'
import { datesText, estimateText } from './search-words.ts'

const rates = { hourlyRate: 20_000, nightlyRate: 110_000, currency: 'INR' }
const stay: Plan = {
  service: 'hostel-checkin',
  schedule: 'one-time',
  startDate: '2026-12-13',
  endDate: '2026-12-15',
  daysOfWeek: [],
  startTime: '09:00',
  endTime: '17:00',
}
const care: Plan = { ...stay, service: 'day-care', endDate: null }
const walks: Plan = {
  ...stay,
  service: 'dog-walking',
  schedule: 'repeat-weekly',
  endDate: null,
  daysOfWeek: ['monday', 'friday'],
  startTime: '07:00',
  endTime: '08:00',
}

test('dates are told in one line', () => {
  expect(datesText(stay)).toBe('Sun, 13 Dec, 09:00 – Tue, 15 Dec, 17:00')
  expect(datesText(care)).toBe('Sun, 13 Dec, 09:00–17:00')
  expect(datesText({ ...care, endDate: '2026-12-15' })).toBe('Sun, 13 Dec – Tue, 15 Dec, 09:00–17:00')
  expect(datesText(walks)).toBe('Every Mon, Fri from Sun, 13 Dec, 07:00–08:00')
  expect(datesText({ ...walks, endDate: '2027-01-15' })).toContain('until Fri, 15 Jan, 07:00')
})

test('an estimate says what it is for', () => {
  const text = (plan: Plan) => estimateText(plan, estimateOf(plan, rates))
  expect(text(stay)).toBe('₹2,200.00 for 2 nights, estimate')
  expect(text(care)).toBe('₹1,600.00 for 1 day, estimate')
  expect(text({ ...care, endDate: '2026-12-15' })).toBe('₹4,800.00 for 3 days, estimate')
  expect(text(walks)).toBe('₹400.00 a week (2 days), estimate')
  expect(text({ ...walks, schedule: 'one-time', daysOfWeek: [] })).toBe('₹200.00 for 1 walk, estimate')
})
