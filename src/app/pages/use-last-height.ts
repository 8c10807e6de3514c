import { useEffect, useRef, useState } from 'react'

/**
 * How high what a block shows was the last time, at this width: what is drawn while it loads takes as much room, so that
 * nothing below it moves when it comes. Undefined where that is not known. `content` goes to the element to measure.
 */
export function useLastHeight(title: string, isKnown: boolean) {
  const [lastHeight] = useState(() => readHeight(title))
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = content.current
    if (!isKnown || !element) return
    const observer = new ResizeObserver(() => keepHeight(title, element.getBoundingClientRect().height))
    observer.observe(element)
    return () => observer.disconnect()
  }, [title, isKnown])
  return { content, lastHeight }
}

/** One entry a block: of another width it says nothing. */
const keyOf = (title: string) => `blockHeight:${title}`
const width = () => document.documentElement.clientWidth

function readHeight(title: string): number | undefined {
  try {
    const [keptWidth, height] = (localStorage.getItem(keyOf(title)) ?? '').split(' ').map(Number)
    return keptWidth === width() && height ? height : undefined
  } catch {
    return undefined
  }
}

function keepHeight(title: string, height: number): void {
  try {
    localStorage.setItem(keyOf(title), `${width()} ${height}`)
  } catch {
    // Storage may be closed to us; then a block takes the usual room.
  }
}
