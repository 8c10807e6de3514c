/** What is shown in place of a location, while and where there is none. */
export const locationText = {
  detecting: 'Detecting location...',
  unavailable: 'Location unavailable',
  unsupported: 'Location not supported',
  unset: 'Set your location',
} as const

/** Why there is none. */
export const locationErrors = {
  denied: 'Location access denied',
  unavailable: 'Location information is unavailable',
  timeout: 'Location request timed out',
  unsupported: 'Location not supported',
  nowhere: 'No city is known near you',
  off: 'Places are not looked up here',
  tooMany: 'Too many attempts. Please try again later.',
  load: 'Failed to load location data',
  fetch: 'Failed to fetch location data',
} as const

export type LocationError = keyof typeof locationErrors

const write = 'You can also type a place below.'
const advice: Readonly<Record<LocationError, string>> = {
  denied: `Your browser may tell us once you allow it for this site in its settings. ${write}`,
  unavailable: `Your device does not know where it is. ${write}`,
  timeout: `Your device took too long to say where it is. ${write}`,
  unsupported: `Your browser does not tell this site where you are. ${write}`,
  nowhere: write,
  off: 'You can type a place below.',
  tooMany: '',
  load: write,
  fetch: 'Please check your internet connection and try again.',
}

/** What one can do about an error, which is known by its sentence. */
export const adviceOn = (error: string): string => {
  const reason = (Object.keys(locationErrors) as LocationError[]).find((key) => locationErrors[key] === error)
  return reason ? advice[reason] : ''
}

export const dialogText = {
  missing: 'Please enter a location',
  several: 'Several places are called that. Which one do you mean?',
  written: 'Kept as you wrote it: we could not find it on the map.',
}

export const updatedTo = (display: string) => `Location updated to ${display}.`
export const keptAsWritten = (text: string) =>
  `We could not find “${text}” on the map, so your location is kept as you wrote it.`
