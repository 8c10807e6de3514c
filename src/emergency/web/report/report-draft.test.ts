import { expect, test } from 'vitest'
import { randomToken } from '#/emergency/web/random-token.ts'
import { problemsOf, type ReportDraft } from './report-draft.ts'

const whole: ReportDraft = {
  ...{ animal: 'dog', severity: 'minor', place: 'By the bandstand', city: 'Bengaluru', note: '' },
  ...{ phone: '98765 43210', position: null, photo: null, followToken: randomToken(), startedAt: 0 },
}
const wrong = (part: Partial<ReportDraft>) => Object.keys(problemsOf({ ...whole, ...part }))

test('a report needs an animal, a severity, a phone number, and a position or a place in a city', () => {
  expect(wrong({})).toEqual([])
  expect(wrong({ animal: '', severity: '', phone: 'me' })).toEqual(['animal', 'severity', 'phone'])
  expect(wrong({ city: ' ' })).toEqual(['place'])
  expect(wrong({ place: '', city: '', position: { lat: 12.9, lon: 77.6 } })).toEqual([])
})

test('the token of a follow link is 32 random bytes', () => {
  const tokens = Array.from({ length: 100 }, randomToken)
  expect(new Set(tokens).size).toBe(100)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
})
