import { expect, test } from 'vitest'
import {
  contentOf,
  draftOf,
  emptyMedicine,
  emptyVaccination,
  isSame,
  type NoteDraft,
  noteProblems,
  numberIn,
} from './note-draft.ts'

const [visitOn, today] = ['2026-11-01', '2026-11-02']
const draft = (part: Partial<NoteDraft> = {}): NoteDraft => ({ ...draftOf(null), ...part })
const problemsOf = (part: Partial<NoteDraft>) => noteProblems(draft(part), visitOn, today)

test('nothing but a kind is a draft', () => {
  expect(problemsOf({})).toEqual({})
  expect(contentOf(draft())).toMatchObject({
    type: 'exam',
    temperatureC: null,
    heartRate: null,
    weightLbs: null,
    medicines: [],
    validMonths: 6,
    vaccinations: [],
    followUpOn: null,
  })
})

test('a number can have a decimal comma, and other text is refused', () => {
  expect(['38,6', ' 38.6 ', '', '38.', 'abc', '-3', '1e3'].map(numberIn)).toEqual([
    38.6,
    38.6,
    null,
    38,
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ])
})

test('invalid values are reported at their field', () => {
  expect(Object.keys(problemsOf({ temperature: '83.6', heartRate: '9.5', breathingRate: '0' }))).toEqual([
    'temperature',
    'heartRate',
    'breathingRate',
  ])
  expect(problemsOf({ weight: { text: '200', unit: 'kg' } })).toHaveProperty('weight')
  expect(problemsOf({ weight: { text: '12', unit: 'kg' } })).toEqual({})
  expect(problemsOf({ followUpOn: '2026-10-31' })).toHaveProperty('followUpOn')
  expect(problemsOf({ followUpOn: visitOn })).toEqual({})
})

test('a medicine needs name, dose and how often; a vaccination its name and a day that is over', () => {
  const medicine = emptyMedicine()
  const id = (field: string) => `medicine ${medicine.key} ${field}`
  expect(Object.keys(problemsOf({ medicines: [{ ...medicine, days: '0' }] }))).toEqual(
    ['name', 'dose', 'howOften', 'days'].map(id),
  )
  const shot = { ...emptyVaccination(visitOn), name: 'Rabies' }
  expect(problemsOf({ vaccinations: [shot] })).toEqual({})
  expect(problemsOf({ vaccinations: [{ ...shot, givenOn: '2026-11-03' }] })).toHaveProperty([
    `vaccination ${shot.key} givenOn`,
  ])
  expect(problemsOf({ vaccinations: [{ ...shot, nextDueOn: visitOn }] })).toHaveProperty([
    `vaccination ${shot.key} nextDueOn`,
  ])
})

test('a draft with the same content is unchanged in either unit of weight', () => {
  expect(isSame(draft(), draft({ unit: 'lb' }))).toBe(true)
  expect(isSame(draft(), draft({ plan: 'Rest' }))).toBe(false)
  expect(isSame(draft({ medicines: [emptyMedicine()] }), draft({ medicines: [emptyMedicine()] }))).toBe(true)
})

test('a vet’s new note begins with the owner’s reason as its history, and no other form or note does', () => {
  expect(draftOf(null, 'medical', 'Itching ears').history).toBe('Itching ears')
  expect(draftOf(null, 'session', 'Pulls on the lead').history).toBe('')
})
