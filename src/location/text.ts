export const locationText = {
  detecting: 'Detecting location...',
  unavailable: 'Location unavailable',
  unsupported: 'Location not supported',
  unset: 'Set your location',
} as const

export const locationErrors = {
  denied: 'Location access denied',
  unavailable: 'Location information is unavailable',
  timeout: 'Location request timed out',
  unsupported: 'Location not supported',
  nowhere: 'We don’t know a city near you',
  off: 'Place search is turned off here',
  tooMany: 'Too many attempts. Please try again later.',
  load: 'Failed to load location data',
  fetch: 'Failed to fetch location data',
} as const

export type LocationError = keyof typeof locationErrors

const write = 'You can also type a place below.'
const advice: Readonly<Record<LocationError, string>> = {
  denied: `Your browser can tell us once you allow it for this site in its settings. ${write}`,
  unavailable: `Your device doesn’t know where it is. ${write}`,
  timeout: `Your device took too long to find your location. ${write}`,
  unsupported: `Your browser doesn’t share your location with this site. ${write}`,
  nowhere: write,
  off: 'You can type a place below.',
  tooMany: '',
  load: write,
  fetch: 'Please check your internet connection and try again.',
}

export const adviceOn = (error: string): string => {
  const reason = (Object.keys(locationErrors) as LocationError[]).find((key) => locationErrors[key] === error)
  return reason ? advice[reason] : ''
}

export const dialogText = {
  missing: 'Please enter a location',
  several: 'There are several places with this name. Which one do you mean?',
  written: 'Saved as you wrote it, because we couldn’t find it on the map.',
}

export const updatedTo = ({ display, positionOf }: { display: string; positionOf?: string | undefined }) =>
  `Location updated to ${display}.${positionOf ? ` We don’t know exactly where that is, so distances count from ${positionOf}.` : ''}`
/** Tells what to do about a name that no list knows. */
export const unknownPlace = (text: string) =>
  `We don’t know where “${text}” is. Please try the name of the area or town, or a PIN code. If you save it as you wrote it, we can’t show what’s near you, or alert you.`
export const keptAsWritten = (text: string) => `Location saved as you wrote it: ${text}.`
