import { expect, test } from 'vitest'
import { tradesOf } from './trades.ts'

test('one acts in the trades of which one has a record', () => {
  expect(tradesOf({ pet_owner: '1', veterinary_doctor: '2' })).toEqual(['veterinary'])
  expect(tradesOf({ pet_owner: '1' })).toEqual([])
})
