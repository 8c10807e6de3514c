import { expect, test } from 'vitest'
import { valuesOfTheDay } from './values-of-the-day.ts'

const dozen = Array.from({ length: 12 }, (_, value) => value)
const days = ['2026-11-28', '2026-11-29', '2026-11-30', '2026-12-01']

test('a subject gets the same three values all day', () => {
  const values = valuesOfTheDay(dozen, 'pets.add name', '2026-11-28')
  expect(new Set(values).size).toBe(3)
  expect(valuesOfTheDay(dozen, 'pets.add name', '2026-11-28')).toEqual(values)
})

test('each of twelve values has its turn within four days, and each of eleven too', () => {
  for (const count of [12, 11]) {
    const values = dozen.slice(0, count)
    const seen = new Set(days.flatMap((day) => valuesOfTheDay(values, 'pets.add name', day)))
    expect(seen.size, `of ${count}`).toBe(count)
  }
})

test('on one day, many subjects meet all values about equally often', () => {
  const met = dozen.map(() => 0)
  for (let field = 0; field < 1200; field++)
    for (const value of valuesOfTheDay(dozen, `field ${field}`, '2026-11-28')) met[value]!++
  for (const times of met) expect(times).toBeGreaterThan(200)
})

test('fewer than three values are all sent', () => {
  expect(valuesOfTheDay([1, 2], 'pets.add name', '2026-11-28').toSorted()).toEqual([1, 2])
  expect(valuesOfTheDay([], 'pets.add name', '2026-11-28')).toEqual([])
})
