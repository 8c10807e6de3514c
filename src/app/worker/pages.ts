import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from 'workbox-core/types.js'
import { matchPrecache } from 'workbox-precaching'
import { opensOffline } from '#/app/offline-paths.ts'
import { routeOf } from '#/app/route-table.ts'
import { takeOverIfAlone } from './take-over.ts'

/** After this long without an answer, a kept page opens. */
const patienceMs = 3_000

export const isOurPage = ({ request, url, sameOrigin }: RouteMatchCallbackOptions): boolean =>
  sameOrigin && request.mode === 'navigate' && routeOf(url.pathname) !== undefined

/**
 * Opens a page from the network, so that a new version shows at once. Without a network, a kept page opens with its own
 * kept files; others say that they need one: their code would be missing, and the router would reload for ever.
 */
export async function openPage({ event, request, url }: RouteHandlerCallbackOptions): Promise<Response> {
  const kept = await keptPage(url.pathname.replace(/(?<=.)\/$/, ''))
  const answer = await fromNetwork(event as FetchEvent, request, kept ? patienceMs : undefined)
  if (answer && !(kept && answer.status >= 500)) {
    takeOverIfAlone(event)
    return answer
  }
  return kept ?? (await matchPrecache('/offline.html')) ?? Response.error()
}

/** Prerendered pages are kept each; the others start from the app's empty page. */
async function keptPage(path: string): Promise<Response | undefined> {
  if (!opensOffline(path)) return undefined
  return (await matchPrecache(path)) ?? matchPrecache('/__spa-fallback.html')
}

export const isNavigation = ({ request }: RouteMatchCallbackOptions): boolean => request.mode === 'navigate'

/** Sends a request once: the browser has already sent navigations, and links such as a login's return work only once. */
export const sendOnce = async ({ event, request }: Pick<RouteHandlerCallbackOptions, 'event' | 'request'>) =>
  ((await (event as FetchEvent).preloadResponse) as Response | undefined) ?? fetch(request)

/** Returns undefined if no answer comes, or none in time. */
function fromNetwork(
  event: FetchEvent,
  request: Request,
  patience: number | undefined,
): Promise<Response | undefined> {
  const asked = sendOnce({ event, request }).catch(() => undefined)
  if (patience === undefined) return asked
  return Promise.race([asked, new Promise<undefined>((resolve) => setTimeout(resolve, patience))])
}
