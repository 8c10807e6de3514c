import { routeTable } from '#/app/route-table.ts'

const pagesLike = (pattern: RegExp) => [
  ...new Set(routeTable.filter((route) => pattern.test(route.page)).map(({ page }) => page)),
]

const lightPages = routeTable.filter((route) => route.light).map(({ page }) => page)
/** The pages that members open most. Each loads what it needs, in a few files. */
const mainPages = ['app/pages/DashboardPage.tsx', 'app/pages/AppointmentsPage.tsx', 'todo/web/ToDoPage.tsx']
const profilePages = pagesLike(/(?<!Edit)ProfilePage/)
const searchPages = pagesLike(/\/BookA(?!Pet)\w+Page/)
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

/** Returns the name of a file for what these pages share. */
const nameOf = (pages: readonly string[]) =>
  pages
    .map((page) => page.replace(/^.*\/(\w+)Page\.tsx$/, '$1'))
    .join('-')
    .toLowerCase()

/** Returns a pattern for modules of these Mantine components. */
const mantine = (...components: string[]) =>
  new RegExp(`@mantine[\\\\/]core[\\\\/]esm[\\\\/]components[\\\\/](?:${components.join('|')})[\\\\/]`)

/** All but what opens above a page, which most pages need after a click only: dialogs, menus, lists of choices. */
const notPopups =
  /^(?!.*node_modules[\\/](?:@floating-ui|react-remove-scroll|react-style-singleton|use-sidecar)[\\/])(?!.*@mantine[\\/]core[\\/]esm[\\/]components[\\/](?:Floating|FocusTrap|Modal|ModalBase|Overlay|Popover|Portal|ScrollArea)[\\/])/

const ours = /[\\/]src[\\/].+\.tsx?(?:\?|$)|vite[\\/]preload-helper/

/**
 * Groups for the build's code splitting. A file takes in what its modules import, so those of the most pages come first: for
 * light pages, a file for what the same ones share; then one for the other open pages, one for what nearly all members'
 * pages load, and for the main pages again a file for what the same ones share. The rest would be some fifty files
 * of less than a kilobyte each.
 */
export const sharedFiles = [
  ...lightPages.map((_, index) => ({
    name(id: string, graph: Graph) {
      const pages = pagesWith(id, lightPages, graph)
      if (pages.length !== lightPages.length - index) return null
      return nameOf(pages)
    },
    test: ours,
    minShareCount: 2,
  })),
  {
    name: (id: string, graph: Graph) => (pagesWith(id, otherOpenPages, graph).length > 0 ? 'open' : null),
    test: ours,
    minShareCount: 2,
  },
  { name: 'members', test: notPopups, minShareCount: 20 },
  {
    name: (id: string, graph: Graph) => nameOf(pagesWith(id, mainPages, graph)) || null,
    test: ours,
    minShareCount: 2,
  },
  { name: 'mantine', test: /@mantine[\\/](?:hooks|core[\\/]esm[\\/]core)[\\/]/, minShareCount: 2 },
  // Before the popups, whose lists have ticks, too.
  {
    name: 'choices',
    test: mantine('Checkbox', 'InlineInput', 'Radio', 'SegmentedControl', 'Switch'),
    minShareCount: 2,
  },
  {
    name: 'popups',
    test: mantine('Autocomplete', 'Combobox', 'Modal', 'Popover', 'Select'),
    minShareCount: 2,
  },
  {
    name: (id: string, graph: Graph) => (pagesWith(id, profilePages, graph).length > 1 ? 'profile' : null),
    test: ours,
  },
  {
    name: (id: string, graph: Graph) => (pagesWith(id, searchPages, graph).length > 1 ? 'search' : null),
    test: ours,
  },
]
