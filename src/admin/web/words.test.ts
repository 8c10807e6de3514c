import { expect, test } from 'vitest'
import { bookingsText, changeName, recordName, statusName, valueText, wayName } from './words.ts'

test('what changed is told in words, and what has none as it is', () => {
  expect(changeName('veterinary_doctor')).toBe('Veterinary Doctor')
  expect(changeName('sessionsEnded')).toBe('sessions ended')
  expect(changeName('suspended')).toBe('suspended')
  expect([true, false, null, 3, 'submitted', 'support'].map(valueText)).toEqual([
    'yes',
    'no',
    '–',
    '3',
    'waiting',
    'support',
  ])
})

test('names that are not known yet are shown as they are', () => {
  expect([recordName('pet_sitter'), recordName('pet_taxi')]).toEqual(['Pet Sitter', 'pet_taxi'])
  expect([wayName('credential'), wayName('apple')]).toEqual(['Password', 'apple'])
  expect(statusName('new')).toEqual({ name: 'new', kind: 'quiet' })
})

test('no bookings are none', () => {
  expect(bookingsText({ all: 0, upcoming: 0 })).toBe('None')
  expect(bookingsText({ all: 6, upcoming: 3 })).toBe('6 in all, 3 to come')
})
