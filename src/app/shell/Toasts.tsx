import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { drawToasts, type Toast } from '#/kernel/web/toast.ts'
import css from './Toasts.module.css'

const colors = { success: 'teal', error: 'coral', info: 'gray' }

export default function Toasts() {
  useEffect(() => drawToasts(show), [])
  return <Notifications position="bottom-right" className={css.toasts} aria-live="polite" />
}

function show({ title, message, kind, duration }: Toast) {
  notifications.show({
    title,
    message,
    color: colors[kind],
    // Mantine's own role interrupts whatever is being read; the region around it speaks politely.
    role: 'group',
    autoClose: duration ?? (kind === 'error' ? 8_000 : 5_000),
    closeButtonProps: { 'aria-label': 'Dismiss', size: 44 },
  })
}
