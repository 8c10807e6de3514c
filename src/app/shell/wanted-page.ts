import { type RouteRow, routeOf } from '#/app/route-table.ts'

const key = 'pawfolk.wanted-page'

export type WantedPage = { path: string; title: string }

/** `userId` is the person it is kept for, once that is known. */
type Kept = { path: string; userId: string | null }

/** Who was signed in last in this tab, as far as a page that is wanted now would be theirs. */
let lastUser: string | null = null

/** After a logout nobody is left whose page it could be. */
export function forgetPerson() {
  lastUser = null
  forgetWantedPage()
}

/** Keeps the page a visitor was on the way to, for the dashboard to offer after sign-in. */
export function rememberWantedPage(path: string) {
  if (pageOf(path)) keep({ path, userId: lastUser })
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
    sessionStorage.removeItem(key)
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
    sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Without storage the visitor finds the way from the dashboard.
  }
}

function readKept(): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Kept> | null
    return kept && typeof kept.path === 'string' ? { path: kept.path, userId: kept.userId ?? null } : null
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
