import { expect, test } from 'vitest'
import { confirmedText, withoutProvider } from './words.ts'

test('a payment’s description doesn’t name the provider', () => {
  expect(withoutProvider('Puppy Training with Om Prakash, online')).toBe('Puppy Training')
  expect(withoutProvider('Teleconsultation')).toBe('Teleconsultation')
  expect(confirmedText('Teleconsultation with Dr. Meera Iyer')).toBe(
    'Your teleconsultation appointment has been confirmed.',
  )
})
