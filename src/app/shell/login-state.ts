import { routeOf } from '#/app/route-table.ts'

/** Returns the navigation state for /login, which says why somebody was sent there. */
export function loginState(pathname: string) {
  const row = routeOf(pathname)
  return row && { wanted: { path: row.path, title: row.title } }
}
