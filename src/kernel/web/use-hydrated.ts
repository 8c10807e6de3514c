import { useSyncExternalStore } from 'react'

/** A prerendered page knows no query and no person; both are read once the browser has taken over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
