import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { routeOf } from '#/app/route-table.ts'
import { toast } from '#/kernel/web/toast.ts'

/** The pages one goes to most: their code is fetched while nothing else goes on, and opens without a network. */
const mainPages = ['/dashboard', '/services', '/services/book-a-vet', '/appointments', '/profile/add-pet']

const quietMs = 4_000

/**
 * Keeps a lost network from costing more than it must: a page whose code is not here would end in the browser's own
 * error page, and stay there when the network is back. Such a link is not followed, and says why.
 */
export function OfflinePages() {
  const signedIn = useSession().state === 'signed-in'
  const [quiet, setQuiet] = useState(false)
  useEffect(() => {
    if (!signedIn) return
    const timer = setTimeout(() => {
      setQuiet(true)
      // It could not be said any more, once the network is gone.
      import('./Toasts.tsx').catch(() => undefined)
    }, quietMs)
    return () => clearTimeout(timer)
  }, [signedIn])
  useEffect(() => {
    for (const kind of ways) document.addEventListener(kind, stopAtTheEdge, { capture: true })
    return () => {
      for (const kind of ways) document.removeEventListener(kind, stopAtTheEdge, { capture: true })
    }
  }, [])
  return signedIn && quiet && mainPages.map((page) => <PrefetchPageLinks key={page} page={page} />)
}

/** The router fetches a page's code when it is clicked, and ahead when a pointer, a finger or the focus comes near. */
const ways = ['click', 'mouseover', 'mouseout', 'touchstart', 'focusin'] as const

function stopAtTheEdge(event: Event) {
  if (navigator.onLine) return
  // React tells that a pointer enters one element by what it hears of its leaving another.
  const towards = event.type === 'mouseout' ? (event as MouseEvent).relatedTarget : event.target
  const link = (towards as Element | null)?.closest?.('a[href]')
  const url = link && URL.parse((link as HTMLAnchorElement).href)
  if (!url || url.origin !== location.origin || link.hasAttribute('download') || isHere(url.pathname)) return
  event.stopPropagation()
  if (event.type !== 'click') return
  event.preventDefault()
  toast({ kind: 'info', message: 'You are offline. This page opens when you are back.' })
}

/** What the router knows of its pages' code, by route; it offers no other way to ask. */
type Router = {
  __reactRouterManifest?: { routes: Record<string, { module: string; imports?: string[] } | undefined> }
  __reactRouterRouteModules?: Record<string, unknown>
}

/** Whether the code of a page has been loaded, or fetched ahead. */
function isHere(pathname: string): boolean {
  const id = routeOf(pathname)?.path ?? '*'
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: loaded } = window as unknown as Router
  if (loaded?.[id]) return true
  const route = manifest?.routes[id]
  const files = route ? [route.module, ...(route.imports ?? [])] : []
  const fetched = (file: string) =>
    performance
      .getEntriesByName(new URL(file, location.origin).href)
      .some((entry) => (entry as PerformanceResourceTiming).responseStatus === 200)
  return files.length > 0 && files.every(fetched)
}
