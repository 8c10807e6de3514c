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

describe('what is kept as userLocation', () => {
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

  test('or as what a person wrote, without coordinates', () => {
    const location = writtenAs('Behind the old banyan tree', null, now)
    expect(location).toMatchObject({
      display: 'Behind the old banyan tree',
      city: null,
      lat: null,
      error: null,
    })
    expect(isPlace(location)).toBe(true)
  })

  test('what others left there is no location, and what an older version left is completed', () => {
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

describe('after a sign-in', () => {
  const as = (userId: string) => ({ userId, sessionId: `first of ${userId}` })
  const during = (location: KeptLocation) => ({ ...location, sessionId: 'first of asha' })
  const found = during(foundAs('detected', pune, 'asha', now))

  test('whoever is new here is looked for, whatever another person or a visitor left', () => {
    expect(afterSignIn(null, as('asha'), now)).toBe('detect')
    expect(afterSignIn(found, as('ravi'), now)).toBe('detect')
    expect(afterSignIn(foundAs('chosen', pune, 'asha', now), as('ravi'), now)).toBe('detect')
    expect(afterSignIn({ ...found, userId: null }, as('asha'), now)).toBe('detect')
  })

  test('a search that a closed tab left unfinished begins anew', () => {
    expect(afterSignIn(detecting('asha'), as('asha'), now)).toBe('detect')
  })

  test('what was found stays, and so does a refusal: nobody is asked twice', () => {
    expect(afterSignIn(found, as('asha'), now + 23 * hour)).toBe('leave')
    expect(afterSignIn(during(failedWith('denied', 'asha', now)), as('asha'), now + 23 * hour)).toBe('leave')
  })

  test('at the next sign-in of the same person it is looked for anew, unless it was chosen', () => {
    const next = { userId: 'asha', sessionId: 'second of asha' }
    expect(afterSignIn(found, next, now)).toBe('detect')
    expect(afterSignIn(during(failedWith('timeout', 'asha', now)), next, now)).toBe('detect')
    expect(afterSignIn(during(foundAs('chosen', pune, 'asha', now)), next, now)).toBe('leave')
    // Whoever said no is not asked again.
    expect(afterSignIn(during(failedWith('denied', 'asha', now)), next, now)).toBe('detect-silently')
  })

  test('the city of a profile stands until the next sign-in, and nobody is asked for a better one', () => {
    const city = during(fromProfile('Pune', 'asha', now))
    expect(isPlace(city)).toBe(true)
    expect(afterSignIn(city, as('asha'), now + 25 * hour)).toBe('leave')
    expect(afterSignIn(city, { userId: 'asha', sessionId: 'second of asha' }, now)).toBe('detect-silently')
  })

  test('after a day it is looked for again where that asks no question, unless it was chosen', () => {
    expect(afterSignIn(found, as('asha'), now + 25 * hour)).toBe('detect-silently')
    for (const location of [foundAs('chosen', pune, 'asha', now), writtenAs('Here', 'asha', now)])
      expect(afterSignIn(location, as('asha'), now + 25 * hour)).toBe('leave')
  })

  test('what a visitor chose before signing in is theirs from then on', () => {
    for (const location of [foundAs('chosen', pune, null, now), writtenAs('Here', null, now)])
      expect(afterSignIn(location, as('asha'), now)).toBe('claim')
  })

  test('what one person left is for no other, nor for whoever is not signed in', () => {
    expect([isFor(found, 'asha'), isFor(found, 'ravi'), isFor(found, null)]).toEqual([true, false, false])
    expect(isFor({ ...found, userId: null }, 'ravi')).toBe(true)
  })
})
