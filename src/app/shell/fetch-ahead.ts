import { routeOf } from '#/app/route-table.ts'

/** What the router knows of its pages' code, by route; it offers no other way to ask. */
type Router = {
  __reactRouterManifest?: {
    routes: Record<
      string,
      { module: string; imports?: string[]; css?: string[]; parentId?: string } | undefined
    >
  }
  __reactRouterRouteModules?: Record<string, unknown>
}

/** Files asked for, and whether they have come. */
const files = new Map<string, boolean>()

/**
 * Fetches the code and styles of a page before it is opened, into the browser's cache. Not by the router's own
 * `prefetch`: that runs the code as well, and reloads the page one is on when it does not come. Nor by
 * `modulepreload`: a browser remembers its failure, and then the page does not open when it is wanted.
 */
export function fetchAhead(pathname: string) {
  for (const file of filesOf(pathname).files) void ask(file)
}

/** Whether a page opens without a network: its code has run already, or all of it was fetched ahead. */
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
    part ? [part.module, ...(part.imports ?? []), ...(part.css ?? [])] : [],
  )
  // The build marks a sheet that several pages share with an empty fragment.
  return { id, files: names.map((name) => name.replace(/#$/, '')) }
}

async function ask(file: string) {
  if (files.has(file)) return
  files.set(file, false)
  try {
    const answer = await fetch(file, { priority: 'low' })
    await answer.arrayBuffer()
    if (answer.ok) files.set(file, true)
    else files.delete(file)
  } catch {
    // Asked for again when someone comes near next time.
    files.delete(file)
  }
}
