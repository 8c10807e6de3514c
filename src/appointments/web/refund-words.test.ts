import { expect, test } from 'vitest'
import { HOUR } from '#/kernel/duration.ts'
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
  refundable: 60_000,
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
  expect(refundText({ ...appointment, payment: { ...paid, status: 'failed' } }, early)).toMatch(
    /^You haven’t paid yet/,
  )
  expect(refundText({ ...appointment, payment: { ...paid, status: 'pending' } }, early)).toMatch(
    /If your bank still takes the money, we’ll send it back automatically\.$/,
  )
})

test('an owner who paid less than the price, with an offer, gets back what they paid at most', () => {
  const offered = { ...paid, refundable: 54_000 }
  const textOf = (at: Date, more: object = {}) =>
    refundText({ ...appointment, ...more, payment: offered }, at)
  expect(textOf(early)).toMatch(/^You’ll get a full refund of ₹540\.00, because /)
  expect(textOf(late, { providerBarred: true })).toMatch(/ a full refund of ₹540\.00\.$/)
  expect(textOf(late)).toMatch(/^You paid ₹540\.00\. /)
  const halfway = new Date(startsAt.getTime() - 30 * HOUR)
  expect(textOf(halfway, { refundPolicy: 'moderate' })).toMatch(
    /^You’ll get back ₹300\.00, half of the ₹600\.00 price, because /,
  )
  expect(textOf(late, { nights: 10 })).toMatch(/^You’ll get back ₹390\.00 of the ₹540\.00 you paid: /)
  expect(textOf(late, { nights: 100 })).toMatch(/^You’ll get back all of the ₹540\.00 you paid: /)
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
