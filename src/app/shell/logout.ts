import { useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '#/accounts/web/index.ts'
import { queryClientHere } from '#/kernel/web/query-client-here.ts'
import { toast } from '#/kernel/web/toast.ts'
import { forgetPerson } from './wanted-page.ts'

/** Ends the session and goes home. */
export function useLogout() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  async function logout() {
    if (hasUnsentNotes() && !window.confirm(unsentText)) return
    setBusy(true)
    setLeaving(true)
    // Requests still under way would be refused after the logout.
    await queryClientHere()?.cancelQueries()
    try {
      await signOut()
      await forgetUnsentNotes()
      forgetPerson()
      forgetPlace()
      localStorage.removeItem('pawfolk-injured')
      await navigate('/')
    } catch {
      setLeaving(false)
      void queryClientHere()?.invalidateQueries()
      toast({ kind: 'error', message: 'An error occurred during logout' })
    }
    setBusy(false)
  }
  return { logout, busy }
}

const unsentText = 'Some visit notes haven’t been sent yet. If you log out, they’re deleted from this phone.'

/** Asked without loading the visit card's code, which is on few pages. */
const hasUnsentNotes = () => localStorage.getItem('pawfolk-visit-waiting') !== null

async function forgetUnsentNotes(): Promise<void> {
  if (!hasUnsentNotes()) return
  const { forgetAll } = await import('#/sitting/web/card/waiting-store.ts')
  await forgetAll()
}

/** Loaded on demand: only pages about places nearby have it already. */
function forgetPlace() {
  import('#/location/web/index.ts').then(({ forgetLocation }) => forgetLocation()).catch(() => undefined)
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
