import { expect, test } from 'vitest'
import { refundText } from './refund-words.ts'

const startsAt = new Date('2026-11-10T06:00:00Z')
const early = new Date('2026-11-08T06:00:00Z')
const late = new Date('2026-11-10T00:00:00Z')
const appointment = {
  refundPolicy: 'standard',
  package: null,
  startsAt,
  firstStartsAt: startsAt,
  timeZone: 'Asia/Kolkata',
  providerBarred: false,
  nights: null,
  providerNoun: 'vet',
} as const
const paid = {
  id: 'p' as never,
  payBy: null,
  chargeAt: null,
  isDisputed: false,
  refunded: 0,
  amount: { amount: 60_000, currency: 'INR' },
  status: 'completed',
} as const
const partly = { ...paid, status: 'partially_refunded', refunded: 20_000 } as const

test('a refund by Support of a coming visit is shown, and the visit isn’t called unpaid', () => {
  expect(refundText({ ...appointment, payment: partly }, early)).toMatch(
    /^You’ll get a full refund of ₹600\.00, .* ₹200\.00 has been refunded already\.$/,
  )
  expect(refundText({ ...appointment, payment: partly }, late)).toMatch(
    /^You paid ₹600\.00\. ₹200\.00 has been refunded already\. .* there’s no further refund\.$/,
  )
})

test('without a refund before, the text names the share and the time until which it holds', () => {
  expect(refundText({ ...appointment, payment: paid }, early)).toMatch(
    /^You’ll get a full refund of ₹600\.00, because it’s before .*\.$/,
  )
  expect(refundText({ ...appointment, payment: { ...paid, status: 'pending' } }, early)).toMatch(
    /^You haven’t paid yet/,
  )
})

test('a session goes back to its package in time, is refunded once that has ended, and is lost once the package has expired', () => {
  const bought = { id: 'k' as never, title: 'Puppy basics', isBack: false, isOver: false, isExpired: false }
  const textOf = (more: object) =>
    refundText({ ...appointment, payment: null, package: { ...bought, ...more } }, early)
  expect(textOf({})).toMatch(/^The session goes back to your package “Puppy basics”, because it’s before /)
  expect(textOf({ isOver: true })).toMatch(/^We’ll refund you for the session, because it’s before /)
  expect(textOf({ isExpired: true })).toBe(
    'Your package “Puppy basics” has expired, so you’ll lose this session if you cancel.',
  )
})
