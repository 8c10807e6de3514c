import { expect, test } from 'vitest'
import type { Id } from '#/kernel/ids.ts'
import { feeText } from './words.ts'

const consultationFee = { amount: 70_000, currency: 'INR' }
const visit = {
  consultationFee,
  payment: null,
  timeZone: 'Asia/Kolkata',
  appointmentType: 'in_person',
} as const
const online = { ...visit, appointmentType: 'teleconsultation' } as const
const payment = {
  id: 'p' as Id<'payment'>,
  amount: consultationFee,
  payBy: new Date('2026-11-04T05:30:00Z'),
  chargeAt: new Date('2026-11-04T04:30:00Z'),
  refunded: 0,
  isDisputed: false,
}

test('a fee is still to be paid while the visit is to come', () => {
  for (const status of ['pending', 'confirmed'] as const)
    expect(feeText({ ...visit, status })).toBe('₹700.00, to pay at the clinic')
})

test('of a visit that took place only the fee is known, and one that did not has none', () => {
  expect(feeText({ ...visit, status: 'completed' })).toBe('₹700.00 consultation fee')
  for (const status of ['cancelled', 'declined', 'expired', 'no_show'] as const)
    expect(feeText({ ...visit, status })).toBeNull()
})

test('a clinic that names no fee is not said to have one', () => {
  expect(feeText({ ...visit, status: 'confirmed', consultationFee: null })).toBeNull()
})

test('what is paid here says how far it is', () => {
  const say = (status: 'created' | 'failed' | 'completed' | 'refunded', more = {}) =>
    feeText({ ...online, status: 'pending', payment: { ...payment, status, ...more } })
  expect(say('created')).toBe('₹700.00, charged automatically Wed, 4 Nov 2026, 10:00')
  expect(say('created', { chargeAt: null })).toBe('₹700.00, pay by Wed, 4 Nov 2026, 11:00')
  expect(say('failed')).toBe('₹700.00, payment failed: pay by Wed, 4 Nov 2026, 11:00')
  expect(say('completed')).toBe('₹700.00, paid')
  expect(say('completed', { refunded: 70_000, isDisputed: false })).toBe('₹700.00, refund on its way')
  expect(say('refunded')).toBe('₹700.00, refunded')
})
