import { expect, test } from 'vitest'
import { findContact } from './contact.ts'

test.each([
  ['Call me on 98450 12345', 'phone'],
  ['+91 98450-12345 is my number', 'phone'],
  ['+919845012345', 'phone'],
  ['0 98450 12345', 'phone'],
  ['(080) 4000-1234', 'phone'],
  ['9 8 4 5 0 1 2 3 4 5', 'phone'],
  ['98.45.01.23.45', 'phone'],
  ['९८४५० १२३४५', 'phone'],
  ['９８４５０１２３４５', 'phone'],
  ['call 9845012345.', 'phone'],
  ['On 2026-11-05 at 10:00 call 9845012345', 'phone'],
  ['asha.verma@example.org', 'email'],
  ['write to ASHA+pets@mail.example.co.in, please', 'email'],
  ['asha (at) gmail (dot) com', 'email'],
  ['asha at gmail dot com', 'email'],
  ['asha[at]gmail.com', 'email'],
  ['pay asha@okaxis', 'upi'],
  ['9845012345@ybl', 'upi'],
] as const)('%s: %s', (text, kind) => {
  expect(findContact(text)).toBe(kind)
})

test.each([
  '',
  'Bruno ate 3 biscuits at 10:30, and 2 more at 11.15',
  'On 2026-11-05 10:00-10:30, or 06/11/2026 11:00',
  'From 05.11.2026 to 06.11.2026',
  'His chip is 985112003456789',
  'It cost ₹1,250.00 and Rs 12,50,000.00',
  'ID 20261105 and 1234567',
  'We met at the park dot by dot',
  'Look at gmail, or look at it in the evening',
  'He weighs 12.5 kg, she 4.25 kg, and the other 30.125 kg',
  '@asha thanks',
  '🐶 10/10 good dog',
])('nothing in: %s', (text) => {
  expect(findContact(text)).toBeNull()
})

test('a long text without an end to a run is looked through in no time', () => {
  const start = performance.now()
  for (const text of ['1 '.repeat(1000), 'a@'.repeat(1000), 'a.'.repeat(1000), 'a at '.repeat(400)])
    findContact(text)
  expect(performance.now() - start).toBeLessThan(200)
})
