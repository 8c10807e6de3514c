import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { randomToken } from '#/emergency/web/random-token.ts'
import { keepDraft, keepSent, problemsOf, type ReportDraft, readDraft, readSent } from './report-draft.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  })
})
afterEach(() => vi.unstubAllGlobals())

const whole: ReportDraft = {
  animal: 'dog',
  severity: 'minor',
  place: 'By the bandstand',
  city: 'Bengaluru',
  note: '',
  phone: '98765 43210',
  position: null,
  photo: null,
  followToken: randomToken(),
  startedAt: 0,
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

test('a draft and the links of sent reports are its user’s alone, also after a session that wasn’t logged out', () => {
  const now = whole.startedAt
  keepSent('asha', { token: 'hers', animal: 'dog', at: now })
  keepDraft('asha', whole)
  for (const other of ['ravi', null]) {
    expect(readDraft(other, now)).toBeUndefined()
    expect(readSent(other, now)).toEqual([])
  }
  expect(readDraft('asha', now)).toEqual(whole)
  expect(readSent('asha', now)).toMatchObject([{ token: 'hers' }])
  keepDraft('ravi', { ...whole, place: 'At the lake' })
  expect([readDraft('asha', now), readSent('asha', now), readSent('ravi', now)]).toEqual([undefined, [], []])
})

test('a visitor’s draft goes with them into their account', () => {
  keepDraft(null, whole)
  expect(readDraft(null, 0)).toEqual(whole)
  expect(readDraft('asha', 0)).toEqual(whole)
  keepDraft('asha', whole)
  expect(readDraft(null, 0)).toBeUndefined()
})
