import { exactPositionOptions, type Position, positionOptions, roundPosition } from '#/location/rules.ts'
import type { LocationError } from '#/location/text.ts'

type Geolocation = Pick<typeof navigator.geolocation, 'getCurrentPosition'>
type Browser = { isSecureContext: boolean; navigator: { geolocation?: Geolocation } }

/** The browser's error codes. */
const reasons: Readonly<Record<number, LocationError>> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' }

/**
 * Asks the browser for its position, to two decimals. After ten seconds it counts as failed, even if the browser
 * doesn't answer, as while its question is open; a later answer still counts.
 */
export function askPosition(
  onPosition: (position: Position) => void,
  onFailure: (reason: LocationError) => void,
  browser: Browser = window,
): void {
  ask((position) => onPosition(roundPosition(position)), onFailure, browser, positionOptions)
}

/** Asks for the position as exactly as the device knows it, where a person chose to say where something happened. */
export function askExactPosition(
  onPosition: (position: Position) => void,
  onFailure: (reason: LocationError) => void,
  browser: Browser = window,
): void {
  ask(onPosition, onFailure, browser, exactPositionOptions)
}

function ask(
  onPosition: (position: Position) => void,
  onFailure: (reason: LocationError) => void,
  browser: Browser,
  options: PositionOptions,
): void {
  // Over plain http from another machine, browsers have it but always refuse.
  const geolocation = browser.isSecureContext ? browser.navigator.geolocation : undefined
  if (!geolocation) {
    onFailure('unsupported')
    return
  }
  let failed = false
  const fail = (reason: LocationError) => {
    clearTimeout(timer)
    if (!failed) onFailure(reason)
    failed = true
  }
  const timer = setTimeout(() => fail('timeout'), options.timeout)
  geolocation.getCurrentPosition(
    ({ coords }) => {
      clearTimeout(timer)
      onPosition({ lat: coords.latitude, lon: coords.longitude })
    },
    ({ code }) => fail(reasons[code] ?? 'unavailable'),
    options,
  )
}

export async function mayAskSilently(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}
