import { expect, test } from 'vitest'
import {
  bookingsText,
  changeName,
  nameOf,
  numbersOf,
  recordName,
  statusName,
  valueText,
  wayName,
} from './words.ts'

test('changes are described in words, or by name if they have none', () => {
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

test('unknown names are shown as they are', () => {
  expect([recordName('pet_sitter'), recordName('pet_taxi')]).toEqual(['Pet Sitter', 'pet_taxi'])
  expect([wayName('credential'), wayName('phone'), wayName('apple')]).toEqual(['Password', 'Phone', 'apple'])
  expect(statusName('new')).toEqual({ name: 'new', kind: 'quiet' })
})

test('no bookings are shown as none', () => {
  expect(bookingsText({ all: 0, upcoming: 0 })).toBe('None')
  expect(bookingsText({ all: 6, upcoming: 3 })).toBe('6 in total, 3 upcoming')
})

test('a user without a name is called by their login', () => {
  const nobody = { name: '', email: null, phone: null, signInPhone: null }
  expect(nameOf({ ...nobody, signInPhone: '+919876543210' })).toBe('+919876543210')
  expect(nameOf({ ...nobody, email: 'asha@example.org', signInPhone: '+919876543210' })).toBe(
    'asha@example.org',
  )
  expect(nameOf(nobody)).toBe('No name')
})

test('two different numbers are both shown, and the same number once', () => {
  const asha = { name: 'Asha', email: null, phone: '+919876543210', signInPhone: '+919876500000' }
  expect(numbersOf(asha)).toEqual(['+919876543210', '+919876500000'])
  expect(numbersOf({ ...asha, signInPhone: asha.phone })).toEqual(['+919876543210'])
})
