import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Opens the details element that the URL names after its `#`, once the whole page is shown again. */
export function useLinkedDetails(showAll: () => void = () => undefined): void {
  const { hash, key } = useLocation()
  const reveal = useRef(showAll)
  reveal.current = showAll

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again has another key
  useEffect(() => {
    if (!hash) return
    reveal.current()
    const frame = requestAnimationFrame(() => {
      const target = document.getElementById(hash.slice(1))
      if (target instanceof HTMLDetailsElement) target.open = true
      target?.scrollIntoView()
    })
    return () => cancelAnimationFrame(frame)
  }, [hash, key])
}
