import { expect, test } from 'vitest'
import {
  isPhone,
  lackingVaccines,
  mayReadCare,
  type PetMove,
  type PetStatus,
  readMicrochip,
  statusAfter,
} from './rules.ts'

test.each([
  ['956000012345678', '956000012345678'],
  ['956 000 012 345 678', '956000012345678'],
  [' 956-0000-12345678 ', '956000012345678'],
  ['95600001234567', null],
  ['9560000123456789', null],
  ['95600001234567A', null],
  ['٩٥٦٠٠٠٠١٢٣٤٥٦٧٨', null],
  ['', null],
])('%j is the microchip %j', (text, chip) => {
  expect(readMicrochip(text)).toBe(chip)
})

test.each([
  ['+91 80 4000 1234', true],
  ['(080) 4000-1234', true],
  ['10860', true],
  ['1234', false],
  ['1234567890123456', false],
  ['ask at the desk', false],
  ['12345 or 67890', false],
])('%j as a phone number: %j', (text, is) => {
  expect(isPhone(text)).toBe(is)
})

test('each status change of a pet has its allowed origins and result', () => {
  const table: [PetMove, PetStatus, PetStatus | null][] = [
    ['archive', 'active', 'archived'],
    ['archive', 'archived', 'archived'],
    ['archive', 'in_memory', null],
    ['remember', 'active', 'in_memory'],
    ['remember', 'archived', 'in_memory'],
    ['remember', 'in_memory', 'in_memory'],
    ['bring_back', 'active', 'active'],
    ['bring_back', 'archived', 'active'],
    ['bring_back', 'in_memory', 'active'],
  ]
  for (const [move, from, to] of table) expect(statusAfter(move, from), `${move} ${from}`).toBe(to)
})

test('care is read from the acceptance until 14 days after the end, to the second', () => {
  const endsAt = new Date('2026-11-02T05:00:00Z')
  const after = (seconds: number) => new Date(endsAt.getTime() + seconds * 1000)
  const fortnight = 14 * 86_400
  expect(mayReadCare({ isAccepted: true, endsAt }, after(-30 * 86_400))).toBe(true)
  expect(mayReadCare({ isAccepted: true, endsAt }, after(fortnight))).toBe(true)
  expect(mayReadCare({ isAccepted: true, endsAt }, after(fortnight + 1))).toBe(false)
  expect(mayReadCare({ isAccepted: false, endsAt }, after(-30))).toBe(false)
})

test('dogs and cats lack a core vaccination until it is on record under any of its names and not overdue', () => {
  const given = (name: string, nextDueOn: string | null = null) => ({ name, nextDueOn })
  const day = '2026-11-04'
  expect(lackingVaccines('dog', [], day).map(({ name }) => name)).toEqual(['Rabies', 'DHPPi'])
  expect(lackingVaccines('cat', [], day).map(({ name }) => name)).toEqual(['Rabies', 'FVRCP'])
  expect(lackingVaccines('rabbit', [], day)).toEqual([])
  expect(lackingVaccines('dog', [given('Anti-Rabies Vaccine'), given('DHPPiL', day)], day)).toEqual([])
  expect(lackingVaccines('dog', [given('ARV'), given('9 in 1')], day)).toEqual([])
  expect(lackingVaccines('cat', [given('rabies'), given('Tricat Trio', '2026-11-03')], day)).toEqual([
    { name: 'FVRCP', dueOn: '2026-11-03' },
  ])
})
