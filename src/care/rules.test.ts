import { expect, test } from 'vitest'
import { addMonths, formerUser, mayWriteOf, signerName, tradesOf } from './rules.ts'

const startsAt = new Date('2026-11-02T05:00:00Z')
const before = new Date(startsAt.getTime() - 1)

test('a note is written of what has begun, or took place', () => {
  expect(mayWriteOf({ status: 'confirmed', startsAt }, before)).toBe(false)
  expect(mayWriteOf({ status: 'confirmed', startsAt }, startsAt)).toBe(true)
  expect(mayWriteOf({ status: 'completed', startsAt }, before)).toBe(true)
  for (const status of ['pending', 'cancelled', 'declined', 'expired', 'no_show'] as const)
    expect(mayWriteOf({ status, startsAt }, startsAt)).toBe(false)
})

test('a month after the 31st is the last day of a shorter one', () => {
  expect(addMonths('2026-08-31', 6)).toBe('2027-02-28')
  expect(addMonths('2027-08-31', 6)).toBe('2028-02-29')
  expect(addMonths('2026-11-02', 12)).toBe('2027-11-02')
  expect(addMonths('2026-12-31', 1)).toBe('2027-01-31')
})

test('a vet has a title, once; who left has neither title nor name', () => {
  expect(signerName('veterinary', 'Meera Iyer')).toBe('Dr. Meera Iyer')
  expect(signerName('veterinary', 'Dr. Meera Iyer')).toBe('Dr. Meera Iyer')
  expect(signerName('training', 'Ravi Kumar')).toBe('Ravi Kumar')
  expect(signerName('veterinary', formerUser)).toBe(formerUser)
})

test('one acts in the trades of which one has a record', () => {
  expect(tradesOf({ pet_owner: '1', veterinary_doctor: '2' })).toEqual(['veterinary'])
  expect(tradesOf({ pet_owner: '1' })).toEqual([])
})
