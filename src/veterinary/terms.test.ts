import { expect, test } from 'vitest'
import { refundPolicies } from '#/appointments/refunds.ts'
import { HOUR } from '#/kernel/duration.ts'
import { teleconsultationTerms } from './terms.ts'

const startsAt = new Date('2026-11-05T04:30:00Z')
const consultationFee = { amount: 60_000, currency: 'INR' }
const hoursBefore = (hours: number) => new Date(startsAt.getTime() - hours * HOUR)

test('the terms of the standard policy are those of before there were four', () => {
  const terms = teleconsultationTerms(
    { consultationFee, refundPolicy: 'standard' },
    startsAt,
    hoursBefore(30),
  )
  expect(terms.slice(2)).toEqual([
    'The fee is ₹600.00. You can pay it at any time; otherwise it is automatically charged 24 hours before the appointment. If that fails you have until 23 hours before to pay, then the appointment expires.',
    'If you cancel at least 24 hours before the appointment, you get a full refund; later, nothing.',
    'If the vet cancels or doesn’t come, you get a full refund. Banks take up to 10 working days, and UPI is usually faster.',
  ])
})

test('the payment time and the refund terms are stated separately', () => {
  const flexible = teleconsultationTerms(
    { consultationFee, refundPolicy: 'flexible' },
    startsAt,
    hoursBefore(3),
  )
  expect(flexible[2]).toContain('begins in less than 24 hours, so please pay within 15 minutes')
  expect(flexible[3]).toContain('If you cancel at least 2 hours before')
  const strict = teleconsultationTerms({ consultationFee, refundPolicy: 'strict' }, startsAt, hoursBefore(30))
  expect(strict[2]).toContain('automatically charged 24 hours before')
  expect(strict[3]).toBe('It begins in less than 48 hours: if you cancel, there’s no refund.')
})

test('without an automatic charge, the terms say until when to pay', () => {
  const [, , fee] = teleconsultationTerms(
    { consultationFee, refundPolicy: 'standard', charging: null },
    startsAt,
    hoursBefore(30),
  )
  expect(fee).toBe(
    'The fee is ₹600.00. You can pay it at any time until 23 hours before the appointment; otherwise the appointment expires.',
  )
})

test('with a gateway that gives notice, the terms say when it charges, and promise nothing that it can’t', () => {
  const feeLine = (amount: number, hours: number) =>
    teleconsultationTerms(
      {
        consultationFee: { amount, currency: 'INR' },
        refundPolicy: 'standard',
        charging: { hoursBefore: 62, most: 1_500_000 },
      },
      startsAt,
      hoursBefore(hours),
    )[2]
  expect(feeLine(60_000, 100)).toContain('automatically charged 62 hours before')
  expect(feeLine(60_000, 61)).toContain('at any time until 23 hours before')
  expect(feeLine(1_500_001, 100)).toContain('at any time until 23 hours before')
  expect(feeLine(60_000, 20)).toContain('pay within 15 minutes')
})

test('a booking without payment shows no refund terms', () => {
  for (const refundPolicy of refundPolicies)
    for (const fee of [null, { amount: 0, currency: 'INR' }])
      expect(teleconsultationTerms({ consultationFee: fee, refundPolicy }, null, startsAt)).toHaveLength(2)
})
