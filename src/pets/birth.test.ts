import { expect, test } from 'vitest'
import { ageOn, ageText, bornAbout, isTooOld, latestToday } from './birth.ts'

test.each([
  ['2026-11-02', 'newborn'],
  ['2026-11-01', '1 day'],
  ['2026-10-20', '13 days'],
  ['2026-10-19', '2 weeks'],
  ['2026-10-03', '4 weeks'],
  ['2026-10-02', '1 month'],
  ['2026-05-15', '5 months'],
  ['2025-11-03', '11 months'],
  ['2025-11-02', '1 year'],
  ['2025-07-02', '1 year 4 months'],
  ['2024-11-03', '1 year 11 months'],
  ['2024-11-02', '2 years'],
  ['2014-01-30', '12 years'],
  ['2027-01-01', 'newborn'],
])('born on %s, it is %s on 2 November 2026', (born, words) => {
  expect(ageText(born, false, '2026-11-02')).toBe(words)
})

test('an age given without a birthday is shown with “about”', () => {
  expect(ageText('2023-11-02', true, '2026-11-02')).toBe('about 3 years')
})

test.each([
  ['2026-03-31', { years: 0, months: 1 }, '2026-02-28'],
  ['2024-03-31', { years: 0, months: 1 }, '2024-02-29'],
  ['2028-02-29', { years: 1, months: 0 }, '2027-02-28'],
  ['2026-01-15', { years: 0, months: 2 }, '2025-11-15'],
  ['2026-11-02', { years: 120, months: 11 }, '1905-12-02'],
])('on %s the age %j means born on %s', (today, age, born) => {
  expect(bornAbout(age, today)).toBe(born)
})

test('full years and months are those of the calendar, for every age up to ten years', () => {
  const today = Temporal.PlainDate.from('2026-03-30')
  for (let days = 0; days < 3660; days++) {
    const born = today.subtract({ days })
    const { years, months } = born.until(today, { largestUnit: 'years' })
    expect(ageOn('2026-03-30', born.toString()), born.toString()).toEqual({ years, months })
  }
})

test('a dog may be 35 and no more, a tortoise 120', () => {
  expect(isTooOld('1990-11-03', 'dog', '2026-11-02')).toBe(false)
  expect(isTooOld('1990-11-02', 'dog', '2026-11-02')).toBe(true)
  expect(isTooOld('1990-11-02', 'other', '2026-11-02')).toBe(false)
})

test('today is the date in the earliest time zone', () => {
  expect(latestToday(new Date('2026-11-02T09:59:59Z'))).toBe('2026-11-02')
  expect(latestToday(new Date('2026-11-02T10:00:00Z'))).toBe('2026-11-03')
})
