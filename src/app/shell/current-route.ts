import { useMatches } from 'react-router'
import { type RouteRow, routeTable } from '#/app/route-table.ts'

/** Returns the current page's row; undefined for an unknown path. */
export function useCurrentRoute(): RouteRow | undefined {
  const id = useMatches().at(-1)?.id
  return routeTable.find((row) => row.path === id)
}
