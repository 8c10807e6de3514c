import { MINUTE } from '#/kernel/duration.ts'

/** In degrees, never finer than two decimals: about a kilometre, enough for 'near me' but not for an address. */
export type Position = { lat: number; lon: number }

export const roundDegrees = (degrees: number) => Math.round(degrees * 100) / 100 || 0

export const roundPosition = ({ lat, lon }: Position): Position => ({
  lat: roundDegrees(lat),
  lon: roundDegrees(lon),
})

/** The most areas of a map without images, and the farthest it looks: half the globe. */
export const mostAreas = 24
export const mostKmAround = 20_000

export const longestName = 200

export const lookupRate = { max: 60, windowSeconds: 600 } as const

/** For a city: low accuracy will do, and a position up to 5 minutes old. */
export const positionOptions = {
  enableHighAccuracy: false,
  timeout: 10_000,
  maximumAge: 5 * MINUTE,
} as const

/** For the spot where something happened: accurate, and at most a minute old. */
export const exactPositionOptions = { enableHighAccuracy: true, timeout: 10_000, maximumAge: MINUTE } as const

type PlaceName = {
  area?: string | null
  city: string | null
  state: string | null
  country: string | null
}

/** Writes 'Indiranagar, Bengaluru, Karnataka, India', leaving out repeats. */
export function displayOf({ area = null, city, state, country }: PlaceName): string {
  const parts = [area, city, state, country].filter((part) => part !== null)
  return parts.filter((part, index) => part !== parts[index - 1]).join(', ')
}
