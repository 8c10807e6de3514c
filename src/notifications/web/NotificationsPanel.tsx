import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { X } from 'lucide'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { type NotificationType, notificationGroups } from '#/notifications/notification-types.ts'
import { listSizes } from '#/notifications/rules.ts'
import { ForAll } from './ForAll.tsx'
import { MuteKind } from './MuteKind.tsx'
import { NotificationList } from './NotificationList.tsx'
import css from './NotificationsPanel.module.css'
import { notifications, unreadOptions } from './notifications.ts'
import { useMarks } from './use-marks.ts'

/** Returns the page of the choices, opened at the group of a type. */
function choicesOf(type: NotificationType | undefined): string {
  const group = notificationGroups.find(({ types }) => type && type in types)
  return `/edit-profile?section=notifications${group ? `&group=${group.id}` : ''}`
}

/** Shows all notifications, a page at a time, in a dialog as high as the window. */
export default function NotificationsPanel({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const ids = useId()
  const [type, setType] = useState<NotificationType>()
  const marks = useMarks()
  const list = useInfiniteQuery(
    notifications.query.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: listSizes.page,
        ...(cursor && { cursor }),
        ...(type && { type }),
      }),
      ...byCursor,
    }),
  )

  const rows = list.data?.pages.flatMap((page) => page.rows)
  const unread = useQuery(unreadOptions).data?.count ?? 0

  useEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes with Escape and the Close button
    <dialog
      ref={dialog}
      className={css.panel}
      aria-labelledby={`${ids}title`}
      onClose={() => dialog.current?.open || close()}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className={css.content}>
        <div className={css.head}>
          <h2 id={`${ids}title`}>All notifications</h2>
          <button type="button" className={css.close} aria-label="Close" onClick={close}>
            <LineIcon icon={X} size={24} />
          </button>
        </div>
        <div className={css.filter}>
          <label htmlFor={`${ids}type`}>Show</label>
          <select
            id={`${ids}type`}
            value={type ?? ''}
            onChange={({ target }) => setType((target.value || undefined) as NotificationType | undefined)}
          >
            <option value="">Everything</option>
            {notificationGroups.map(({ name, types }) => (
              <optgroup key={name} label={name}>
                {Object.entries(types).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </div>
        {type ? <MuteKind key={type} type={type} /> : <ForAll marks={marks} rows={rows} unread={unread} />}
        <div className={css.list}>
          <NotificationList
            rows={rows}
            failed={list.isError}
            retry={() => void list.refetch()}
            filtered={type !== undefined}
            onOpen={(row) => {
              marks.markRead(row)
              if (row.href) close()
            }}
          />
          {list.hasNextPage && (
            <div className={css.more}>
              <button
                type="button"
                aria-disabled={list.isFetchingNextPage}
                onClick={() => list.isFetchingNextPage || void list.fetchNextPage()}
              >
                {list.isFetchingNextPage ? 'Loading...' : 'Show more'}
              </button>
              {list.isFetchNextPageError && <p role="alert">Something went wrong. Please try again.</p>}
            </div>
          )}
          {rows && (
            <Link to={choicesOf(type)} className={css.choices} onClick={close}>
              Choose your notifications
            </Link>
          )}
        </div>
      </div>
    </dialog>
  )
}
