import { notifications } from '@mantine/notifications'
import { createRoot, type Root } from 'react-dom/client'
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router'
import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { refreshSession } from '#/accounts/web/index.ts'
import App, { ErrorBoundary } from '#/app/root.tsx'
import { type RouteRow, routeTable } from '#/app/route-table.ts'
import LibrariesLayout from '#/app/shell/LibrariesLayout.tsx'
import { forgetPerson } from '#/app/shell/wanted-page.ts'
import { queryClientHere } from '#/kernel/web/query-client-here.ts'
import { forgetLocation } from '#/location/web/index.ts'
import { reviewedEvent } from '#/shop/web/reviews/reviewed-event.ts'
import { desktop } from './screen.ts'

const modules = import.meta.glob<{ default: React.ComponentType }>([
  '/src/*/web/**/*Page.tsx',
  '/src/app/pages/*Page.tsx',
])

const routeFor = ({ path, page }: RouteRow): RouteObject => ({
  id: path,
  path,
  lazy: async () => ({ Component: (await modules[`/src/${page}`]!()).default }),
})

/** The routes of the product, as `routes.ts` gives them to the build. */
const routes: RouteObject[] = [
  {
    id: 'root',
    Component: App,
    ErrorBoundary,
    HydrateFallback: () => null,
    children: [
      ...routeTable.filter(({ light }) => light).map(routeFor),
      { Component: LibrariesLayout, children: routeTable.filter(({ light }) => !light).map(routeFor) },
      {
        id: '*',
        path: '*',
        lazy: async () => ({ Component: (await modules['/src/app/pages/NotFoundPage.tsx']!()).default }),
      },
    ],
  },
]

let root: Root | undefined
let router: ReturnType<typeof createBrowserRouter> | undefined
const home = location.href

/**
 * Opens a page of the product in this window, with shell, router and styles, for the person whom the test has signed in.
 * Everything it calls is answered by the test.
 */
export async function openPage(path: string, size = desktop): Promise<void> {
  await closePage()
  await page.viewport(size.width, size.height)
  history.replaceState(null, '', path)
  await refreshSession()
  router = createBrowserRouter(routes)
  const frame = document.createElement('div')
  document.body.append(frame)
  root = createRoot(frame)
  root.render(<RouterProvider router={router} />)
}

/** Goes to another page within the app, as a link does. */
export async function visit(path: string): Promise<void> {
  await router!.navigate(path)
}

/** Chooses a radio button or ticks a box by its label, since the input itself is hidden. */
export async function choose(input: Locator): Promise<void> {
  await expect.element(input).toBeInTheDocument()
  const { labels } = input.element() as HTMLInputElement
  await userEvent.click(labels![0]!)
}

/** Returns the path and search in the address bar, which change a moment before the page does. */
export const address = (): string => location.pathname + location.search

/** Closes the page, and forgets what it knew. */
export async function closePage(): Promise<void> {
  if (!root) return
  root.unmount()
  root = undefined
  router!.dispose()
  queryClientHere()?.clear()
  notifications.clean()
  // The catalogue's pages then forget the answers that they keep.
  window.dispatchEvent(new Event(reviewedEvent))
  document.body.replaceChildren()
  forgetLocation()
  forgetPerson()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', home)
}
