import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

/** Goes to another page after a moment in which the person reads that it worked. */
export function useLeave(): { leaving: boolean; leave(to: string, afterMs: number): void } {
  const navigate = useNavigate()
  const [way, setWay] = useState<{ to: string; afterMs: number }>()
  useEffect(() => {
    if (!way) return
    const timer = setTimeout(() => void navigate(way.to, { replace: true }), way.afterMs)
    return () => clearTimeout(timer)
  }, [way, navigate])
  return { leaving: way !== undefined, leave: (to, afterMs) => setWay({ to, afterMs }) }
}
