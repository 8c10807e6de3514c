import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  afterSignIn,
  detecting,
  failedWith,
  foundAs,
  fromProfile,
  isFor,
  isPlace,
  type KeptLocation,
  readLocation,
  writeLocation,
  writtenAs,
} from './kept-location.ts'

const now = Date.UTC(2026, 10, 2)
const hour = 3600_000
const pune = {
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  display: 'Pune, Maharashtra, India',
  lat: 18.52,
  lon: 73.85,
}

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the value stored as userLocation', () => {
  test('begins as detecting, and loading', () => {
    writeLocation(detecting('asha'))
    expect(JSON.parse(kept.get('userLocation')!)).toMatchObject({
      city: null,
      state: null,
      country: null,
      display: 'Detecting location...',
      isLoading: true,
      error: null,
    })
  })

  test('ends as a place', () => {
    writeLocation(foundAs('detected', pune, 'asha', now))
    expect(readLocation()).toMatchObject({ ...pune, isLoading: false, error: null })
  })

  test.each([
    ['denied', 'Location unavailable', 'Location access denied'],
    ['unavailable', 'Location unavailable', 'Location information is unavailable'],
    ['timeout', 'Location unavailable', 'Location request timed out'],
    ['unsupported', 'Location not supported', 'Location not supported'],
    ['load', 'Location unavailable', 'Failed to load location data'],
    ['fetch', 'Location unavailable', 'Failed to fetch location data'],
  ] as const)('or, when it is %s, as %s with the reason', (reason, display, error) => {
    const location = failedWith(reason, null, now)
    expect(location).toMatchObject({ display, error, isLoading: false, city: null, lat: null })
    expect(isPlace(location)).toBe(false)
  })

  test('or as typed text, without coordinates', () => {
    const location = writtenAs('Behind the old banyan tree', null, now)
    expect(location).toMatchObject({
      display: 'Behind the old banyan tree',
      city: null,
      lat: null,
      error: null,
    })
    expect(isPlace(location)).toBe(true)
  })

  test('foreign data is no location, and an older version’s is completed', () => {
    for (const text of ['{', '7', 'null', '[]', '{"display":7}']) {
      kept.set('userLocation', text)
      expect(readLocation(), text).toBeNull()
    }
    kept.set('userLocation', '{"city":"Pune","display":"Pune"}')
    expect(readLocation()).toMatchObject({ city: 'Pune', isLoading: false, error: null, userId: null })
  })

  test('without storage nothing is kept, and nothing breaks', () => {
    const broken = () => {
      throw new Error('no storage')
    }
    vi.stubGlobal('localStorage', { getItem: broken, setItem: broken, removeItem: broken })
    writeLocation(detecting(null))
    writeLocation(null)
    expect(readLocation()).toBeNull()
  })
})

describe('after a login', () => {
  const as = (userId: string) => ({ userId, sessionId: `first of ${userId}` })
  const during = (location: KeptLocation) => ({ ...location, sessionId: 'first of asha' })
  const found = during(foundAs('detected', pune, 'asha', now))

  test('a new user is located anew, regardless of another user’s or a visitor’s place', () => {
    expect(afterSignIn(null, as('asha'), now)).toBe('detect')
    expect(afterSignIn(found, as('ravi'), now)).toBe('detect')
    expect(afterSignIn(foundAs('chosen', pune, 'asha', now), as('ravi'), now)).toBe('detect')
    expect(afterSignIn({ ...found, userId: null }, as('asha'), now)).toBe('detect')
  })

  test('a search that a closed tab left unfinished starts again', () => {
    expect(afterSignIn(detecting('asha'), as('asha'), now)).toBe('detect')
  })

  test('a result and a refusal are both kept, so that nobody is asked twice', () => {
    expect(afterSignIn(found, as('asha'), now + 23 * hour)).toBe('leave')
    expect(afterSignIn(during(failedWith('denied', 'asha', now)), as('asha'), now + 23 * hour)).toBe('leave')
  })

  test('at the same person’s next login it is looked for again, unless it was chosen', () => {
    const next = { userId: 'asha', sessionId: 'second of asha' }
    expect(afterSignIn(found, next, now)).toBe('detect')
    expect(afterSignIn(during(failedWith('timeout', 'asha', now)), next, now)).toBe('detect')
    expect(afterSignIn(during(foundAs('chosen', pune, 'asha', now)), next, now)).toBe('leave')
    // After a refusal, the browser isn't asked again.
    expect(afterSignIn(during(failedWith('denied', 'asha', now)), next, now)).toBe('detect-silently')
  })

  test('a profile’s city stands until the next login, and nobody is asked for a better one', () => {
    const city = during(fromProfile('Pune', 'asha', now))
    expect(isPlace(city)).toBe(true)
    expect(afterSignIn(city, as('asha'), now + 25 * hour)).toBe('leave')
    expect(afterSignIn(city, { userId: 'asha', sessionId: 'second of asha' }, now)).toBe('detect-silently')
  })

  test('after a day it is looked for again if that asks no question, unless it was chosen', () => {
    expect(afterSignIn(found, as('asha'), now + 25 * hour)).toBe('detect-silently')
    for (const location of [foundAs('chosen', pune, 'asha', now), writtenAs('Here', 'asha', now)])
      expect(afterSignIn(location, as('asha'), now + 25 * hour)).toBe('leave')
  })

  test('a visitor’s choice stays theirs after login', () => {
    for (const location of [foundAs('chosen', pune, null, now), writtenAs('Here', null, now)])
      expect(afterSignIn(location, as('asha'), now)).toBe('claim')
  })

  test('one person’s location is not shown to another, nor to visitors', () => {
    expect([isFor(found, 'asha'), isFor(found, 'ravi'), isFor(found, null)]).toEqual([true, false, false])
    expect(isFor({ ...found, userId: null }, 'ravi')).toBe(true)
  })
})
