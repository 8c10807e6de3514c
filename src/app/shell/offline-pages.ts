import { useEffect } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import { toast } from '#/kernel/web/toast.ts'
import { fetchAhead, isHere } from './fetch-ahead.ts'

/** The pages one goes to most: their code is fetched while nothing else goes on, and opens without a network. */
const mainPages = ['/dashboard', '/services', '/services/book-a-vet', '/appointments', '/profile/add-pet']

const quietMs = 4_000

/**
 * Fetches pages before they are opened, and keeps a lost network from costing more than it must: a page whose code is
 * not here would end in the browser's own error page, and stay there when the network is back. Such a link is not
 * followed, and says why.
 */
export function useOfflinePages() {
  const signedIn = useSession().state === 'signed-in'
  useEffect(() => {
    if (!signedIn) return
    const timer = setTimeout(() => {
      mainPages.forEach(fetchAhead)
      // It could not be said any more, once the network is gone.
      import('./Toasts.tsx').catch(() => undefined)
    }, quietMs)
    return () => clearTimeout(timer)
  }, [signedIn])
  useEffect(() => {
    const listening = { capture: true, passive: true }
    for (const kind of approaches) document.addEventListener(kind, onApproach, listening)
    document.addEventListener('click', stopAtTheEdge, { capture: true })
    return () => {
      for (const kind of approaches) document.removeEventListener(kind, onApproach, listening)
      document.removeEventListener('click', stopAtTheEdge, { capture: true })
    }
  }, [])
}

/** A pointer, a finger or the focus comes near a link: its page will likely be wanted. */
const approaches = ['mouseover', 'touchstart', 'focusin'] as const

function onApproach({ type, target }: Event) {
  const pathname = pageOf(target) ?? (type === 'focusin' ? pageBehind(target) : undefined)
  if (pathname && navigator.onLine) fetchAhead(pathname)
}

const behindForms: Readonly<Record<string, string>> = { '/login': '/dashboard', '/signup': '/role-selection' }

/** Where the form of this field leads once it is sent. */
function pageBehind(field: EventTarget | null): string | undefined {
  return (field as Element).closest('main form') ? behindForms[location.pathname] : undefined
}

function stopAtTheEdge(event: MouseEvent) {
  if (navigator.onLine) return
  const pathname = pageOf(event.target)
  if (!pathname || isHere(pathname)) return
  event.stopPropagation()
  event.preventDefault()
  toast({ kind: 'info', message: 'You are offline. This page opens when you are back.' })
}

/** The path of the page of ours that the link around this element leads to. */
function pageOf(target: EventTarget | null): string | undefined {
  const link = (target as Element | null)?.closest?.<HTMLAnchorElement>('a[href]')
  const url = link && URL.parse(link.href)
  if (!url || url.origin !== location.origin || link.hasAttribute('download')) return undefined
  return url.pathname
}
