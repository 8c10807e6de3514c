import { type RouteRow, routeOf } from '#/app/route-table.ts'
import { HOUR } from '#/kernel/duration.ts'
import type { WantedPage } from '#/kernel/web/wanted-pages.ts'
import { isOwnPath } from './own-path.ts'

/** Shared between tabs, because a confirmation mail's link opens another one. */
const key = 'pawfolk.wanted-page'
/** The time for which that link is valid. */
const keptFor = HOUR

/** `userId`: the person it is kept for, once known. */
type Kept = { path: string; userId: string | null; since: number }

/** The last person logged in in this tab, to whom a wanted page would belong. */
let lastUser: string | null = null

/** After a logout, the page belongs to nobody. */
export function forgetPerson() {
  lastUser = null
  forgetWantedPage()
}

/** Keeps the page a visitor wanted, for the dashboard to offer after the login. */
export function rememberWantedPage(path: string) {
  if (pageOf(path)) keep({ path, userId: lastUser, since: Date.now() })
}

/** Returns the page kept last, or null if it was somebody else's. Paths outside our route table are never offered. */
export function wantedPage(userId: string): WantedPage | null {
  const kept = readKept()
  const row = kept && pageOf(kept.path)
  if (!row || (kept.userId !== null && kept.userId !== userId)) return null
  return { path: kept.path, title: row.title, onward: row.onward ?? null }
}

export function forgetWantedPage() {
  try {
    localStorage.removeItem(key)
  } catch {}
}

/** Assigns the kept page to this person; forgets somebody else's. */
export function claimWantedPage(userId: string) {
  const kept = readKept()
  if (kept && !wantedPage(userId)) forgetWantedPage()
  else if (kept) keep({ ...kept, userId })
  lastUser = userId
}

/** Forgets a page that was visited, so that it isn't offered. */
export function arriveAtPage(pathname: string) {
  if (readKept()?.path.split(/[?#]/)[0] === pathname) forgetWantedPage()
}

function keep(kept: Kept) {
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Without storage, the visitor finds the way from the dashboard.
  }
}

function readKept(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Kept> | null
    if (typeof kept?.path !== 'string' || typeof kept.since !== 'number') return null
    if (Date.now() - kept.since > keptFor) return null
    return { path: kept.path, userId: kept.userId ?? null, since: kept.since }
  } catch {
    // There is no storage, or its content isn't ours.
    return null
  }
}

/** Accepts only paths of this site. The dashboard itself is never offered. */
function pageOf(path: string): RouteRow | undefined {
  if (!isOwnPath(path)) return undefined
  const row = routeOf(path.split(/[?#]/)[0]!)
  return row?.path === '/dashboard' ? undefined : row
}
