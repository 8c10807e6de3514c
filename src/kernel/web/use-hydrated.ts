import { useSyncExternalStore } from 'react'

/** Returns false in prerendered pages, which know no query and no person. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
