import { expect, test } from 'vitest'
import type { Appointment } from '#/appointments/contract.ts'
import type { Id } from '#/kernel/ids.ts'
import { aboutProvider, answeredByText, claimForOwner, claimForProvider, feeText } from './words.ts'

const price = { amount: 70_000, currency: 'INR' }
const visit = {
  price,
  payment: null,
  timeZone: 'Asia/Kolkata',
  isOnline: false,
  noun: 'visit',
} as const
const online = { ...visit, isOnline: true } as const
const payment = {
  id: 'p' as Id<'payment'>,
  amount: price,
  payBy: new Date('2026-11-04T05:30:00Z'),
  chargeAt: new Date('2026-11-04T04:30:00Z'),
  refundable: price.amount,
  refunded: 0,
  isDisputed: false,
}

test('a fee is still to be paid while the visit is to come', () => {
  for (const status of ['pending', 'confirmed'] as const)
    expect(feeText({ ...visit, status })).toBe('₹700.00, to pay at the visit')
})

test('a visit that took place shows only its fee, and one that didn’t shows none', () => {
  expect(feeText({ ...visit, status: 'completed' })).toBe('₹700.00 fee')
  for (const status of ['cancelled', 'declined', 'expired', 'no_show'] as const)
    expect(feeText({ ...visit, status })).toBeNull()
})

test('a price that is settled on the spot is marked as an estimate', () => {
  const about = { ...visit, priceIsEstimate: true }
  expect(feeText({ ...about, status: 'confirmed' })).toBe('About ₹700.00 (estimate), to pay at the visit')
  expect(feeText({ ...about, status: 'completed' })).toBe('About ₹700.00 (estimate)')
})

test('the price of a request that its provider has to answer is an estimate', () => {
  const asked = { ...visit, status: 'pending', answerBy: new Date('2026-11-03T05:00:00Z') } as const
  expect(feeText(asked)).toBe('₹700.00 (estimate)')
  expect(feeText({ ...asked, isOneOfSeveral: true })).toBe('₹700.00 each (estimate)')
  expect(feeText({ ...asked, nights: 3 })).toBe('₹700.00 for 3 nights (estimate)')
  expect(feeText({ ...asked, status: 'confirmed' })).toBe('₹700.00, to pay at the visit')
})

test('owners are told by when a provider answers, where the trade says so', () => {
  const now = new Date('2026-11-02T05:00:00Z')
  const provider = { name: 'Leela Rao' } as Appointment['provider']
  const asked = { ...visit, provider, status: 'pending', answerBy: new Date('2026-11-03T05:00:00Z') } as const
  expect(answeredByText(asked, now)).toBe('Leela Rao answers by Tomorrow, 10:30')
  expect(answeredByText({ ...asked, status: 'confirmed' }, now)).toBeNull()
  expect(answeredByText({ ...asked, answerBy: null }, now)).toBeNull()
})

test('a confirmed appointment that is paid later says when it is charged', () => {
  expect(feeText({ ...visit, status: 'confirmed', payment: { ...payment, status: 'created' } })).toBe(
    '₹700.00, charged automatically Wed, 4 Nov 2026, 10:00',
  )
})

test('nothing is to be paid at a free visit', () => {
  const free = { ...visit, price: { ...price, amount: 0 } }
  for (const status of ['pending', 'confirmed', 'completed'] as const)
    expect(feeText({ ...free, status })).toBe('Free')
})

test('a provider without a fee shows none', () => {
  expect(feeText({ ...visit, status: 'confirmed', price: null })).toBeNull()
})

test('an online payment shows its state', () => {
  const say = (status: 'created' | 'failed' | 'completed' | 'refunded', more = {}) =>
    feeText({ ...online, status: 'pending', payment: { ...payment, status, ...more } })
  expect(say('created')).toBe('₹700.00, charged automatically Wed, 4 Nov 2026, 10:00')
  expect(say('created', { chargeAt: null })).toBe('₹700.00, pay by Wed, 4 Nov 2026, 11:00')
  expect(say('failed')).toBe('₹700.00, payment failed: pay by Wed, 4 Nov 2026, 11:00')
  expect(say('completed')).toBe('₹700.00, paid')
  expect(say('completed', { refunded: 70_000, isDisputed: false })).toBe('₹700.00, refund on its way')
  expect(say('refunded')).toBe('₹700.00, refunded')
})

