import { expect, test } from 'vitest'
import { deservesWarning, linkedFields } from './public-text.ts'

test('fields with a link are found, in their order', () => {
  expect(
    linkedFields({
      petName: 'https://evil.example',
      area: 'Indiranagar, Bengaluru',
      story: 'Pay at www.evil.example first.',
      marks: null,
      collar: undefined,
    }),
  ).toEqual(['petName', 'story'])
})

test.each([
  ['a payment id', { text: 'Pay Rs 5000 to me@okaxis' }],
  ['a phone number', { petName: 'Call 98765 43210' }],
  ['a phone number in a place', { area: 'Koramangala call 9876543210' }],
  ['an email address', { story: 'Write to me@mail.example' }],
  ['a code', { text: 'Send me the code 482913' }],
])('%s deserves a warning', (_what, texts) => {
  expect(deservesWarning(texts)).toBe(true)
})

test('ordinary facts deserve none, nor do PIN codes of places', () => {
  expect(
    deservesWarning({
      area: 'Indiranagar, 560038',
      place: 'House 1204, 9th Main',
      text: 'Seen on 02-11-2026 at 18:30. Reward ₹5000.',
      breed: null,
    }),
  ).toBe(false)
})
