import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide'
import { type ToggleEvent, useId, useRef, useState } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { badgeOf, unreadCountLimit } from '#/notifications/rules.ts'
import css from './NotificationsBell.module.css'
import { latestOptions, unreadOptions } from './notifications.ts'

const notificationsPopover = onDemand(() => import('./NotificationsPopover.tsx'))
const notificationsPanel = onDemand(() => import('./NotificationsPanel.tsx'))

/** Shows the number of unread notifications. Loads its popover when it is about to be opened. */
export function NotificationsBell() {
  const signedIn = useSession().state === 'signed-in'
  const client = useQueryClient()
  const { data } = useQuery({ ...unreadOptions, enabled: signedIn })
  const [popoverOpen, setPopoverOpen] = useState(false)
  const [panelOpen, setPanelOpen] = useState(false)
  const bell = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const popoverId = useId()
  const unread = data?.count ?? 0
  const NotificationsPopover = useOnDemand(notificationsPopover, popoverOpen)
  const NotificationsPanel = useOnDemand(notificationsPanel, panelOpen)

  function prefetch() {
    if (!signedIn) return
    notificationsPopover.prefetch()
    void client.prefetchQuery(latestOptions)
    void client.prefetchQuery(unreadOptions)
  }
  function place() {
    const { bottom, right } = bell.current!.getBoundingClientRect()
    popover.current!.style.setProperty('--top', `${bottom}px`)
    popover.current!.style.setProperty('--right', `${document.documentElement.clientWidth - right}px`)
  }
  function followPopover({ newState }: ToggleEvent) {
    setPopoverOpen(newState === 'open')
    if (newState === 'open') popover.current?.focus()
  }
  function showAll() {
    popover.current?.hidePopover()
    setPanelOpen(true)
  }
  function closePanel() {
    setPanelOpen(false)
    bell.current?.focus()
  }

  return (
    <>
      <button
        ref={bell}
        type="button"
        className={css.bell}
        aria-label={labelOf(unread)}
        aria-haspopup="dialog"
        aria-expanded={popoverOpen}
        popoverTarget={popoverId}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      >
        <LineIcon icon={Bell} size={24} />
        {unread > 0 && <span className={css.badge}>{badgeOf(unread)}</span>}
      </button>
      {signedIn && (
        <div
          ref={popover}
          id={popoverId}
          popover="auto"
          role="dialog"
          aria-label="Notifications"
          tabIndex={-1}
          className={css.popover}
          onBeforeToggle={place}
          onToggle={followPopover}
        >
          {NotificationsPopover ? (
            <NotificationsPopover
              unread={unread}
              close={() => popover.current?.hidePopover()}
              showAll={showAll}
              aboutToShowAll={notificationsPanel.prefetch}
            />
          ) : (
            popoverOpen && <div className={css.arriving} />
          )}
        </div>
      )}
      {NotificationsPanel && <NotificationsPanel close={closePanel} />}
    </>
  )
}

function labelOf(unread: number): string {
  if (unread === 0) return 'Notifications'
  return `Notifications, ${unread >= unreadCountLimit ? `more than ${unreadCountLimit - 1}` : unread} unread`
}
