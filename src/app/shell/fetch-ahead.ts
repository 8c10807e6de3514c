import { routeOf } from '#/app/route-table.ts'

/** The router's map of code by route, for which it has no public API. */
type Router = {
  __reactRouterManifest?: {
    url: string
    routes: Record<
      string,
      { id: string; module: string; imports?: string[]; css?: string[]; parentId?: string } | undefined
    >
  }
  __reactRouterRouteModules?: Record<string, unknown>
}

/** Maps each route to its imports, which the build keeps out of the manifest (scripts/web/lean-manifest.ts). */
let imports: Readonly<Record<string, string[] | undefined>> | undefined
let importsOnTheirWay: ReturnType<typeof fetchImports> | undefined

/** Requested files, and whether they have arrived. */
const files = new Map<string, boolean>()

/**
 * Loads a page's code and styles into the browser's cache before it is opened. The router's own `prefetch` also runs
 * the code, and reloads the current page if it doesn't arrive. With `modulepreload`, a browser remembers a failure, and
 * the page doesn't open later.
 */
export async function fetchAhead(pathname: string) {
  importsOnTheirWay ??= fetchImports()
  imports ??= await importsOnTheirWay
  // Requested again next time.
  if (!imports) importsOnTheirWay = undefined
  else for (const file of filesOf(pathname).files) void ask(file)
}

/** Tells whether a page opens offline: its code has run, or all of it was loaded ahead. */
export function isHere(pathname: string): boolean {
  const page = filesOf(pathname)
  if ((window as Router).__reactRouterRouteModules?.[page.id]) return true
  return page.files.length > 0 && page.files.every((file) => files.get(file))
}

function filesOf(pathname: string) {
  const id = routeOf(pathname)?.path ?? '*'
  const routes = (window as Router).__reactRouterManifest?.routes
  const route = routes?.[id]
  const around = routes?.[route?.parentId ?? '']
  const names = [around, route].flatMap((part) =>
    part ? [part.module, ...(part.imports ?? imports?.[part.id] ?? []), ...(part.css ?? [])] : [],
  )
  return { id, files: names }
}

/** Returns undefined if they don't arrive. The development server leaves the imports in the manifest. */
async function fetchImports() {
  const { url, routes } = (window as Router).__reactRouterManifest ?? {}
  if (!url || routes?.['root']?.imports) return {}
  try {
    const answer = await fetch(url.replace(/manifest-(.+)\.js$/, 'imports-$1.json'), { priority: 'low' })
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}

async function ask(file: string) {
  if (files.has(file)) return
  if (hasPage(file)) {
    files.set(file, true)
    return
  }
  files.set(file, false)
  try {
    const answer = await fetch(file, { priority: 'low' })
    await answer.arrayBuffer()
    if (answer.ok) files.set(file, true)
    else files.delete(file)
  } catch {
    // Requested again next time.
    files.delete(file)
  }
}

/**
 * Tells whether the page has loaded the file without us: a fetch of ours may have broken off. In browsers that keep no status,
 * it is loaded again.
 */
function hasPage(file: string): boolean {
  const { href } = new URL(file, location.href)
  const loads = performance.getEntriesByName(href, 'resource') as PerformanceResourceTiming[]
  return loads.some((load) => load.initiatorType !== 'fetch' && load.responseStatus === 200)
}
