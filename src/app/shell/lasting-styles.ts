import { useEffect } from 'react'
import { useMatches } from 'react-router'

/** The router's list of each route's sheets, for which it has no public API. */
type Router = { __reactRouterManifest?: { routes: Record<string, { css?: string[] } | undefined> } }

/**
 * Keeps the sheets of each page that was opened: parts loaded on demand rely on them, and the page may be opened again. The
 * router drops those that the next page doesn't list, so the root lists them from now on.
 */
export function useLastingStyles(): void {
  const matches = useMatches()
  useEffect(() => {
    const routes = (window as Router).__reactRouterManifest?.routes
    const root = routes?.['root']
    if (!root) return
    const opened = matches.flatMap(({ id }) => routes[id]?.css ?? [])
    root.css = [...new Set([...(root.css ?? []), ...opened])]
  }, [matches])
}
