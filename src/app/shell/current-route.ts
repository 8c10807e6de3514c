import { useMatches } from 'react-router'
import { type RouteRow, routeTable } from '#/app/route-table.ts'

/** The row of the page now shown; undefined on a path that has none. */
export function useCurrentRoute(): RouteRow | undefined {
  const id = useMatches().at(-1)?.id
  return routeTable.find((row) => row.path === id)
}
