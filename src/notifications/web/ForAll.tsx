import { useState } from 'react'
import type { Notification } from '../contract.ts'
import css from './ForAll.module.css'
import type { useMarks } from './use-marks.ts'

type Props = {
  marks: ReturnType<typeof useMarks>
  /** The newest one shown: what arrives after it stays as it is. */
  newest: Notification | undefined
  unread: number
}

/** What can be done with all of them at once. */
export function ForAll({ marks, newest, unread }: Props) {
  const [said, setSaid] = useState('')

  function markAllRead() {
    if (!newest || unread === 0) return
    setSaid('All notifications are marked as read.')
    marks.markAllRead(newest.id)
  }
  function clearAll() {
    if (!newest) return
    setSaid('All notifications are cleared.')
    marks.clearAll(newest.id)
  }

  return (
    <>
      <div className={css.actions}>
        <button type="button" onClick={markAllRead} aria-disabled={!newest || unread === 0}>
          Mark all read
        </button>
        <button type="button" onClick={clearAll} aria-disabled={!newest}>
          Clear All
        </button>
      </div>
      <p className={css.said} role="status">
        {marks.failed ? '' : said}
      </p>
      {marks.failed && (
        <p className={css.failed} role="alert">
          That did not work, so nothing was changed. Please try again.
        </p>
      )}
    </>
  )
}
