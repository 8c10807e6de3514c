import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import css from './OfflineBanner.module.css'

export function OfflineBanner() {
  const { pathname, search } = useLocation()
  const keepsChanges =
    pathname === '/todo' || (pathname === '/appointments' && new URLSearchParams(search).has('visit'))
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!online && (
        <p className={css.banner}>
          {keepsChanges
            ? 'You’re offline. This page may be out of date.'
            : 'You’re offline. This page may be out of date, and you can’t save changes.'}
        </p>
      )}
    </div>
  )
}

function subscribe(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
