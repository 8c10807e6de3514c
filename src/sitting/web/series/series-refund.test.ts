import { expect, test } from 'vitest'
import { seriesRefundText } from './series-refund.ts'

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
