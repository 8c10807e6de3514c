import { useEffect } from 'react'
import { randomKey } from '#/kernel/web/write.ts'
import { deviceZone } from '#/kernel/web/zone-names.ts'
import { accounts, useSession } from './session.ts'

const key = 'noticedTimeZone'

/**
 * To be used once, at the root: tells the server the zone of this device, once after each login and whenever the device's
 * clocks move to another zone. Of two devices in two zones, the one that said so last counts.
 */
export function useTimeZoneNotice(): void {
  const { user } = useSession()
  const { sessionId, timeZone, isTimeZoneChosen = true } = user ?? {}
  useEffect(() => {
    const zone = deviceZone()
    const notice = `${sessionId} ${zone}`
    if (isTimeZoneChosen || isKept(notice)) return
    if (zone === timeZone) return keep(notice)
    accounts.call.noticeTimeZone({ timeZone: zone }, { context: { key: randomKey() } }).then(
      () => keep(notice),
      // Nobody waits for it: the next page that is loaded says it again.
      () => undefined,
    )
  }, [sessionId, timeZone, isTimeZoneChosen])
}

function isKept(notice: string): boolean {
  try {
    return localStorage.getItem(key) === notice
  } catch {
    // A browser that keeps nothing would say it with every page.
    return true
  }
}

const keep = (notice: string) => localStorage.setItem(key, notice)
