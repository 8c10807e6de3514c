import { expect, test } from 'vitest'
import type { Wanted } from './address.ts'
import { problemsOf } from './draft-problems.ts'

const today = '2026-12-01'
const stay: Wanted = {
  service: 'hostel-checkin',
  petIds: ['bruno'],
  near: '',
  from: '2026-12-13',
  to: '2026-12-15',
  isWeekly: false,
  days: [],
  drop: '09:00',
  pick: '17:00',
}
const fields = (change: Partial<Wanted>) =>
  problemsOf({ ...stay, ...change }, today).map(({ field }) => field)

test('a complete search is sent', () => {
  expect(fields({})).toEqual([])
  expect(fields({ service: 'day-care', to: '' })).toEqual([])
  expect(fields({ service: 'dog-walking', to: '', isWeekly: true, days: ['monday'] })).toEqual([])
})

test('each problem stands at its field, in the order of the form', () => {
  expect(fields({ service: null })).toEqual(['service'])
  expect(fields({ petIds: [], from: '', to: '' })).toEqual(['pets', 'from', 'to'])
  expect(fields({ from: 'unclear' })).toEqual(['from'])
  expect(fields({ from: '2026-11-30' })).toEqual(['from'])
  expect(fields({ from: '2027-12-01', to: '2027-12-02' })).toEqual(['from'])
  expect(fields({ to: '2026-12-13' })).toEqual(['to'])
  expect(fields({ to: '2027-02-13' })).toEqual(['to'])
  expect(fields({ drop: '' })).toEqual(['times'])
  expect(fields({ service: 'day-care', to: '', pick: '08:00' })).toEqual(['times'])
  expect(fields({ service: 'day-care', to: '2026-12-12' })).toEqual(['to'])
})

test('a weekly repeat needs a weekday that comes', () => {
  const weekly = { service: 'dog-walking', isWeekly: true, to: '2026-12-15' } as const
  expect(problemsOf({ ...stay, ...weekly, days: [] }, today)).toEqual([
    { field: 'days', text: 'Please select at least one day of the week for repeat schedule.' },
  ])
  expect(fields({ ...weekly, days: ['saturday'] })).toEqual(['days'])
})
