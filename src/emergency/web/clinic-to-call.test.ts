import { expect, test } from 'vitest'
import type { EmergencyPlace } from '#/emergency/contract.ts'
import { clinicToCall } from './clinic-to-call.ts'

const clinic = (name: string, distance: number | null, part: Partial<EmergencyPlace> = {}) =>
  ({ kind: 'clinic', name, distance, isOpen: true, isAroundTheClock: false, ...part }) as EmergencyPlace
const always = { isAroundTheClock: true }
const near = clinic('Near', 1)

test.each<[string, EmergencyPlace[], string | undefined]>([
  ['one that is always open, a little farther', [near, clinic('Always', 12, always)], 'Always'],
  ['one that is open now, if the other is far away', [near, clinic('Always', 59, always)], 'Near'],
  [
    'one that is always open, without distances',
    [clinic('A', null), clinic('Always', null, always)],
    'Always',
  ],
  ['none that is closed', [clinic('Closed', 1, { isOpen: false })], undefined],
  ['none that isn’t a clinic', [clinic('Shelter', 1, { kind: 'shelter' })], undefined],
])('calls %s', (_, places, name) => {
  expect(clinicToCall({ places, keptSince: null })?.name).toBe(name)
})

test('a list that was kept doesn’t know who is open now', () => {
  const keptSince = Date.UTC(2026, 10, 25)
  expect(clinicToCall({ places: [near, clinic('Always', 59, always)], keptSince })?.name).toBe('Always')
  expect(clinicToCall({ places: [near], keptSince })).toBeUndefined()
})
