import { type Position, positionOptions, roundPosition } from '../rules.ts'
import type { LocationError } from '../text.ts'

type Geolocation = Pick<typeof navigator.geolocation, 'getCurrentPosition'>
type Browser = { isSecureContext: boolean; navigator: { geolocation?: Geolocation } }

/** The browser's own numbers for why there is no position. */
const reasons: Readonly<Record<number, LocationError>> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' }

/**
 * Asks the browser where it is, to two decimals. After ten seconds it counts as failed, also where the browser itself
 * keeps silent, as it does while its question is open; who answers that later still gets their place.
 */
export function askPosition(
  onPosition: (position: Position) => void,
  onFailure: (reason: LocationError) => void,
  browser: Browser = window,
): void {
  // Over plain http from another machine the browser has it, and refuses it to everyone.
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
  const timer = setTimeout(() => fail('timeout'), positionOptions.timeout)
  geolocation.getCurrentPosition(
    ({ coords }) => {
      clearTimeout(timer)
      onPosition(roundPosition({ lat: coords.latitude, lon: coords.longitude }))
    },
    ({ code }) => fail(reasons[code] ?? 'unavailable'),
    positionOptions,
  )
}

/** Whether the browser would tell without asking its person. */
export async function mayAskSilently(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}
