import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { SessionUser } from '#/accounts/contract.ts'
import { onSignedOut } from '#/kernel/web/query-client-here.ts'
import { toast } from '#/kernel/web/toast.ts'
import { askForSession, askUnlessFresh, useKnownSession } from './known-session.ts'
import { followOtherTabs, hasArrived, hasLeft } from './session-news.ts'

export type Session =
  | { state: 'loading' | 'signed-out'; user?: undefined }
  | { state: 'signed-in'; user: SessionUser }

/** Returns who is logged in in this browser; nobody while it loads and in prerendered pages. */
export function useSession(): Session {
  const { user } = useKnownSession()
  if (user === undefined) return { state: 'loading' }
  return user ? { state: 'signed-in', user } : { state: 'signed-out' }
}

/** Tells whether finding out who is logged in failed, and how to retry. */
export function useSessionFailure(): { failed: boolean; retry(): void } {
  const { user, failed } = useKnownSession()
  return { failed: failed && !user, retry: () => void askForSession() }
}

/** Reads the session again, after a change to the person or their role. */
export const refreshSession = askForSession

/** Fetches its code on demand: every page loads this file, and few need it. */
export const signOut = async (): Promise<void> => (await import('./auth.ts')).signOut()

/** Asks when the page opens or becomes visible, when the network returns, and when the answer is old. */
function useAsking(): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every page that is opened
  useEffect(askUnlessFresh, [pathname])
  useEffect(() => {
    const ask = () => void (document.visibilityState === 'visible' && askForSession())
    document.addEventListener('visibilitychange', ask)
    window.addEventListener('online', ask)
    const stop = onSignedOut(ask)
    return () => {
      document.removeEventListener('visibilitychange', ask)
      window.removeEventListener('online', ask)
      stop()
    }
  }, [])
}

/** Fetches its sentence on demand: the shell, which every page loads, needs none of the others. */
async function tellOfLogout(): Promise<void> {
  const { settingsText } = await import('#/accounts/text.ts')
  toast({ kind: 'info', message: settingsText.loggedOut })
}

/** Keeps the hint cookie and other tabs in step with the session. Use it once, at the root. */
export function useSessionKeeping(): void {
  const { state } = useSession()
  useAsking()
  useEffect(followOtherTabs, [])
  const before = useRef(state)
  useEffect(() => {
    // It ended elsewhere; people who logged out here know already.
    if (before.current === 'signed-in' && state === 'signed-out' && !hasLeft()) void tellOfLogout()
    if (state === 'signed-in') hasArrived()
    if (state !== 'loading') before.current = state
  }, [state])
  useEffect(() => {
    if (state === 'loading') return
    const lifetime = state === 'signed-in' ? 30 * 86_400 : 0
    // biome-ignore lint/suspicious/noDocumentCookie: the head's script reads it before anything is painted
    document.cookie = `pawfolk_hint=1; path=/; max-age=${lifetime}; samesite=lax`
  }, [state])
}
