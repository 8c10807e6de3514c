import { routeTable } from '#/app/route-table.ts'

const lightPages = routeTable.filter((route) => route.light).map(({ page }) => page)
/** The other pages without forms that everyone can open. */
const otherOpenPages = ['app/pages/AboutPage.tsx', 'app/pages/ComingSoonPage.tsx']

/** Files of packages that import all others, whatever a page takes from them. */
const barrel = /node_modules[\\/].+[\\/](?:index|external|iconsAndAliases|lucide)\.m?js$/

type Graph = { getModuleInfo(id: string): { importers: readonly string[] } | null }

/** Returns those of the pages that load a module at once; none, if it stands around every page. */
function pagesWith(id: string, pages: readonly string[], graph: Graph): readonly string[] {
  const seen = new Set([id])
  const found = new Set<string>()
  for (const one of seen) {
    if (/[\\/]src[\\/]app[\\/](?:root|entry\.client)\.tsx/.test(one)) return []
    for (const page of pages) if (one.includes(`/src/${page}`)) found.add(page)
    for (const importer of graph.getModuleInfo(one)?.importers ?? [])
      if (!barrel.test(importer)) seen.add(importer)
  }
  return [...found].sort()
}

const ours = /[\\/]src[\\/].+\.tsx?(?:\?|$)|vite[\\/]preload-helper/

/**
 * Groups for the build's code splitting: a file for what the same light pages share, those of the most pages first, because a
 * file takes in what its modules import. Then one for the other open pages, and one for what several members' pages share,
 * which would be some fifty requests of less than a kilobyte each.
 */
export const sharedFiles = [
  ...lightPages.map((_, index) => ({
    name(id: string, graph: Graph) {
      const pages = pagesWith(id, lightPages, graph)
      if (pages.length !== lightPages.length - index) return null
      return pages
        .map((page) => page.replace(/^.*\/(\w+)Page\.tsx$/, '$1'))
        .join('-')
        .toLowerCase()
    },
    test: ours,
    minShareCount: 2,
  })),
  {
    name: (id: string, graph: Graph) => (pagesWith(id, otherOpenPages, graph).length > 0 ? 'open' : null),
    test: ours,
    minShareCount: 2,
  },
  { name: 'members', test: ours, minShareCount: 6 },
]
