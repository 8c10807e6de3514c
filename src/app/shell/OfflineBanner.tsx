import { useSyncExternalStore } from 'react'
import css from './OfflineBanner.module.css'

export function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!online && (
        <p className={css.banner}>You are offline. What you see may be old, and changes cannot be saved.</p>
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
