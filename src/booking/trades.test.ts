import { expect, test } from 'vitest'
import { tradesOf } from './trades.ts'

test('users act in the trades for which they have a record', () => {
  expect(tradesOf({ pet_owner: '1', veterinary_doctor: '2' })).toEqual(['veterinary'])
  expect(tradesOf({ pet_owner: '1' })).toEqual([])
})
