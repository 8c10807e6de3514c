import { useState } from 'react'
import type { Notification } from '../contract.ts'
import css from './ForAll.module.css'
import type { useMarks } from './use-marks.ts'

type Props = {
  marks: ReturnType<typeof useMarks>
  /** Those shown, newest first: what arrives after the first of them stays as it is. */
  rows: Notification[] | undefined
  /** How many there are in all, as last counted. */
  unread: number
}

/** What can be done with all of them at once. */
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
          That did not work, so nothing was changed. Please try again.
        </p>
      )}
    </>
  )
}
