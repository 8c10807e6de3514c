import { Link } from 'react-router'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { Notification } from '#/notifications/contract.ts'
import { NotificationIcon } from './NotificationIcon.tsx'
import css from './NotificationList.module.css'
import { relativeTime } from './relative-time.ts'

type Props = {
  /** Undefined while they load. */
  rows: Notification[] | undefined
  failed: boolean
  retry: () => void
  onOpen: (row: Notification) => void
  /** Whether a filter is set, so that an empty result isn't an empty list. */
  filtered?: boolean
}

/** Shows rows, an outline while they load, or why there are none. */
export function NotificationList({ rows, failed, retry, onOpen, filtered = false }: Props) {
  if (!rows) return failed ? <Failed retry={retry} /> : <Outline />
  if (rows.length === 0)
    return (
      <div className={css.message}>
        <Drawing name="no-notifications" width={180} />
        <p className={css.lead}>{filtered ? 'No notifications of this kind' : 'No notifications yet'}</p>
        {!filtered && <p>We’ll tell you here when something about your bookings changes.</p>}
      </div>
    )
  return (
    <ul className={css.list}>
      {rows.map((row) => (
        <li key={row.id}>
          {row.href ? (
            <Link to={row.href} className={css.row} onClick={() => onOpen(row)}>
              <Content row={row} />
            </Link>
          ) : (
            <button type="button" className={css.row} onClick={() => onOpen(row)}>
              <Content row={row} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Content({ row }: { row: Notification }) {
  const { message_preview: preview } = row.metadata
  return (
    <>
      <NotificationIcon type={row.type} />
      <span className={css.text}>
        <span className={row.isRead ? css.title : css.newTitle}>{row.title}</span>
        {typeof preview === 'string' && <q className={css.words}>{preview}</q>}
        <span className={css.words}>{row.message}</span>
        <time dateTime={row.createdAt.toISOString()} title={momentText(row.createdAt)}>
          {relativeTime(row.createdAt, new Date())}
        </time>
      </span>
      {!row.isRead && (
        <span className={css.dot}>
          <span className={css.hidden}>Unread</span>
        </span>
      )}
    </>
  )
}

function Failed({ retry }: { retry: () => void }) {
  return (
    <div className={css.message} role="alert">
      <Drawing name="something-went-wrong" width={180} />
      <p className={css.lead}>Something went wrong. Please try again.</p>
      <button type="button" className={css.retry} onClick={retry}>
        Retry
      </button>
    </div>
  )
}

function Outline() {
  return (
    <div className={css.outline} role="status" aria-label="Loading notifications">
      {['first', 'second', 'third', 'fourth'].map((name) => (
        <div key={name} className={css.row}>
          <span className={css.disc} />
          <span className={css.text}>
            <span className={css.bar} />
            <span className={css.bar} />
            <span className={css.bar} />
          </span>
        </div>
      ))}
    </div>
  )
}
