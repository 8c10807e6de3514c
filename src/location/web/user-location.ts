import { useSyncExternalStore } from 'react'
import type { Place } from '#/location/contract.ts'
import type { Position } from '#/location/rules.ts'
import type { LocationError } from '#/location/text.ts'
import { askPosition, mayAskSilently } from './ask-position.ts'
import {
  afterSignIn,
  detecting,
  failedWith,
  followOtherTabs,
  foundAs,
  fromProfile,
  isFor,
  isPlace,
  type KeptLocation,
  readLocation,
  writeLocation,
  writtenAs,
} from './kept-location.ts'

let current: KeptLocation | null = null
const watchers = new Set<() => void>()
/** Only the latest search counts. */
let search = 0
let signIn: string | null = null

function set(location: KeptLocation | null): void {
  current = location && { ...location, sessionId: signIn }
  writeLocation(current)
  for (const tell of watchers) tell()
}

const get = () => (current ??= readLocation())

function watch(tell: () => void) {
  watchers.add(tell)
  const stop = followOtherTabs(() => {
    current = readLocation()
    tell()
  })
  return () => {
    stop()
    watchers.delete(tell)
  }
}

/** Returns the person's location as this browser knows it; null if unknown, and on prerendered pages. */
export function useUserLocation(userId: string | null): KeptLocation | null {
  const location = useSyncExternalStore(watch, get, () => null)
  return location && isFor(location, userId) ? location : null
}

/** Returns a word to search places by: the city, or the typed text; null if there is none. */
export function useKnownPlace(userId: string | null): string | null {
  const location = useUserLocation(userId)
  if (!location || !isPlace(location)) return null
  return location.how === 'written' ? location.display : location.city
}

/** Returns the person's place as this browser knows it: a name and its position. */
export function useKnownPosition(userId: string | null): ({ name: string } & Position) | null {
  const location = useUserLocation(userId)
  if (!location || !isPlace(location) || location.lat === null || location.lon === null) return null
  return { name: location.display, lat: location.lat, lon: location.lon }
}

/** Returns the place's whole name; null if none is known. */
export function useKnownName(userId: string | null): string | null {
  const location = useUserLocation(userId)
  return location && isPlace(location) ? location.display : null
}

type Person = { id: string; sessionId: string; city: string | null }

/** Looks for the location after a new login; otherwise uses the profile's city. */
export async function refreshAfterSignIn({ id: userId, sessionId, city }: Person): Promise<void> {
  signIn = sessionId
  const kept = get()
  const todo = afterSignIn(kept, { userId, sessionId }, Date.now())
  if (todo === 'claim') set({ ...kept!, userId })
  const standInProfile = () => {
    const known = get()
    const isOwn = known && isFor(known, userId) && isPlace(known) && known.how !== 'profile'
    if (city && !isOwn && known?.display !== city) set(fromProfile(city, userId, Date.now()))
  }
  if (todo === 'detect' || (todo === 'detect-silently' && (await mayAskSilently())))
    detectLocation(userId, (failure) => failure && standInProfile())
  else if (!get()?.isLoading) standInProfile()
}

/**
 * Asks the browser, then our server for the city there. A known location stays if nothing better is found; `done` gets
 * the outcome.
 */
export function detectLocation(
  userId: string | null,
  done: (failure: LocationError | null, location: KeptLocation) => void = () => undefined,
): void {
  const mine = ++search
  const kept = get()
  const before = kept && isFor(kept, userId) && isPlace(kept) ? kept : null
  const end = (location: KeptLocation, failure: LocationError | null) => {
    if (mine !== search) return
    set(failure && before ? before : location)
    done(failure, location)
  }
  const fail = (reason: LocationError) => end(failedWith(reason, userId, Date.now()), reason)

  set(detecting(userId))
  import('./lookups.ts').then(
    async ({ lookupService, placeAt, reasonOf }) => {
      const failFor = (error: unknown) => fail(reasonOf(error))
      async function locate(position: Position): Promise<void> {
        const place = await placeAt(position)
        if (place) end(foundAs('detected', { ...place, ...position }, userId, Date.now()), null)
        else fail('nowhere')
      }
      try {
        const { on } = await lookupService()
        if (on) askPosition((position) => void locate(position).catch(failFor), fail)
        else fail('off')
      } catch (error) {
        failFor(error)
      }
    },
    () => fail('fetch'),
  )
}

export function chooseLocation(place: Place, userId: string | null): void {
  search++
  set(foundAs('chosen', place, userId, Date.now()))
}

export function keepWritten(text: string, userId: string | null): void {
  search++
  set(writtenAs(text, userId, Date.now()))
}

export function forgetLocation(): void {
  search++
  signIn = null
  set(null)
}
