import { useEffect } from 'react'
import { useSession } from './session.ts'

/**
 * To be used once, at the root: tells the server the zone of this device, once after each login and whenever the device's
 * clocks move to another zone. Of two devices in two zones, the one that said so last counts.
 */
export function useTimeZoneNotice(): void {
  const { user } = useSession()
  const { sessionId, timeZone, isTimeZoneChosen } = user ?? {}
  useEffect(() => {
    if (!sessionId || isTimeZoneChosen) return
    // With its code fetched when it is needed: visitors have no zone to tell.
    import('./tell-time-zone.ts')
      .then(({ tellTimeZone }) => tellTimeZone(sessionId, timeZone))
      // Nobody waits for it: the next page that is loaded says it again.
      .catch(() => undefined)
  }, [sessionId, timeZone, isTimeZoneChosen])
}
