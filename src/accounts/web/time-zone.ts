import { useEffect } from 'react'
import { useSession } from './session.ts'

/**
 * Tells the server this device's zone, once after each login and whenever it changes. Use it once, at the root. Of two
 * devices in two zones, the last to report counts.
 */
export function useTimeZoneNotice(): void {
  const { user } = useSession()
  const { sessionId, timeZone, isTimeZoneChosen } = user ?? {}
  useEffect(() => {
    if (!sessionId || isTimeZoneChosen) return
    // Loaded on demand: visitors have no zone to report.
    import('./tell-time-zone.ts')
      .then(({ tellTimeZone }) => tellTimeZone(sessionId, timeZone))
      // The next page load reports it again.
      .catch(() => undefined)
  }, [sessionId, timeZone, isTimeZoneChosen])
}
