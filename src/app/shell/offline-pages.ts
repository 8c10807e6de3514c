import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { opensOffline } from '#/app/offline-paths.ts'
import { routeTable } from '#/app/route-table.ts'
import { toast } from '#/kernel/web/toast.ts'
import { fetchAhead, isHere } from './fetch-ahead.ts'

const pathsLike = (pattern: RegExp) => routeTable.flatMap(({ path }) => (pattern.test(path) ? [path] : []))

/** The most visited pages: loaded when idle, they open offline. */
const mainPages = pathsLike(/^\/(dashboard|services(\/book-[^/]+)?|appointments|profile\/add-pet)$/)

/** In an emergency, people open these next, perhaps in a place without a network. */
const emergencyPages = pathsLike(/^\/emergency[^*]*$/)

const quietMs = 4_000

/** Tells whether the browser asks to save data, which not all can. Main pages then load only as a link comes near. */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData

/**
 * Loads pages ahead, for a lost network: without its code, a page would end in the browser's own error page and stay
 * there. Links to such pages aren't followed, and say why.
 */
export function useOfflinePages() {
  const signedIn = useSession().state === 'signed-in'
  const isEmergency = useLocation().pathname.startsWith('/emergency')
  useEffect(() => {
    if (!signedIn && !isEmergency) return
    const timer = setTimeout(() => {
      // Offline, these could no longer be loaded.
      const parts = signedIn ? [import('./Toasts.tsx'), import('./OpenMenu.tsx')] : []
      // The pages share files with them, which are then here.
      void Promise.allSettled(parts).then(() => {
        if (isEmergency) for (const path of emergencyPages) void fetchAhead(path)
        else if (!savesData()) for (const path of mainPages) void fetchAhead(path)
      })
      // Browsers have workers on https and localhost only.
      if (__HAS_WORKER__) startWorker(signedIn).catch(() => undefined)
    }, quietMs)
    return () => clearTimeout(timer)
  }, [signedIn, isEmergency])
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

async function startWorker(signedIn: boolean): Promise<void> {
  const workers = navigator.serviceWorker
  if (!workers) return
  await workers.register('/service-worker.js')
  if (!signedIn) return
  if (!workers.controller)
    await new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }))
  const { default: keepOwnData } = await import('./keep-own-data.ts')
  await keepOwnData()
}

/** A pointer, finger or focus near a link means that its page will likely be wanted. */
const approaches = ['mouseover', 'touchstart', 'focusin'] as const

function onApproach({ type, target }: Event) {
  const pathname = pageOf(target) ?? (type === 'focusin' ? pageBehind(target) : undefined)
  if (pathname && navigator.onLine) void fetchAhead(pathname)
}

const behindForms: Readonly<Record<string, string>> = { '/login': '/dashboard', '/signup': '/role-selection' }

/** Returns the page that the field's form leads to. */
function pageBehind(field: EventTarget | null): string | undefined {
  return (field as Element).closest('main form') ? behindForms[location.pathname] : undefined
}

function stopAtTheEdge(event: MouseEvent) {
  if (navigator.onLine) return
  const pathname = pageOf(event.target)
  if (!pathname || isHere(pathname) || (opensOffline(pathname) && navigator.serviceWorker?.controller)) return
  event.stopPropagation()
  event.preventDefault()
  toast({ kind: 'info', message: 'You’re offline. You can open this page once you’re back online.' })
}

/** Returns the path of the page that the link around this element leads to. */
function pageOf(target: EventTarget | null): string | undefined {
  const link = (target as Element | null)?.closest?.<HTMLAnchorElement>('a[href]')
  const url = link && URL.parse(link.href)
  if (!url || url.origin !== location.origin || link.hasAttribute('download')) return undefined
  return url.pathname
}
