import { useEffect, useState } from 'react'

const minute = 60_000

/** Returns the time, updated every minute and when the user returns to the page. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      clearTimeout(timer)
      setNow(new Date())
      timer = setTimeout(tick, minute - (Date.now() % minute))
    }
    timer = setTimeout(tick, minute - (Date.now() % minute))
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return now
}
