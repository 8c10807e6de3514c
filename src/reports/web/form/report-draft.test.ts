import { expect, test } from 'vitest'
import { emptyDraft, fieldTimeOf, partsOf, problemsOf, type ReportDraft } from './report-draft.ts'

const now = new Date(2026, 10, 2, 9, 0)
const filled: ReportDraft = {
  ...emptyDraft,
  petPhotoUrl: '/portraits/bruno.svg',
  species: 'dog',
  seenAt: '2026-11-02T08:30',
  place: ' Indiranagar ',
}
const problems = (part: Partial<ReportDraft>) => problemsOf({ ...filled, ...part }, now)

test('an empty form says everything that is missing, in its order', () => {
  expect(Object.keys(problemsOf(emptyDraft, now))).toEqual(['photos', 'species', 'seenAt', 'place'])
})

test('a filled-in form has no problems, and a found pet needs no photo', () => {
  expect(problems({})).toEqual({})
  expect(problems({ petPhotoUrl: null })).toHaveProperty('photos')
  expect(problems({ petPhotoUrl: null, status: 'found' })).toEqual({})
})

test.each([
  ['in an hour', '2026-11-02T10:00', 'Please choose a time that isn’t in the future.'],
  ['three years ago', '2023-11-02T10:00', 'Please choose a time within the last 2 years.'],
  ['half typed', 'unclear', 'Please enter the full date and time'],
])('a time %s is explained', (_what, seenAt, sentence) => {
  expect(problems({ seenAt })).toEqual({ seenAt: sentence })
})

test('a chip number is checked only if there is a chip, and a phone number only if it is shown', () => {
  expect(problems({ hasChip: 'yes', microchip: '12' })).toHaveProperty('microchip')
  expect(problems({ hasChip: 'no', microchip: '12', contactPhone: 'none' })).toEqual({})
  expect(problems({ showsPhone: true, contactPhone: '' })).toHaveProperty('contactPhone')
})

test('a link is refused in every text that everyone can read, at its field, and allowed in private ones', () => {
  const link = 'https://evil.example'
  const texts = ['petName', 'place', 'breed', 'colours', 'marks', 'collar', 'story'] as const
  for (const field of texts)
    expect(problems({ [field]: link })).toEqual({
      [field]: 'Please leave out links: everyone can read this.',
    })
  expect(problems({ exactPlace: link, secretMark: link })).toEqual({})
})

test('what doesn’t belong to the kind of report isn’t sent', () => {
  const draft = {
    ...filled,
    hasReward: true,
    whereabouts: 'at_vet',
    canKeep: 'yes',
    contactPhone: '+919845000101',
  } as const
  const lost = partsOf(draft)
  expect(lost).not.toHaveProperty('whereabouts')
  expect(lost).not.toHaveProperty('canKeep')
  expect(lost).toMatchObject({
    hasReward: true,
    contactPhone: null,
    place: { area: 'Indiranagar', position: null },
    seenAt: new Date(2026, 10, 2, 8, 30).toISOString(),
  })
  const found = partsOf({ ...draft, status: 'found' })
  expect(found).not.toHaveProperty('hasReward')
  expect(found).toMatchObject({ whereabouts: 'at_vet', canKeep: true })
})

test('an own position is sent with the words as they are now', () => {
  const position = { lat: 12.97843, lon: 77.64088 }
  const chosen = { area: 'Indiranagar', position, isOwn: true }
  expect(partsOf({ ...filled, place: '9th Main, Indiranagar ', chosen }).place).toEqual({
    area: '9th Main, Indiranagar',
    position,
  })
})

test('a time is written as the field writes it', () => {
  expect(fieldTimeOf(new Date(2026, 0, 5, 7, 4))).toBe('2026-01-05T07:04')
})
