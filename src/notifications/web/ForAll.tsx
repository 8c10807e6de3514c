import { useState } from 'react'
import type { Notification } from '#/notifications/contract.ts'
import css from './ForAll.module.css'
import type { useMarks } from './use-marks.ts'

type Props = {
  marks: ReturnType<typeof useMarks>
  /** Newest first: those that arrive after the first of them stay as they are. */
  rows: Notification[] | undefined
  /** The last known total. */
  unread: number
}

export function ForAll({ marks, rows = [], unread }: Props) {
  const [said, setSaid] = useState('')
  const [newest] = rows
  const allRead = unread === 0 && rows.every(({ isRead }) => isRead)

  function markAllRead() {
    if (!newest || allRead) return
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
        <button type="button" onClick={markAllRead} aria-disabled={!newest || allRead}>
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
          That didn’t work, so nothing was changed. Please try again.
        </p>
      )}
    </>
  )
}
