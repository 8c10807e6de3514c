import { expect, test } from 'vitest'
import type { Standing } from '#/verification/contract.ts'
import { wordsOf } from './standing-words.ts'

const standing: Standing = {
  record: 'pet_sitter',
  status: 'draft',
  reason: null,
  changedAt: null,
  isLeaving: false,
  isListed: false,
  needsVerification: false,
  needsConfirmation: false,
  missing: [],
  changeRefused: false,
  changes: [],
  documents: [],
}
const titleOf = (part: Partial<Standing>) => wordsOf('pet_sitter', { ...standing, ...part }).title

test.each([
  [{ isListed: true }, 'Owners can find you'],
  [{ missing: ['location'] }, 'Owners can’t find you yet'],
  [{ needsConfirmation: true }, 'Owners can’t find you yet'],
  [{ needsVerification: true }, 'Ready to submit'],
  [{ needsVerification: true, missing: ['document'] }, 'Not submitted yet'],
  [{ status: 'submitted' }, 'Your profile is being checked'],
  [{ status: 'verified', isListed: true }, 'You’re verified'],
  [{ status: 'rejected' }, 'Your profile wasn’t verified'],
  [{ status: 'suspended' }, 'Your profile is suspended'],
] as const)('%j is told as %s', (part, title) => {
  expect(titleOf(part as Partial<Standing>)).toBe(title)
})

test('a provider isn’t told that owners can find them before their trade’s search is open', () => {
  for (const status of ['draft', 'submitted', 'verified'] as const)
    for (const isListed of [true, false]) {
      const { title, text } = wordsOf(
        'veterinary_doctor',
        { ...standing, status, isListed, missing: isListed ? [] : ['location'] },
        { opens: 'pet sitting' },
      )
      expect(`${title} ${text}`).not.toMatch(/can find you\.|Owners can find you|We’ll list you/)
    }
  expect(wordsOf('pet_sitter', { ...standing, isListed: true }, { opens: 'pet sitting' })).toMatchObject({
    title: 'Your profile is complete',
    text: expect.stringContaining('Owners will find you here once pet sitting opens.'),
  })
})

test('a provider who has confirmed neither email nor phone is told to', () => {
  for (const status of ['draft', 'submitted'] as const)
    expect(wordsOf('pet_sitter', { ...standing, status, needsConfirmation: true }).text).toContain(
      'Confirm your email or phone to be listed.',
    )
})

test('the reason for a rejection or suspension is shown', () => {
  for (const status of ['rejected', 'suspended'] as const) {
    expect(wordsOf('pet_sitter', { ...standing, status, reason: 'The number is wrong.' }).text).toContain(
      'Reason: The number is wrong.',
    )
  }
})

test('a provider being checked learns whether owners can find them meanwhile', () => {
  expect(wordsOf('pet_sitter', { ...standing, status: 'submitted', isListed: true }).text).toContain(
    'Owners can already find you',
  )
  expect(wordsOf('pet_sitter', { ...standing, status: 'submitted' }).text).toContain('once it’s verified')
})

test('a listed provider without hours is told that nobody can book them, in every state', () => {
  for (const status of ['draft', 'submitted', 'verified'] as const) {
    const { tone, title, text } = wordsOf(
      'pet_stylist',
      { ...standing, status, isListed: true },
      { isBookable: false },
    )
    expect(`${title} ${text}`).toMatch(/find you, but not book you/)
    expect(`${title} ${text}`).not.toContain('Your profile is complete')
    expect(tone).not.toBe('good')
  }
})

test('nobody whose account will be deleted is told that owners can find them', () => {
  for (const status of ['draft', 'submitted', 'verified', 'rejected'] as const)
    expect(wordsOf('pet_stylist', { ...standing, status, isLeaving: true })).toMatchObject({
      title: 'Your account will be deleted',
      text: expect.stringContaining('Nobody can find or book you until then.'),
    })
})
