import { expect, test } from 'vitest'
import { timesText } from './times-text.ts'

const visit = {
  date: '2026-11-30',
  startTime: '10:00',
  endTime: '11:00',
  endsAt: new Date('2026-11-30T05:30:00Z'),
  timeZone: 'Asia/Kolkata',
}
// The server gives 24:00 as the end if it continues on a later day.
const stay = { ...visit, endTime: '24:00' }

test('a visit has a start and an end', () => {
  expect(timesText(visit)).toBe('10:00-11:00')
})

test('a stay also has the day of its end', () => {
  const endsAt = new Date('2026-12-03T12:30:00Z')
  expect(timesText({ ...stay, endsAt })).toBe('10:00 – Thu, 3 Dec 2026, 18:00')
})

test('what ends at midnight ends on the day before', () => {
  expect(timesText({ ...stay, endsAt: new Date('2026-11-30T18:30:00Z') })).toBe('10:00-24:00')
  expect(timesText({ ...stay, endsAt: new Date('2026-12-01T18:30:00Z') })).toBe(
    '10:00 – Tue, 1 Dec 2026, 24:00',
  )
})
