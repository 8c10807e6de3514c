import { expect, test } from 'vitest'
import { withdrawnReason } from '#/appointments/withdrawn.ts'
import { wordsFor } from './change-words.ts'
import type { NamedRow } from './kind.ts'

// Both sides once got the owner's sentence about what the system cancelled: "We cancelled Momo's stay with Neha Bhat", to Neha.

const sitting = { provider: 'sitter', noun: 'stay', title: 'Hostel stay', bookingPath: '/', isAsked: true }
const training = {
  provider: 'trainer',
  noun: 'agility session',
  title: 'Agility',
  bookingPath: '/',
  isAsked: false,
}
const veterinary = {
  provider: 'vet',
  noun: 'teleconsultation',
  title: 'Teleconsultation',
  bookingPath: '/',
  isAsked: false,
}

const rowOf = (rest: Partial<NamedRow>) =>
  ({
    status: 'cancelled',
    cancelled_by: 'system',
    owner_name: 'Asha Verma',
    provider_name: 'Neha Bhat',
    pets: [{ id: 'momo', name: 'Momo' }],
    starts_at: new Date('2026-12-03T03:30:00Z'),
    ends_at: new Date('2026-12-06T11:30:00Z'),
    time_zone: 'Asia/Kolkata',
    is_online: false,
    nights: null,
    currency: 'INR',
    provider_barred: false,
    absence_reported_at: null,
    absence_answered_at: null,
    early_end_disputed_at: null,
    started_at: null,
    stopped_at: null,
    payment_id: null,
    package_id: null,
    session_id: null,
    closing_reason: null,
    ...rest,
  }) as unknown as NamedRow

const claimed = { absence_reported_at: new Date('2026-12-03T04:00:00Z') }
const on = 'on Thu, 3 Dec 2026, 09:00'

type Row = { what: string; row: Partial<NamedRow>; owner: string; provider: string }
const table: Row[] = [
  {
    what: 'a request that another sitter accepted first',
    row: { kind: sitting, nights: 3, closing_reason: withdrawnReason },
    owner: `Request withdrawn: We withdrew your request for Momo’s stay with Neha Bhat from Thu, 3 Dec 2026, 09:00 to Sun, 6 Dec 2026, 17:00. Reason: ${withdrawnReason}.`,
    provider:
      'Request withdrawn: Asha Verma’s request for Momo’s stay from Thu, 3 Dec 2026, 09:00 to Sun, 6 Dec 2026, 17:00 is off: another sitter accepted it first.',
  },
  {
    what: 'a stay whose sitter didn’t answer the claim',
    row: { kind: sitting, nights: 3, ...claimed, closing_reason: 'The sitter didn’t come' },
    owner:
      'Appointment cancelled: We cancelled Momo’s stay with Neha Bhat from Thu, 3 Dec 2026, 09:00 to Sun, 6 Dec 2026, 17:00. Reason: The sitter didn’t come.',
    provider:
      'Appointment cancelled: We cancelled Momo’s stay for Asha Verma from Thu, 3 Dec 2026, 09:00 to Sun, 6 Dec 2026, 17:00. The owner said that you didn’t come, and you didn’t answer within 24 hours.',
  },
  {
    what: 'a teleconsultation whose vet didn’t answer the claim',
    row: { kind: veterinary, is_online: true, ...claimed, closing_reason: 'The vet didn’t come' },
    owner: `Appointment cancelled: We cancelled Momo’s teleconsultation with Neha Bhat ${on}. Reason: The vet didn’t come.`,
    provider: `Appointment cancelled: We cancelled Momo’s teleconsultation for Asha Verma ${on}. The owner said that you didn’t come, and you didn’t answer within 24 hours.`,
  },
  {
    what: 'a session whose package was refunded',
    row: { kind: training, closing_reason: 'Its package was refunded in full' },
    owner: `Appointment cancelled: We cancelled Momo’s agility session with Neha Bhat ${on}. Reason: Its package was refunded in full.`,
    provider: `Appointment cancelled: We cancelled Momo’s agility session for Asha Verma ${on}. Reason: Its package was refunded in full.`,
  },
  {
    what: 'a provider who may not act',
    row: {
      kind: training,
      provider_barred: true,
      closing_reason: 'The provider can’t take appointments at the moment',
    },
    owner: `Appointment cancelled: We cancelled Momo’s agility session with Neha Bhat ${on}. Reason: The provider can’t take appointments at the moment.`,
    provider: `Appointment cancelled: We cancelled Momo’s agility session for Asha Verma ${on}. You can’t take appointments at the moment.`,
  },
]

const reader = { timeZone: 'Asia/Kolkata' }
const wordsTo = (row: NamedRow, side: 'owner' | 'provider') => {
  const words = wordsFor(row, { to: 'cancelled', by: 'system', reader })[side]!
  return `${words.title}: ${words.message}`
}

test.each(table)('$what: each side reads its own sentence', ({ row, owner, provider }) => {
  expect(wordsTo(rowOf(row), 'owner')).toBe(owner)
  expect(wordsTo(rowOf(row), 'provider')).toBe(provider)
  expect(wordsTo(rowOf(row), 'provider')).not.toContain('Neha Bhat')
})
