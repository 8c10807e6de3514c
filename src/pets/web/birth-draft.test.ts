import { expect, test } from 'vitest'
import { type BirthDraft, birthDraftOf, birthOf, birthProblem } from './birth-draft.ts'

const today = '2026-11-02'
const by = (part: Partial<BirthDraft>): BirthDraft => ({
  by: 'date',
  date: '',
  years: '',
  months: '',
  ...part,
})

test('a known birthday fills the date, a guessed one the age', () => {
  expect(birthDraftOf({ dateOfBirth: '2021-03-14', isBirthEstimated: false }, today)).toEqual(
    by({ date: '2021-03-14' }),
  )
  expect(birthDraftOf({ dateOfBirth: '2023-09-02', isBirthEstimated: true }, today)).toEqual(
    by({ by: 'age', years: '3', months: '2' }),
  )
})

test('the form sends the chosen kind of age, or none', () => {
  expect(birthOf(by({}))).toBeNull()
  expect(birthOf(by({ date: '2021-03-14', years: '3' }))).toEqual({ date: '2021-03-14' })
  expect(birthOf(by({ by: 'age', date: '2021-03-14' }))).toBeNull()
  expect(birthOf(by({ by: 'age', years: ' 3 ' }))).toEqual({ age: { years: 3, months: 0 } })
})

test.each([
  [by({}), false],
  [by({ date: '2026-11-02' }), false],
  [by({ date: '2026-11-03' }), 'Please choose a day that isn’t in the future.'],
  [by({ date: 'unclear' }), 'Please enter the full date'],
  [by({ date: '1980-01-01' }), 'Please check the age: at most 35 years'],
  [by({ by: 'age', years: '35', months: '11' }), false],
  [by({ by: 'age', years: '36' }), 'Please check the age: at most 35 years'],
  [by({ by: 'age', months: '12' }), 'Please enter 0 to 11 months'],
  [by({ by: 'age', years: '2.5' }), 'Please enter whole years and months, like 3 and 6'],
  [by({ by: 'age', years: '-1' }), 'Please enter whole years and months, like 3 and 6'],
] as const)('%j of a dog: %j', (draft, problem) => {
  expect(birthProblem(draft, 'dog', today)).toBe(problem)
})
