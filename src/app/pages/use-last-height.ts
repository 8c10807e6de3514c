import { useEffect, useRef, useState } from 'react'

/**
 * Remembers a block's last height at this width, so that its placeholder takes as much room and nothing below moves.
 * Undefined if unknown. `content` goes on the element to measure.
 */
export function useLastHeight(title: string, isKnown: boolean) {
  const [lastHeight] = useState(() => readHeight(title))
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = content.current
    if (!isKnown || !element) return
    const observer = new ResizeObserver(() => {
      const { height } = element.getBoundingClientRect()
      // A block that is being left is no longer drawn.
      if (height > 0) keepHeight(title, height)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [title, isKnown])
  return { content, lastHeight }
}

/** One entry a block, valid for one width. */
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
    // Without storage, a block takes its usual room.
  }
}
