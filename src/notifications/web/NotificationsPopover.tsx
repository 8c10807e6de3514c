import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listSizes } from '../rules.ts'
import { NotificationList } from './NotificationList.tsx'
import css from './NotificationsPopover.module.css'
import { latestOptions, notifications } from './notifications.ts'
import { useMarks } from './use-marks.ts'

type Props = { unread: number; close: () => void; showAll: () => void; aboutToShowAll: () => void }

/** The newest notifications, and what can be done with all of them. */
export default function NotificationsPopover({ unread, close, showAll, aboutToShowAll }: Props) {
  const latest = useQuery(latestOptions)
  const marks = useMarks()
  const [said, setSaid] = useState('')
  const rows = latest.data?.rows.slice(0, listSizes.popover)
  const newest = rows?.[0]

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
      <div className={css.head}>
        <h2>Notifications</h2>
        <RefreshButton />
      </div>
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
      <div className={css.list}>
        <NotificationList
          rows={rows}
          failed={latest.isError}
          retry={() => void latest.refetch()}
          onOpen={(row) => {
            marks.markRead(row)
            if (row.href) close()
          }}
        />
      </div>
      <button
        type="button"
        className={css.showAll}
        onClick={showAll}
        onPointerEnter={aboutToShowAll}
        onFocus={aboutToShowAll}
      >
        View All Notifications
      </button>
    </>
  )
}

function RefreshButton() {
  const client = useQueryClient()
  const busy = useIsFetching({ queryKey: notifications.query.key() }) > 0
  return (
    <button
      type="button"
      className={css.refresh}
      aria-label="Refresh"
      aria-busy={busy}
      onClick={() => void client.invalidateQueries({ queryKey: notifications.query.key() })}
    >
      <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M19 12a7 7 0 1 1-2-4.9L19 9M19 4v5h-5" />
      </svg>
    </button>
  )
}
