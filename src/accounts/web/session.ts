import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { accountsContract, SessionUser } from '#/accounts/contract.ts'
import { errorCode } from '#/kernel/web/error-text.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import { toast } from '#/kernel/web/toast.ts'
import { followOtherTabs, hasArrived, hasLeft } from './auth.ts'

export const accounts = rpcFor<typeof accountsContract>('accounts')

export type Session =
  | { state: 'loading' | 'signed-out'; user?: undefined }
  | { state: 'signed-in'; user: SessionUser }

/** Who is signed in in this browser. While it loads (and in prerendered pages) nobody is known yet. */
export function useSession(): Session {
  const { data } = useQuery(
    accounts.query.me.queryOptions({ staleTime: 5 * 60_000, refetchOnWindowFocus: 'always' }),
  )
  if (!data) return { state: 'loading' }
  return data.user ? { state: 'signed-in', user: data.user } : { state: 'signed-out' }
}

/** Whether it could not be found out who is signed in, and how to ask again. */
export function useSessionFailure(): { failed: boolean; retry(): void } {
  const { data, isError, refetch } = useQuery(accounts.query.me.queryOptions({ staleTime: 5 * 60_000 }))
  return { failed: isError && !data, retry: () => void refetch() }
}

/** Reads anew who is signed in and with which role, for whoever just changed it. */
export async function refreshSession(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: accounts.query.me.key() })
}

/** Whatever is refused because nobody is signed in any more has the session asked for again. */
function noticeRefusals(): () => void {
  const notice = (error: unknown) => {
    if (errorCode(error) === 'request.signed_out') void refreshSession()
  }
  const stops = [
    queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.state.status === 'error') notice(query.state.error)
    }),
    queryClient.getMutationCache().subscribe(({ type, mutation }) => {
      if (type === 'updated' && mutation?.state.status === 'error') notice(mutation.state.error)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** With its sentence fetched when it is needed: the shell, which every page loads, needs none of the others. */
async function tellOfLogout(): Promise<void> {
  const { settingsText } = await import('#/accounts/text.ts')
  toast({ kind: 'info', message: settingsText.loggedOut })
}

/** To be used once, at the root: keeps the hint cookie and other tabs in step with the session. */
export function useSessionKeeping(): void {
  const { state } = useSession()
  useEffect(followOtherTabs, [])
  useEffect(noticeRefusals, [])
  const before = useRef(state)
  useEffect(() => {
    // Ended elsewhere, or by another tab: whoever left here by themselves knows.
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
