import { type RouteRow, routeOf } from '#/app/route-table.ts'

/** Not of this tab alone: the link in a mail that confirms a sign-up opens another one. */
const key = 'pawfolk.wanted-page'
/** As long as that link is good; whoever comes later is after something else. */
const keptFor = 3600_000

export type WantedPage = { path: string; title: string }

/** `userId` is the person it is kept for, once that is known. */
type Kept = { path: string; userId: string | null; since: number }

/** Who was signed in last in this tab, as far as a page that is wanted now would be theirs. */
let lastUser: string | null = null

/** After a logout nobody is left whose page it could be. */
export function forgetPerson() {
  lastUser = null
  forgetWantedPage()
}

/** Keeps the page a visitor was on the way to, for the dashboard to offer after sign-in. */
export function rememberWantedPage(path: string) {
  if (pageOf(path)) keep({ path, userId: lastUser, since: Date.now() })
}

/** The page kept last, or null when it was someone else's. What matches no row of our route table is never offered. */
export function wantedPage(userId: string): WantedPage | null {
  const kept = readKept()
  const row = kept && pageOf(kept.path)
  if (!row || (kept.userId !== null && kept.userId !== userId)) return null
  return { path: kept.path, title: row.title }
}

export function forgetWantedPage() {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

/** From now on the page is this person's; what was kept for someone else is forgotten. */
export function claimWantedPage(userId: string) {
  const kept = readKept()
  if (kept && !wantedPage(userId)) forgetWantedPage()
  else if (kept) keep({ ...kept, userId })
  lastUser = userId
}

/** Whoever has come to the page, by whatever way, need not be sent there. */
export function arriveAtPage(pathname: string) {
  if (readKept()?.path.split(/[?#]/)[0] === pathname) forgetWantedPage()
}

function keep(kept: Kept) {
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Without storage the visitor finds the way from the dashboard.
  }
}

function readKept(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Kept> | null
    if (typeof kept?.path !== 'string' || typeof kept.since !== 'number') return null
    if (Date.now() - kept.since > keptFor) return null
    return { path: kept.path, userId: kept.userId ?? null, since: kept.since }
  } catch {
    // No storage, or not ours.
    return null
  }
}

/** Only a path of this site counts: `//host` and `/\host` are elsewhere to a browser. The dashboard offers; it is not offered. */
function pageOf(path: string): RouteRow | undefined {
  if (!path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return undefined
  const row = routeOf(path.split(/[?#]/)[0]!)
  return row?.path === '/dashboard' ? undefined : row
}
