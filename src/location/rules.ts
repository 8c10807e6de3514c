/** Coordinates in degrees, never finer than two decimals: about a kilometre, enough for 'near me' and no address. */
export type Position = { lat: number; lon: number }

/** To two decimals, and never -0. */
export const roundDegrees = (degrees: number) => Math.round(degrees * 100) / 100 || 0

export const roundPosition = ({ lat, lon }: Position): Position => ({
  lat: roundDegrees(lat),
  lon: roundDegrees(lon),
})

/** The longest name of a place that is looked up. */
export const longestName = 200

/** Look-ups from one address, by position and by name together. */
export const lookupRate = { max: 60, windowSeconds: 600 } as const

/** How the browser is asked for its position: 10 s, low accuracy, and one from up to 5 minutes ago will do. */
export const positionOptions = {
  enableHighAccuracy: false,
  timeout: 10_000,
  maximumAge: 5 * 60_000,
} as const

type PlaceName = { city: string | null; state: string | null; country: string | null }

/** 'Bengaluru, Karnataka, India'; what says the same as its neighbour is said once. */
export function displayOf({ city, state, country }: PlaceName): string {
  const parts = [city, state, country].filter((part) => part !== null)
  return parts.filter((part, index) => part !== parts[index - 1]).join(', ')
}
