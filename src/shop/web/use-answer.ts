import { useEffect, useReducer } from 'react'
import { MINUTE } from '#/kernel/duration.ts'
import { read } from '#/kernel/web/read.ts'
import { reviewedEvent } from './reviews/reviewed-event.ts'

type Path = `/api/${string}`
type Kept = { answer: unknown; failed: boolean; isLoading: boolean; at: number }

/** Long enough that going back shows the list as it was. */
const keptForMs = 5 * MINUTE
const kept = new Map<string, Kept>()

function entryOf(path: Path): Kept {
  const entry = kept.get(path)
  if (entry && Date.now() - entry.at < keptForMs) return entry
  const fresh = { answer: undefined, failed: false, isLoading: false, at: Date.now() }
  kept.set(path, fresh)
  return fresh
}

/** Changes a kept answer, to add a page to a list. */
export function changeAnswer<Answer>(path: Path, change: (before: Answer) => Answer): void {
  const entry = kept.get(path)
  if (entry?.answer !== undefined) entry.answer = change(entry.answer as Answer)
}

// Members’ pages announce it by an event, so that they don’t load what only visitors’ pages need.
if (typeof window !== 'undefined') window.addEventListener(reviewedEvent, () => kept.clear())

/** Reads from the API without a query client, and keeps the answer for a while. Null asks for nothing. */
export function useAnswer<Answer>(path: Path | null) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const entry = path === null ? undefined : entryOf(path)

  const ask = (path: Path) => {
    const entry = entryOf(path)
    if (entry.answer !== undefined || entry.isLoading) return
    Object.assign(entry, { isLoading: true, failed: false })
    read<Answer>(path)
      .then(
        (answer) => Object.assign(entry, { answer, isLoading: false }),
        () => Object.assign(entry, { failed: true, isLoading: false }),
      )
      .then(redraw)
    redraw()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another question
  useEffect(() => {
    if (path !== null) ask(path)
  }, [path])

  return {
    answer: entry?.answer as Answer | undefined,
    failed: entry?.failed ?? false,
    retry: () => path !== null && ask(path),
    redraw,
  }
}
