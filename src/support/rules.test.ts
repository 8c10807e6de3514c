import { expect, test } from 'vitest'
import { isEmail, isPhone, promisedBy } from './rules.ts'

test('an email address has a name, an at sign and a domain', () => {
  expect(['asha@example.org', 'a.b+c@mail.example.co.in'].every(isEmail)).toBe(true)
  expect(['asha', 'asha@', '@example.org', 'a b@example.org', 'asha@example'].some(isEmail)).toBe(false)
})

test('a phone number has 7 to 15 digits and the marks between them', () => {
  expect(['9845012345', '+91 98450 12345', '(080) 4000-4000'].every(isPhone)).toBe(true)
  expect(['12345', '1234567890123456', 'call me', '98450x12345', ''].some(isPhone)).toBe(false)
})

test('messages about safety must be answered within 4 hours, all others within 48', () => {
  const since = new Date('2026-11-02T03:30:00Z')
  expect(promisedBy('safety', since)).toEqual(new Date('2026-11-02T07:30:00Z'))
  expect(promisedBy('grievance', since)).toEqual(new Date('2026-11-04T03:30:00Z'))
})
