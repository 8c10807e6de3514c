import { useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { queryClientHere } from '#/kernel/web/query-client-here.ts'
import { toast } from '#/kernel/web/toast.ts'

/** Ends the session and goes home. */
export function useLogout() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  async function logout() {
    setBusy(true)
    try {
      // Fetched on demand: every page loads this file.
      const { endSession } = await import('./end-session.ts')
      if (await endSession(() => setLeaving(true))) await navigate('/')
    } catch {
      setLeaving(false)
      void queryClientHere()?.invalidateQueries()
      toast({ kind: 'error', message: 'An error occurred during logout' })
    }
    setBusy(false)
  }
  return { logout, busy }
}

let leaving = false
const watchers = new Set<() => void>()

function setLeaving(now: boolean) {
  leaving = now
  for (const tell of watchers) tell()
}

/** To be called on a page that is open to anyone. */
export const arrived = () => setLeaving(false)

/** True from the click until home is on screen, so that people who log out aren't asked to log in. */
export function useIsLeaving() {
  return useSyncExternalStore(
    watch,
    () => leaving,
    () => false,
  )
}

function watch(tell: () => void) {
  watchers.add(tell)
  return () => watchers.delete(tell)
}
