import { DAY } from '#/kernel/duration.ts'
import { type LocationError, locationErrors, locationText } from '#/location/text.ts'

/**
 * This browser's stored location. Other programs may read the first six fields; the rest is ours. `display` is what
 * pages show: a place, or why there is none.
 */
export type KeptLocation = {
  city: string | null
  state: string | null
  country: string | null
  display: string
  isLoading: boolean
  error: string | null
  /** To two decimals; null without a place, or for typed text alone. */
  lat: number | null
  lon: number | null
  /** `profile`: the profile's city, because the browser told nothing. */
  how: 'detected' | 'chosen' | 'written' | 'profile'
  userId: string | null
  /** The login during which the location was determined. */
  sessionId: string | null
  since: number
}

const key = 'userLocation'

export function readLocation(): KeptLocation | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<KeptLocation> | null
    return kept && typeof kept.display === 'string' ? { ...empty, ...kept } : null
  } catch {
    // No storage, or foreign data.
    return null
  }
}

export function writeLocation(location: KeptLocation | null): void {
  try {
    if (location) localStorage.setItem(key, JSON.stringify(location))
    else localStorage.removeItem(key)
  } catch {
    // Without storage, it lasts as long as the page.
  }
}

/** Calls back when another tab changes it; returns a function that stops it. */
export function followOtherTabs(changed: () => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

const empty: KeptLocation = {
  city: null,
  state: null,
  country: null,
  display: locationText.unavailable,
  isLoading: false,
  error: null,
  lat: null,
  lon: null,
  how: 'detected',
  userId: null,
  sessionId: null,
  since: 0,
}

type Found = Pick<KeptLocation, 'city' | 'state' | 'country' | 'display' | 'lat' | 'lon'>

export const detecting = (userId: string | null): KeptLocation => ({
  ...empty,
  display: locationText.detecting,
  isLoading: true,
  userId,
})

export const foundAs = (
  how: 'detected' | 'chosen',
  { city, state, country, display, lat, lon }: Found,
  userId: string | null,
  now: number,
): KeptLocation => ({ ...empty, city, state, country, display, lat, lon, how, userId, since: now })

export const writtenAs = (text: string, userId: string | null, now: number): KeptLocation => ({
  ...empty,
  display: text,
  how: 'written',
  userId,
  since: now,
})

export const fromProfile = (city: string, userId: string, now: number): KeptLocation => ({
  ...empty,
  city,
  display: city,
  how: 'profile',
  userId,
  since: now,
})

export const failedWith = (reason: LocationError, userId: string | null, now: number): KeptLocation => ({
  ...empty,
  display: reason === 'unsupported' ? locationText.unsupported : locationText.unavailable,
  error: locationErrors[reason],
  userId,
  since: now,
})

export const isPlace = ({ isLoading, error }: KeptLocation) => !isLoading && error === null

/** Hides one person's location from the next, and from visitors. */
export const isFor = (location: KeptLocation, userId: string | null) =>
  location.userId === null || location.userId === userId

const refreshAfter = DAY

/**
 * Decides what to do after a login: look for the location, as at each login, take over the visitor's choice, or leave
 * it. After a refusal, or once the place it found is a day old, looks only if that asks no question.
 */
export function afterSignIn(
  location: KeptLocation | null,
  { userId, sessionId }: { userId: string; sessionId: string },
  now: number,
): 'detect' | 'detect-silently' | 'claim' | 'leave' {
  if (!location || location.isLoading || !isFor(location, userId)) return 'detect'
  const theirs = location.userId === userId
  if (!theirs) return location.how === 'detected' ? 'detect' : 'claim'
  if (location.how === 'profile') return location.sessionId === sessionId ? 'leave' : 'detect-silently'
  if (location.how !== 'detected') return 'leave'
  if (location.sessionId !== sessionId)
    return location.error === locationErrors.denied ? 'detect-silently' : 'detect'
  return now - location.since > refreshAfter ? 'detect-silently' : 'leave'
}