const claimed = {
  status: 'no_show' as const,
  timeZone: 'Asia/Kolkata',
  payment,
  package: null,
  completedAt: null,
  correctedAt: null,
  startsAt: new Date('2026-11-02T06:30:00Z'),
  endsAt: new Date('2026-11-02T07:00:00Z'),
  nights: null,
  startedAt: null,
  stoppedAt: null,
  noShowAt: new Date('2026-11-02T08:00:00Z'),
  absenceReportedAt: null as Date | null,
  absenceAnsweredAt: null as Date | null,
  earlyEndDisputedAt: null as Date | null,
  provider: { name: 'Dr. Meera Iyer' } as Appointment['provider'],
  providerNoun: 'vet',
  owner: { name: 'Asha', email: null, phone: null },
} as const

test('a no-show shows until when it can be contested, and the outcome', () => {
  expect(claimForOwner(claimed, true)).toBe(
    'If that’s wrong, contest it by Tue, 3 Nov 2026, 13:30. The vet isn’t paid before then.',
  )
  expect(claimForOwner(claimed, false)).toBeNull()
  const open = { ...claimed, absenceReportedAt: new Date('2026-11-02T09:00:00Z') }
  expect(claimForOwner(open, false)).toBe(
    'You said this no-show is wrong. We asked Dr. Meera Iyer. If they don’t reply by Tue, 3 Nov 2026, 14:30, we’ll cancel the appointment and refund you in full.',
  )
  expect(claimForProvider(open)).toBe(
    'Asha says this no-show is wrong. If you were there, say so by Tue, 3 Nov 2026, 14:30; otherwise we’ll cancel the appointment and refund the owner in full. Until then the payment is on hold.',
  )
  const answered = { ...open, absenceAnsweredAt: new Date('2026-11-02T10:00:00Z') }
  expect(claimForProvider(answered)).toBeNull()
  expect(claimForOwner(answered, false)).toContain('If you disagree, write to us under Help & Support.')
})

test('in a claim, a package’s session counts as paid: it returns to the package, or is refunded once the package has ended', () => {
  const bought = {
    id: 'k' as Id<'package'>,
    title: 'Puppy basics',
    isBack: false,
    isOver: false,
    isExpired: false,
  }
  const session = { ...claimed, payment: null, package: bought, providerNoun: 'trainer' }
  expect(claimForOwner(session, true)).toContain('The trainer isn’t paid before then.')
  const open = { ...session, absenceReportedAt: new Date('2026-11-02T09:00:00Z') }
  expect(claimForOwner(open, false)).toContain(
    'we’ll cancel the appointment, and the session goes back to your package “Puppy basics”.',
  )
  expect(claimForProvider(open)).toContain(
    'the session goes back to the owner’s package “Puppy basics”. Until then the payment is on hold.',
  )
  const over = { ...open, package: { ...bought, isOver: true } }
  expect(claimForOwner(over, false)).toContain('we’ll cancel the appointment and refund you for the session.')
  const unpaid = { ...open, package: null }
  expect(claimForOwner(unpaid, false)).toMatch(/we’ll cancel the appointment\.$/)
  expect(claimForProvider(unpaid)).toMatch(/we’ll cancel the appointment\.$/)
})

test('a card describes its provider’s work, unless that is a list or in the title', () => {
  const about = (title: string, ...specialities: string[]) =>
    aboutProvider({ title, provider: { specialities } })
  expect(about('Vet visit', 'Dermatology')).toBe('Dermatology')
  expect(about('Puppy Training, online', 'Puppy Training')).toBeNull()
  expect(about('Bath & Brush', 'Full Grooming', 'Bath & Brush')).toBeNull()
  expect(about('Vet visit')).toBeNull()
})
