import { expect, test } from 'vitest'
import { toPhoneNumber } from './phone.ts'

test.each([
  ['9876543210', '+919876543210'],
  [' 098765 43210 ', '+919876543210'],
  ['98765-43210', '+919876543210'],
  ['+91 98765 43210', '+919876543210'],
  ['0091 9876543210', '+919876543210'],
  ['+1 (213) 373-4253', '+12133734253'],
  ['+44 7400 123456', '+447400123456'],
])('%j is %s', (typed, number) => {
  expect(toPhoneNumber(typed)).toBe(number)
})

test.each([
  '',
  'asha',
  '12345',
  '+',
  '+9198765',
  '+999 123456789',
  '98765432101234567890',
  '9876543210 ext. 7',
  '+979 123456789',
  '+881 612345678',
  '+882 13123456',
])('%j is not a phone number', (typed) => {
  expect(toPhoneNumber(typed)).toBeUndefined()
})
