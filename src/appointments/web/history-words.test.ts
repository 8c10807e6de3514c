import { expect, test } from 'vitest'
import type { Change } from '#/appointments/contract.ts'
import { changeText, type Told } from './history-words.ts'

const asha: Told = {
  timeZone: 'Asia/Kolkata',
  owner: 'you',
  provider: 'Dr. Meera Iyer',
  isPaidHere: false,
}
const meera: Told = { ...asha, owner: 'Asha Verma', provider: 'you' }
const line = (what: Change['what'], by: Change['by'], moved: Change['moved'] = null): Change => ({
  id: '',
  at: new Date(0),
  reason: null,
  status: 'completed' as const,
  what,
  by,
  moved,
})

test('a history line says what happened and who did it, from each side’s view', () => {
  expect(changeText(line('requested', 'owner'), asha)).toBe('Requested by you')
  expect(changeText(line('requested', 'owner'), meera)).toBe('Requested by Asha Verma')
  expect(changeText(line('confirmed', 'provider'), asha)).toBe('Accepted by Dr. Meera Iyer')
  expect(changeText(line('confirmed', 'provider'), meera)).toBe('Accepted by you')
  expect(changeText(line('confirmed', 'owner'), asha)).toBe('Booked by you')
  expect(changeText(line('completed', 'system'), meera)).toBe('Completed automatically')
  expect(changeText(line('absence_reported', 'owner'), asha)).toBe(
    'Reported by you: Dr. Meera Iyer didn’t come',
  )
  expect(changeText(line('absence_reported', 'owner'), meera)).toBe('Reported by Asha Verma: you didn’t come')
})

test('online payments read as booked, paid, or not paid in time', () => {
  const online = { ...asha, isPaidHere: true }
  expect(changeText(line('requested', 'owner'), online)).toBe('Booked by you')
  expect(changeText(line('confirmed', 'system'), online)).toBe('Paid, and confirmed automatically')
  expect(changeText(line('expired', 'system'), online)).toBe('Expired automatically: not paid in time')
  expect(changeText(line('expired', 'system'), asha)).toBe('Expired automatically: no answer in time')
})

test('a new time is given in the appointment’s time zone', () => {
  const moved = { from: new Date('2026-11-05T04:30:00Z'), to: new Date('2026-11-06T18:30:00Z') }
  expect(changeText(line('moved', 'owner', moved), asha)).toBe(
    'Moved by you from Thu, 5 Nov 2026, 10:00 to Sat, 7 Nov 2026, 00:00',
  )
})

test('an administrator’s correction is by Support, without a name', () => {
  expect(changeText(line('corrected', 'support'), asha)).toBe('Corrected by Support to “Completed”')
})
