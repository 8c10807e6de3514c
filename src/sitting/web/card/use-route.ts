import { useEffect, useRef, useState } from 'react'
import { randomUuid } from '#/kernel/web/random-uuid.ts'
import { nextPoint, type RoutePoint } from '#/sitting/route.ts'

/** Parts are small, so that a page that is closed loses little. */
const partSize = 10

type Recording = { isOn: boolean; problem: string; toggle(): void; flush(): void }

/** Records the way while it is switched on and the page is open, and hands it over in parts. */
export function useRoute(onPart: (track: string, points: RoutePoint[]) => void): Recording {
  const [isOn, setOn] = useState(false)
  const [problem, setProblem] = useState('')
  const track = useRef('')
  const last = useRef<RoutePoint>(undefined)
  const part = useRef<RoutePoint[]>([])
  const give = useRef(onPart)
  give.current = onPart

  const flush = useRef(() => {
    if (part.current.length === 0) return
    give.current(track.current, part.current)
    part.current = []
  }).current

  useEffect(() => {
    if (!isOn) return
    track.current = randomUuid()
    last.current = undefined
    const watched = navigator.geolocation.watchPosition(
      ({ coords, timestamp }) => {
        const { latitude, longitude, accuracy } = coords
        const point = nextPoint(last.current, { at: Math.round(timestamp), latitude, longitude, accuracy })
        if (!point) return
        last.current = point
        part.current.push(point)
        if (part.current.length >= partSize) flush()
      },
      () => {
        setProblem('We can’t read your location. Please allow it in the browser’s settings.')
        setOn(false)
      },
      { enableHighAccuracy: true, maximumAge: 5_000 },
    )
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      navigator.geolocation.clearWatch(watched)
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [isOn, flush])

  function toggle() {
    setProblem('')
    if (!isOn && (!window.isSecureContext || !navigator.geolocation))
      setProblem('This browser can’t record a route here.')
    else setOn(!isOn)
  }
  return { isOn, problem, toggle, flush }
}
