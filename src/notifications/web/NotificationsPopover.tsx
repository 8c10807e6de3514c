import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide'
import { useEffect } from 'react'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
import { listSizes } from '#/notifications/rules.ts'
import { ForAll } from './ForAll.tsx'
import { NotificationList } from './NotificationList.tsx'
import css from './NotificationsPopover.module.css'
import { latestOptions, notifications, refreshNotifications, unreadOptions } from './notifications.ts'
import { useMarks } from './use-marks.ts'

type Props = { unread: number; close: () => void; showAll: () => void; aboutToShowAll: () => void }

export default function NotificationsPopover({ unread, close, showAll, aboutToShowAll }: Props) {
  const latest = useQuery(latestOptions)
  const marks = useMarks()
  const rows = latest.data?.rows.slice(0, listSizes.popover)
  const client = useQueryClient()
  const isBehind = (rows ?? []).filter(({ isRead }) => !isRead).length > unread
  // The list was read after the badge, so the badge must catch up.
  useEffect(() => {
    if (isBehind) void client.invalidateQueries({ queryKey: unreadOptions.queryKey })
  }, [isBehind, client])

  return (
    <>
      <div className={css.head}>
        <h2>Notifications</h2>
        <RefreshButton />
      </div>
      <ForAll marks={marks} rows={rows} unread={unread} />
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
      onClick={() => void refreshNotifications(client)}
    >
      <LineIcon icon={RotateCw} />
    </button>
  )
}
