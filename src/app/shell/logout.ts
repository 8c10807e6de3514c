import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '#/accounts/web/index.ts'
import { toast } from '#/kernel/web/toast.ts'
import { forgetPerson } from './wanted-page.ts'

/** Ends the session and goes home. */
export function useLogout() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    onMutate() {
      setLeaving(true)
      // What is still asked for would be refused to whoever is out by then.
      return client.cancelQueries()
    },
    mutationFn: signOut,
    onSuccess: () => {
      forgetPerson()
      forgetPlace()
      return navigate('/')
    },
    onError: () => {
      setLeaving(false)
      void client.invalidateQueries()
      toast({ kind: 'error', message: 'An error occurred during logout' })
    },
  })
  return { logout: () => mutate(), busy: isPending }
}

/** Fetched when it is wanted: only pages about places nearby have it already. */
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

/** True from the click until home is on screen: who leaves by their own will is not asked to sign in. */
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
