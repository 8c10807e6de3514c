import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import css from './MessageButton.module.css'
import { unreadOptions } from './messaging.ts'
import { threadPanel } from './thread-panel.ts'
import { openedHere, useThreadAddress } from './use-address.ts'

type Props = { bookingId: string; name: string }

export function MessageButton({ bookingId, name }: Props) {
  const address = useThreadAddress(bookingId)
  const { data } = useQuery(unreadOptions)
  const unread = data?.threads.find((thread) => thread.bookingId === bookingId)?.unread ?? 0
  return (
    <Button
      component={Link}
      to={address}
      state={openedHere}
      preventScrollReset
      variant="default"
      aria-label={`Message ${name}${unread > 0 ? `, ${unread} unread` : ''}`}
      rightSection={unread > 0 && <span className={css.badge}>{unread > 99 ? '99+' : unread}</span>}
      onPointerEnter={threadPanel.prefetch}
      onFocus={threadPanel.prefetch}
    >
      Message
    </Button>
  )
}
