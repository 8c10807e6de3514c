import { useSyncExternalStore } from 'react'
import type { SessionUser } from '#/accounts/contract.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { read } from '#/kernel/web/read.ts'

type Known = { user?: SessionUser | null; failed: boolean }

const nothing: Known = { failed: false }
let known = nothing
let askedAt = Number.NEGATIVE_INFINITY
/** Only the latest request counts: an earlier answer may be about a person who has left. */
let latest: Promise<void> | undefined
const watchers = new Set<() => void>()

function set(now: Known): void {
  // The same person stays the same object, so that nothing renders again.
  if (JSON.stringify(now) === JSON.stringify(known)) return
  known = now
  for (const tell of watchers) tell()
}

/** Asks who is logged in. The known answer stays until a new one arrives. */
export function askForSession(): Promise<void> {
  askedAt = Date.now()
  const mine: Promise<void> = read<{ user: SessionUser | null }>('/api/me').then(
    ({ user }) => (mine === latest ? set({ user, failed: false }) : latest),
    () => (mine === latest ? set({ ...known, failed: true }) : latest),
  )
  latest = mine
  return mine
}

const freshMs = 5 * MINUTE
export function askUnlessFresh(): void {
  if (Date.now() - askedAt > freshMs) void askForSession()
}

/** Takes effect at once, without a request. */
export function nobodyIsSignedIn(): void {
  latest = undefined
  set({ user: null, failed: false })
}

export const knownSession = (): Known => known

export const useKnownSession = (): Known => useSyncExternalStore(watch, knownSession, () => nothing)

function watch(tell: () => void) {
  watchers.add(tell)
  return () => watchers.delete(tell)
}
