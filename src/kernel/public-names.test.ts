import { expect, test } from 'vitest'
import { isRefusedName } from './public-names.ts'

test.each([
  'https://evil.example',
  'evil.com/pay',
  'evil@ybl UPI',
  'me@example.org',
  'Call 98123 45678',
  'Pawfolk Support',
  'paw folk',
  'P4wf0lk',
  'PawfoIk team',
  'Ｐａｗｆｏｌｋ',
  'Раwfоlk',
  'Páwfölk',
])('%s is no name', (name) => {
  expect(isRefusedName(name, 'Pawfolk')).toBe(true)
})

test.each([
  'Asha Verma',
  'Dr. Meera Iyer',
  'D’Souza',
  'Bruno',
  'অনন্যা',
  'Paws & Folks Boarding',
  'Om',
  'Ravi K.',
])('%s is a name', (name) => {
  expect(isRefusedName(name, 'Pawfolk')).toBe(false)
})

test('a short product name doesn’t refuse names that contain it', () => {
  expect(isRefusedName('Petra', 'Pet')).toBe(false)
  expect(isRefusedName('Pet Support', 'Pet')).toBe(true)
})
