import { expect, test } from 'vitest'
import { leavingText, seriesRefundText } from './series-refund.ts'

const payment = {
  id: 'p' as never,
  payBy: null,
  chargeAt: null,
  isDisputed: false,
  refundable: 60_000,
  refunded: 0,
  amount: { amount: 60_000, currency: 'INR' },
  status: 'completed',
} as const
const walk = { payment, refundPolicy: 'standard', providerBarred: false, providerNoun: 'pet sitter' } as const

test('owners who end a series get the refund of the policy, and a full one if their sitter can’t act', () => {
  expect(seriesRefundText('owner', walk, 'Om Prakash')).toContain(
    'Refunds depend on when each appointment starts: full refund until 24 hours',
  )
  const barred = seriesRefundText('owner', { ...walk, providerBarred: true }, 'Om Prakash')
  expect(barred).toBe(
    'You won’t be charged for anything you haven’t paid yet. The pet sitter can’t take appointments at the moment, so we’ll refund everything you’ve paid.',
  )
})

test('a pause or an end says how many days go and how much comes back', () => {
  const inr = (amount: number) => ({ amount, currency: 'INR' })
  const days = ['2026-11-03', '2026-11-06']
  const leaving = (paid: number, refund: number, on = days) => ({
    days: on,
    paid: inr(paid),
    refund: inr(refund),
  })
  const owner = (...[paid, refund, on]: Parameters<typeof leaving>) =>
    leavingText('owner', leaving(paid, refund, on), walk, 'Om Prakash')
  const two = '2 days go, from Tue, 3 Nov 2026 to Fri, 6 Nov 2026.'
  expect(owner(25_000, 25_000)).toBe(`${two} You’ll get back all of the ₹250.00 you paid for them.`)
  expect(owner(25_000, 12_500)).toBe(
    `${two} You’ll get back ₹125.00 of the ₹250.00 you paid for them: full refund until 24 hours before the start, then none.`,
  )
  expect(owner(0, 0, ['2026-11-03'])).toBe(
    'One day goes: Tue, 3 Nov 2026. You haven’t paid for it, so there’s nothing to refund.',
  )
  expect(owner(0, 0, [])).toBe('No day is planned then, so nothing is cancelled.')
  expect(leavingText('provider', leaving(0, 0), walk, 'Asha')).toBe(
    `${two} Asha hasn’t paid for them yet, so there’s nothing to refund.`,
  )
  expect(leavingText('provider', leaving(25_000, 25_000), walk, 'Asha')).toBe(
    `${two} We’ll refund Asha ₹250.00.`,
  )
})
