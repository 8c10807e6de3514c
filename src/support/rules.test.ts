import { expect, test } from 'vitest'
import { isEmail, isPhone } from './rules.ts'

test('an e-mail address has a name, an at sign and a domain', () => {
  expect(['asha@example.org', 'a.b+c@mail.example.co.in'].every(isEmail)).toBe(true)
  expect(['asha', 'asha@', '@example.org', 'a b@example.org', 'asha@example'].some(isEmail)).toBe(false)
})

test('a phone number has 7 to 15 digits and the marks between them', () => {
  expect(['9845012345', '+91 98450 12345', '(080) 4000-4000'].every(isPhone)).toBe(true)
  expect(['12345', '1234567890123456', 'call me', '98450x12345', ''].some(isPhone)).toBe(false)
})
