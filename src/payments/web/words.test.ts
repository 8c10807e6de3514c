import { expect, test } from 'vitest'
import { confirmedText, paidOtherwise, withoutProvider } from './words.ts'

test('a payment’s description doesn’t name the provider', () => {
  expect(withoutProvider('Puppy Training with Om Prakash, online')).toBe('Puppy Training')
  expect(withoutProvider('Teleconsultation')).toBe('Teleconsultation')
  expect(confirmedText('Teleconsultation with Dr. Meera Iyer')).toBe(
    'Your teleconsultation appointment has been confirmed.',
  )
})

test('the amount paid is shown only if it differs from the price', () => {
  const amount = { amount: 60_000, currency: 'INR' }
  const paid = (minor: number) => ({ amount, paid: { ...amount, amount: minor } })
  expect(paidOtherwise(paid(60_000))).toBeNull()
  expect(paidOtherwise({ amount, paid: null })).toBeNull()
  expect(paidOtherwise(paid(54_000))).toBe('₹540.00')
})
