import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { withLibraries } from '#/kernel/web/Libraries.tsx'
import { drawToasts, type Toast } from '#/kernel/web/toast.ts'
import css from './Toasts.module.css'

const colors = { success: 'teal', error: 'coral', info: 'gray' }

function Toasts() {
  useEffect(() => drawToasts(show), [])
  return <Notifications position="bottom-right" className={css.toasts} aria-live="polite" />
}

/** A pointer on a toast keeps it open, but not forever, because it may cover the next target. */
const mostHeld = 6_000

function show({ title, message, kind, duration }: Toast) {
  const autoClose = duration ?? (kind === 'error' ? 8_000 : 5_000)
  const id = notifications.show({
    title,
    message,
    color: colors[kind],
    // Mantine's own role interrupts a screen reader; the region around it is polite.
    role: 'group',
    autoClose,
    closeButtonProps: { 'aria-label': 'Dismiss', size: 44 },
  })
  setTimeout(() => notifications.hide(id), autoClose + mostHeld)
}

export default withLibraries(Toasts)
