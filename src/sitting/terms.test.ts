import { expect, test } from 'vitest'
import { plainCharging } from '#/payments/rules.ts'
import { isSeveral, type Plan } from './plan.ts'
import { requestTerms } from './terms.ts'

const stay: Plan = {
  service: 'hostel-checkin',
  schedule: 'one-time',
  startDate: '2026-11-10',
  endDate: '2026-11-13',
  daysOfWeek: [],
  startTime: '09:00',
  endTime: '17:00',
}
const walks: Plan = {
  ...stay,
  service: 'dog-walking',
  schedule: 'repeat-weekly',
  endDate: null,
  daysOfWeek: ['monday', 'friday'],
}
const rupees = (amount: number) => ({ amount: amount * 100, currency: 'INR' })
const leela = { name: 'Leela', price: rupees(3300), refundPolicy: 'standard' } as const
const om = { name: 'Om', price: rupees(2400), refundPolicy: 'strict' } as const
const now = new Date('2026-11-01T03:30:00Z')
const startsAt = new Date('2026-11-10T03:30:00Z')

test('the terms say that nothing is charged before a sitter accepts, then the price and the refunds', () => {
  const terms = requestTerms({ plan: stay, offers: [leela], charging: plainCharging }, startsAt, now)
  expect(terms[0]).toBe('Nothing is charged before a sitter accepts.')
  expect(terms[1]).toContain('The price of the stay is ₹3,300.00.')
  expect(terms[1]).toContain('automatically charged 24 hours before')
  expect(terms[3]).toBe(
    'If you cancel, you get a full refund until 3 days before the start; after that, half of the first 7 nights and the rest in full.',
  )
  expect(terms.at(-1)).toContain('if they cancel during the stay, you get one for the nights left.')
})

test('a stay that begins too soon for a full refund says so', () => {
  const late = new Date('2026-11-09T03:30:00Z')
  const terms = requestTerms({ plan: stay, offers: [leela], charging: plainCharging }, startsAt, late)
  expect(terms[3]).toBe(
    'It begins in less than 3 days: if you cancel, you get back half of the first 7 nights and the rest in full.',
  )
})

test('owners whose method isn’t charged are told until when they can pay', () => {
  const terms = requestTerms({ plan: stay, offers: [leela], charging: null }, startsAt, now)
  expect(terms.join(' ')).not.toContain('automatically')
  expect(terms[1]).toContain('you can pay until 23 hours before it begins')
})

test('with several sitters, the terms name the price and the refunds of each', () => {
  const terms = requestTerms({ plan: stay, offers: [leela, om], charging: plainCharging }, startsAt, now)
  expect(terms[1]).toContain('₹3,300.00 with Leela or ₹2,400.00 with Om')
  expect(terms.filter((line) => line.startsWith('With '))).toHaveLength(2)
})

test('a repeat names the price of one walk, and its refunds don’t depend on today', () => {
  const late = new Date('2026-11-10T03:00:00Z')
  const terms = requestTerms({ plan: walks, offers: [leela], charging: plainCharging }, startsAt, late)
  expect(terms[1]).toContain('The price of each walk is')
  expect(terms[3]).toMatch(/^If you cancel at least 24 hours before/)
})

test('a stay is one appointment, and walks on two days or each week are several', () => {
  const once = { ...walks, schedule: 'one-time', daysOfWeek: [] } as const
  expect([
    isSeveral(stay),
    isSeveral(walks),
    isSeveral({ ...once, endDate: null }),
    isSeveral({ ...once, endDate: '2026-11-10' }),
    isSeveral({ ...once, endDate: '2026-11-11' }),
  ]).toEqual([false, true, false, false, true])
})
