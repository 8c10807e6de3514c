import { expect, test } from 'vitest'
import { feeText } from './words.ts'

const consultationFee = { amount: 70_000, currency: 'INR' }

test('a fee is still to be paid while the visit is to come', () => {
  for (const status of ['pending', 'confirmed'] as const)
    expect(feeText({ status, consultationFee })).toBe('₹700.00, to pay at the clinic')
})

test('of a visit that took place only the fee is known, and one that did not has none', () => {
  expect(feeText({ status: 'completed', consultationFee })).toBe('₹700.00 consultation fee')
  for (const status of ['cancelled', 'declined', 'expired', 'no_show'] as const)
    expect(feeText({ status, consultationFee })).toBeNull()
})

test('a clinic that names no fee is not said to have one', () => {
  expect(feeText({ status: 'confirmed', consultationFee: null })).toBeNull()
})
