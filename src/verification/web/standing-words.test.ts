import { expect, test } from 'vitest'
import type { Standing } from '#/verification/contract.ts'
import { wordsOf } from './standing-words.ts'

const standing: Standing = {
  record: 'pet_sitter',
  status: 'draft',
  reason: null,
  changedAt: null,
  isListed: false,
  needsVerification: false,
  missing: [],
  documents: [],
}
const titleOf = (part: Partial<Standing>) => wordsOf({ ...standing, ...part }).title

test.each([
  [{ isListed: true }, 'Owners can find you'],
  [{ missing: ['location'] }, 'Owners cannot find you yet'],
  [{ needsVerification: true }, 'Ready to be handed in'],
  [{ needsVerification: true, missing: ['document'] }, 'Not handed in yet'],
  [{ status: 'submitted' }, 'Your profile is being checked'],
  [{ status: 'verified', isListed: true }, 'You are verified'],
  [{ status: 'rejected' }, 'Your profile was not verified'],
  [{ status: 'suspended' }, 'Your profile is suspended'],
] as const)('%j is told as %s', (part, title) => {
  expect(titleOf(part as Partial<Standing>)).toBe(title)
})

test('why somebody was rejected or suspended is said', () => {
  for (const status of ['rejected', 'suspended'] as const) {
    expect(wordsOf({ ...standing, status, reason: 'The number is wrong.' }).text).toContain(
      'Reason: The number is wrong.',
    )
  }
})

test('whoever is checked is told whether owners find them meanwhile', () => {
  expect(wordsOf({ ...standing, status: 'submitted', isListed: true }).text).toContain(
    'Meanwhile owners can find you',
  )
  expect(wordsOf({ ...standing, status: 'submitted' }).text).toContain('once it is verified')
})
