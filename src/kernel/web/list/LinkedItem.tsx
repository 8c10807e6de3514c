import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import css from './LinkedItem.module.css'
import { useLinkedRecord } from './use-linked-record.ts'

const markedForMs = 4_000
/** A hidden list that takes longer isn't scrolled to. */
const patienceMs = 10_000

/**
 * A list's item. If the URL leads to its record, it's scrolled to, its card gets the focus, and a frame marks it for a
 * moment. The same link pressed again does so again; a filter that rewrites the URL doesn't.
 */
export function LinkedItem({ record, children }: { record: string; children: ReactNode }) {
  const isLinked = useLinkedRecord() === record
  const { key } = useLocation()
  const isRewritten = useNavigationType() === 'REPLACE'
  const item = useRef<HTMLLIElement>(null)
  const isDone = useRef(false)
  const [isMarked, setMarked] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again has another key
  useEffect(() => {
    if (!isLinked || (isDone.current && isRewritten)) return
    const until = performance.now() + patienceMs
    let frame = requestAnimationFrame(function reveal(now) {
      const element = item.current
      // Hidden until the list beside it has loaded.
      if (element?.getClientRects().length === 0) {
        if (now < until) frame = requestAnimationFrame(reveal)
      } else if (element) {
        isDone.current = true
        element.scrollIntoView({ block: element.offsetHeight > window.innerHeight / 2 ? 'start' : 'center' })
        element.querySelector<HTMLElement>('article[tabindex]')?.focus({ preventScroll: true })
        setMarked(true)
      }
    })
    return () => cancelAnimationFrame(frame)
  }, [isLinked, key])

  useEffect(() => {
    if (!isMarked) return
    const timer = setTimeout(() => setMarked(false), markedForMs)
    return () => clearTimeout(timer)
  }, [isMarked])

  return (
    <li ref={item} className={isMarked ? css.marked : css.item}>
      {children}
    </li>
  )
}
