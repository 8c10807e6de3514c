import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY } from '#/kernel/duration.ts'
import { species } from '#/pets/rules.ts'
import { type Compared, leastScore, matchOf } from './matching.ts'

const lostAt = new Date('2026-11-02T03:00:00Z')
const days = (count: number) => new Date(lostAt.getTime() + count * DAY)
const misty: Compared = {
  species: 'cat',
  breed: 'Persian',
  sex: 'female',
  size: 'small',
  colours: 'Grey with a white bib',
  marks: 'Thin white line on her nose',
  microchip: null,
  seenAt: lostAt,
}
const found: Compared = { ...misty, marks: 'A white nose', seenAt: days(1) }
const score = (part: Partial<Compared>, km: number | null = 2) =>
  matchOf(misty, { ...found, ...part }, km).score

test('a cat like the lost one, found nearby the next day, matches with every reason in words', () => {
  const match = matchOf(misty, { ...found, colours: 'grey, white' }, 2)
  expect(match.score).toBe(15 + 15 + 10 + 10 + 23 + 10 + 10)
  expect(match.reasons).toEqual([
    'same species',
    'about 2 km apart',
    'found a day later',
    'same breed (Persian)',
    'similar colours (grey and white)',
    'same sex (female)',
    'same size (small)',
    'similar marks (white and nose)',
  ])
})

test.each([
  ['another species', { species: 'dog' as const }],
  ['found before it was lost', { seenAt: days(-1) }],
])('%s is no match', (_what, part) => {
  expect(score(part)).toBe(0)
})

test('the same chip is certain, whatever else is said, and two unknown chips are not the same', () => {
  const chip = { microchip: '956000012345678' }
  const other = { ...found, breed: 'Siamese', seenAt: days(-3), ...chip }
  expect(matchOf({ ...misty, ...chip }, other, 400)).toEqual({
    score: 100,
    reasons: ['same microchip number'],
  })
  expect(score({ microchip: null })).toBeLessThan(100)
})

test('distance counts less with each kilometre, and nothing from 25 on or if it isn’t known', () => {
  const at = (km: number | null) => score({}, km)
  expect(at(0) - at(null)).toBe(25)
  expect(at(25)).toBe(at(null))
  expect(at(5)).toBeGreaterThan(at(10))
})

const bare = { breed: null, sex: null, size: null, colours: null, marks: null }

test.each([
  ['at the same spot, the same day', 0, 0, 40],
  ['5 km away, a week later', 5, 7, 40],
  ['6 km away, the same day', 6, 0, 29],
  ['at the same spot, eight days later', 0, 8, 35],
  ['at a place that isn’t known, the same day', null, 0, 10],
])('species, place and time alone: found %s', (_where, km, day, expected) => {
  const match = matchOf({ ...misty, ...bare }, { ...found, ...bare, seenAt: days(day) }, km)
  expect(match.score).toBe(expected)
  expect(match.reasons[0]).toBe('same species')
})

test('another sex or size takes more than place and time', () => {
  expect(matchOf({ ...misty, ...bare, sex: 'male' }, { ...found, ...bare, sex: 'female' }, 0).score).toBe(35)
  expect(matchOf({ ...misty, ...bare, size: 'small' }, { ...found, ...bare, size: 'large' }, 0).score).toBe(
    35,
  )
})

test('a stranger’s cat far away stays below what is shown', () => {
  expect(score({ breed: 'Siamese', colours: 'Cream', size: null, marks: null }, 20)).toBeLessThan(leastScore)
})

test('a score is always between 0 and 100, with reasons exactly if it is above 0', () => {
  const text = fc.option(fc.constantFrom('Grey', 'grey white', 'Indie', ' INDIE ', 'a nick in the ear'))
  const pet = fc.record({
    species: fc.constantFrom(...species),
    breed: text,
    sex: fc.option(fc.constantFrom('female' as const, 'male' as const)),
    size: fc.option(fc.constantFrom('small', 'large')),
    colours: text,
    marks: text,
    microchip: fc.option(fc.constantFrom('956000012345678', '956000087654321')),
    seenAt: fc.integer({ min: -40, max: 40 }).map(days),
  })
  fc.assert(
    fc.property(pet, pet, fc.option(fc.double({ min: 0, max: 100, noNaN: true })), (a, b, km) => {
      const match = matchOf(a, b, km)
      expect(match.score).toBeGreaterThanOrEqual(0)
      expect(match.score).toBeLessThanOrEqual(100)
      expect(match.reasons.length > 0).toBe(match.score > 0)
    }),
  )
})
