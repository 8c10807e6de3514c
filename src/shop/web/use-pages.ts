import { useState } from 'react'
import { read } from '#/kernel/web/read.ts'
import { changeAnswer, useAnswer } from './use-answer.ts'

type Path = `/api/${string}`
type Page = { rows: unknown[]; nextCursor: string | null }

/**
 * Reads a list a page at a time. `first` is the path of the first page; further ones have `asked` and a cursor, and only
 * add rows.
 */
export function usePages<Answer extends Page>(asked: Path | null, first: Path | null = asked) {
  const { answer, failed, retry, redraw } = useAnswer<Answer>(first)
  const [more, setMore] = useState<{ path: string; failed: boolean }>()

  function showMore() {
    if (!asked || !first || !answer?.nextCursor || (more?.path === first && !more.failed)) return
    setMore({ path: first, failed: false })
    const mark = asked.includes('?') ? '&' : '?'
    read<Answer>(`${asked}${mark}cursor=${encodeURIComponent(answer.nextCursor)}`).then(
      ({ rows, nextCursor }) => {
        changeAnswer<Answer>(first, (before) => ({ ...before, nextCursor, rows: [...before.rows, ...rows] }))
        setMore(undefined)
        redraw()
      },
      () => setMore({ path: first, failed: true }),
    )
  }

  return {
    answer,
    failed,
    retry,
    showMore,
    isLoadingMore: more !== undefined && more.path === first && !more.failed,
    moreFailed: more !== undefined && more.path === first && more.failed,
  }
}
