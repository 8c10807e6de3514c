import { expect, test } from 'vitest'
import { isChanged, vaccinationDraftOf, vaccinationOf, vaccinationProblems } from './vaccination-draft.ts'

const rabies = { ...vaccinationDraftOf(null), name: 'Rabies', givenOn: '2026-01-10' }
const today = '2026-11-02'

test('a name and a day are all it takes', () => {
  expect(vaccinationProblems(rabies, today)).toEqual({})
  expect(vaccinationOf(rabies)).toEqual({ name: 'Rabies', givenOn: '2026-01-10', nextDueOn: null })
})

test('a chosen or removed file counts as an unsaved change', () => {
  const empty = vaccinationDraftOf(null)
  const certificate = new File(['%PDF-1.7'], 'rabies.pdf', { type: 'application/pdf' })
  expect(isChanged(empty, null)).toBe(false)
  expect(isChanged({ ...empty, certificate }, null)).toBe(true)
  expect(isChanged({ ...empty, removeCertificate: true }, null)).toBe(true)
  expect(vaccinationOf({ ...rabies, certificate })).toMatchObject({ certificate })
})

test('an empty form names its required fields in order', () => {
  expect(Object.entries(vaccinationProblems(vaccinationDraftOf(null), today))).toEqual([
    ['name', 'Required'],
    ['givenOn', 'Required'],
  ])
})

test.each([
  [{ givenOn: '2026-11-03' }, { givenOn: 'Please choose a day that isn’t in the future.' }],
  [{ givenOn: 'unclear' }, { givenOn: 'Please enter the full date' }],
  [{ nextDueOn: '2026-01-10' }, { nextDueOn: 'Please choose a day after the vaccination.' }],
  [{ nextDueOn: 'unclear' }, { nextDueOn: 'Please enter the full date' }],
  [{ nextDueOn: '2026-01-11' }, {}],
  [{ name: 'x'.repeat(201) }, { name: 'At most 200 characters' }],
])('%j leads to %j', (part, problems) => {
  expect(vaccinationProblems({ ...rabies, ...part }, today)).toEqual(problems)
})
