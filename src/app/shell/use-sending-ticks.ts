import { useEffect } from 'react'
import { useSession } from '#/accounts/web/index.ts'

const againMs = 15_000

/** Sends the to-dos that were ticked without a network, whichever page is open. */
export function useSendingTicks(): void {
  const userId = useSession().user?.id
  useEffect(() => {
    if (!userId) return
    const send = () => {
      if (localStorage.getItem('pawfolk-ticks-waiting') === null || !navigator.onLine) return
      import('#/todo/web/waiting-ticks.ts')
        .then(({ sendWaiting }) => sendWaiting(userId))
        .catch(() => undefined)
    }
    const timer = setInterval(send, againMs)
    window.addEventListener('online', send)
    send()
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', send)
    }
  }, [userId])
}
