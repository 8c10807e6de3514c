import { useEffect, useState } from 'react'
import { MINUTE } from '#/kernel/duration.ts'

/** Returns the time, updated every minute and when the user returns to the page. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      clearTimeout(timer)
      setNow(new Date())
      timer = setTimeout(tick, MINUTE - (Date.now() % MINUTE))
    }
    timer = setTimeout(tick, MINUTE - (Date.now() % MINUTE))
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return now
}
