import { expect, test } from 'vitest'
import { emptyDraft, type PetDraft, petOf, problemsOf } from './pet-form.ts'

const bruno: PetDraft = { ...emptyDraft, name: 'Bruno', species: 'dog' }
const photo = (type: string, bytes = 10) => new File([new Uint8Array(bytes)], 'bruno', { type })

test('name and species are all it takes', () => {
  expect(problemsOf(bruno)).toEqual({})
  expect(petOf(bruno)).toEqual({
    name: 'Bruno',
    species: 'dog',
    breed: '',
    isMixed: false,
    sizeLbs: undefined,
    photo: null,
  })
})

test('an empty form names its required fields in order', () => {
  expect(Object.entries(problemsOf({ ...emptyDraft, name: '  ' }))).toEqual([
    ['name', 'Required'],
    ['species', 'Required'],
  ])
})

test.each([
  ['kg', '181.4', undefined],
  ['kg', '182', 'At most 181.4 kg'],
  ['lb', '400', undefined],
  ['lb', '400.1', 'At most 400 lb'],
  ['kg', '0', 'Please enter a weight above 0'],
  ['kg', 'heavy', 'Please enter a number, like 12.5'],
] as const)('a weight of %2$s %1$s: %3$s', (unit, text, problem) => {
  expect(problemsOf({ ...bruno, unit, weight: { text, unit } }).weight).toBe(problem)
})

test('a photo is checked before it is sent', () => {
  expect(problemsOf({ ...bruno, photo: photo('image/png') })).toEqual({})
  expect(problemsOf({ ...bruno, photo: photo('image/svg+xml') }).photo).toContain('JPG, PNG or WebP')
  expect(problemsOf({ ...bruno, photo: photo('image/png', 6_000_000) }).photo).toContain('larger than 5 MB')
})
