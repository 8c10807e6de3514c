import { expect, test } from 'vitest'
import type { Db } from './db.ts'
import { watch, watchersOf } from './watches.ts'

const newDb = () => ({}) as Db

test('people are found by what they looked at, each once', () => {
  const db = newDb()
  watch(db, 'Dr. Meera', 'asha')
  watch(db, 'Dr. Meera', 'asha')
  watch(db, 'Dr. Meera', 'ravi')
  watch(db, 'Dr. Kabir', 'ravi')
  expect(watchersOf(db, 'Dr. Meera').sort()).toEqual(['asha', 'ravi'])
  expect(watchersOf(db, 'Dr. Kabir')).toEqual(['ravi'])
  expect(watchersOf(db, 'Dr. Nobody')).toEqual([])
  expect(watchersOf(newDb(), 'Dr. Meera')).toEqual([])
})

test('a person who looks at many is found by the last eight', () => {
  const db = newDb()
  for (let vet = 0; vet < 12; vet++) watch(db, `vet ${vet}`, 'asha')
  const found = Array.from({ length: 12 }, (_, vet) => watchersOf(db, `vet ${vet}`).length)
  expect(found).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1])
})

test('the longest unseen of 20,000 people is forgotten', () => {
  const db = newDb()
  for (let person = 0; person <= 20_000; person++) watch(db, 'Dr. Meera', `person ${person}`)
  const found = watchersOf(db, 'Dr. Meera')
  expect(found).toHaveLength(20_000)
  expect(found).not.toContain('person 0')
})
