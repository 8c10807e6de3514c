import { useEffect, useState } from 'react'
import { useSession, useSessionFailure } from '#/accounts/web/index.ts'
import type { Directory, EmergencyPlace } from '#/emergency/contract.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { readPrivately } from '#/kernel/web/read.ts'
import { useKnownPlace, useKnownPosition } from '#/location/web/index.ts'
import { keepDirectory, keptFor } from './kept-directory.ts'

export type Found = {
  /** The name of the place; null if none is known, undefined before the page knows who looks at it. */
  place: string | null | undefined
  /** Undefined while they load. */
  places: EmergencyPlace[] | undefined
  /** The time at which the list was kept, if we can't be reached now. */
  keptSince: number | null
  failed: boolean
  retry: () => void
}

type Answer = {
  place: string
  places: EmergencyPlace[] | undefined
  keptSince: number | null
  failed: boolean
}

/** Places open and close, so an older list is read again. */
const freshForMs = 5 * MINUTE

/** The key of what is known without a place: the numbers of the whole country. */
const nowhere = ''

/**
 * Asks who helps near the person's place, again every few minutes, and shows the last answer without a network. Without a
 * place, asks for the numbers of the whole country.
 */
export function useDirectory(): Found {
  const { state, user } = useSession()
  const { failed: isUnknown } = useSessionFailure()
  const userId = user?.id ?? null
  const position = useKnownPosition(userId)
  const city = useKnownPlace(userId)
  const place = state === 'loading' && !isUnknown ? undefined : (position?.name ?? city)
  const [lat, lon] = [position?.lat, position?.lon]
  const [tries, setTries] = useState(0)
  const [answer, setAnswer] = useState<Answer>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try asks again
  useEffect(() => {
    if (place === undefined) return
    const key = place ?? nowhere
    const kept = keptFor(key, userId)
    // At once, so that nothing moves when the answer comes.
    if (kept)
      setAnswer((last) =>
        last?.place === key ? last : { place: key, places: kept.places, keptSince: kept.at, failed: false },
      )
    let gone = false
    const asked = lat === undefined ? (city === null ? {} : { city }) : { lat, lon, city }
    readPrivately<Directory>('/rpc/emergency/directory', asked).then(
      ({ places }) => {
        if (gone) return
        keepDirectory({ place: key, userId, at: Date.now(), places }, { isUnknown })
        setAnswer({ place: key, places, keptSince: null, failed: false })
      },
      () => {
        if (gone) return
        setAnswer({ place: key, places: kept?.places, keptSince: kept?.at ?? null, failed: true })
      },
    )
    const again = () => setTries((count) => count + 1)
    const timer = setTimeout(again, freshForMs)
    window.addEventListener('online', again)
    return () => {
      gone = true
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [place, lat, lon, city, userId, tries])

  const current = place !== undefined && answer?.place === (place ?? nowhere) ? answer : undefined
  return {
    place,
    places: current?.places,
    keptSince: current?.keptSince ?? null,
    failed: current?.failed ?? false,
    retry: () => setTries((count) => count + 1),
  }
}
