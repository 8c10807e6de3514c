import { type RouteRow, routeOf } from '#/app/route-table.ts'

const key = 'pawfolk.wanted-page'

export type WantedPage = { path: string; title: string }

/** Keeps the page a visitor was on the way to, for the dashboard to offer after sign-in. */
export function rememberWantedPage(path: string) {
  try {
    if (pageOf(path)) sessionStorage.setItem(key, path)
  } catch {
    // Without storage the visitor finds the way from the dashboard.
  }
}

/** The page kept last, or null. What does not match a row of our own route table is never offered. */
export function wantedPage(): WantedPage | null {
  try {
    const path = sessionStorage.getItem(key)
    const row = path ? pageOf(path) : undefined
    return path && row ? { path, title: row.title } : null
  } catch {
    return null
  }
}

export function forgetWantedPage() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

/** Only a path of this site counts: `//host` and `/\host` are addresses of elsewhere to a browser. */
function pageOf(path: string): RouteRow | undefined {
  if (!path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return undefined
  return routeOf(path.split(/[?#]/)[0]!)
}
