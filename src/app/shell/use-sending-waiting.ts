import { useEffect } from 'react'
import { useSession } from '#/accounts/web/index.ts'

const againMs = 15_000

/** Senders of unsent data on this phone. A mark in storage says whether there is any, without loading their code. */
const senders = [
  {
    mark: 'pawfolk-ticks-waiting',
    sendsItself: () => false,
    send: (userId: string) =>
      import('#/todo/web/waiting-ticks.ts').then(({ sendWaiting }) => sendWaiting(userId)),
  },
  {
    mark: 'pawfolk-visit-waiting',
    // An open visit card sends its notes, and keeps showing them until it has loaded them again.
    sendsItself: () => new URLSearchParams(window.location.search).has('visit'),
    send: (userId: string) => import('#/sitting/web/card/deliver.ts').then(({ deliver }) => deliver(userId)),
  },
]

/** Sends what was ticked or noted without a network, whichever page is open. */
export function useSendingWaiting(): void {
  const userId = useSession().user?.id
  useEffect(() => {
    if (!userId) return
    const sendAll = () => {
      if (!navigator.onLine) return
      for (const { mark, sendsItself, send } of senders)
        if (localStorage.getItem(mark) !== null && !sendsItself()) void send(userId).catch(() => undefined)
    }
    const timer = setInterval(sendAll, againMs)
    window.addEventListener('online', sendAll)
    sendAll()
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', sendAll)
    }
  }, [userId])
}
