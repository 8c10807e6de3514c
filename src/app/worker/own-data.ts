import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from 'workbox-core/types.js'
import { DAY } from '#/kernel/duration.ts'
import { ownDataCache } from '#/kernel/own-data.ts'
import { sendOnce } from './pages.ts'
import { worker } from './scope.ts'

const whoAmI = '/api/me'
const keptReads = new Set([whoAmI, '/rpc/todo/list', '/api/emergency/own'])

/** The time after which an unused login ends. */
const keptMs = 30 * DAY

/** Deletes answers that are too old to be shown. Without knowing whose they are, the others go too. */
export async function forgetOldData(): Promise<void> {
  const cache = await worker.caches.open(ownDataCache)
  for (const request of await cache.keys()) {
    if (isFresh(await cache.match(request, { ignoreVary: true }))) continue
    if (new URL(request.url).pathname === whoAmI) return forgetOwnData()
    await cache.delete(request, { ignoreVary: true })
  }
}

const isFresh = (kept: Response | undefined): kept is Response =>
  kept !== undefined && Date.now() - Date.parse(kept.headers.get('date') ?? '') < keptMs

/** Counts logins and logouts. An answer to a request from before one isn't kept after it. */
let era = 0

export const isOwnRead = ({ request, url, sameOrigin }: RouteMatchCallbackOptions): boolean =>
  sameOrigin && request.method === 'GET' && keptReads.has(url.pathname)

/** A network that hangs for this long counts as none. */
const patienceMs = 6_000

/** Answers from the network and keeps the answer; without a network, or with a server in trouble, with the kept one. */
export async function readOwn({ event, request, url }: RouteHandlerCallbackOptions): Promise<Response> {
  const begun = era
  const asked = fetch(request)
  const keeping = asked.then((answer) => (answer.ok ? keep(url, answer.clone(), begun) : undefined))
  event.waitUntil(keeping.catch(() => undefined))
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs))
  const answer = await Promise.race([asked.catch(() => undefined), late])
  if (answer && answer.status < 500) return answer
  return (begun === era ? await findKept(url) : undefined) ?? asked
}

async function keep(url: URL, answer: Response, begun: number): Promise<void> {
  if (url.pathname === whoAmI) return keepPerson(answer, begun)
  // A page asks for both at once, and this answer may be the first.
  if ((await keptPerson()) === undefined) await keepPerson(await fetch(whoAmI), begun)
  if (begun === era && (await keptPerson()) !== undefined) await put(url, answer)
}

async function keepPerson(answer: Response, begun: number): Promise<void> {
  const id = answer.ok ? await idIn(answer.clone()) : undefined
  const before = await keptPerson()
  // An answer about somebody who has logged out meanwhile.
  if (id !== undefined && begun !== era) return
  if (id === undefined || (before !== undefined && id !== before)) await forgetOwnData()
  if (id !== undefined) await put(new URL(whoAmI, worker.location.origin), answer)
}

async function put(url: URL, answer: Response): Promise<void> {
  const cache = await worker.caches.open(ownDataCache)
  await cache.put(url.href, answer)
}

async function findKept({ href }: Pick<URL, 'href'>): Promise<Response | undefined> {
  const kept = await worker.caches.match(href, { cacheName: ownDataCache, ignoreVary: true })
  return isFresh(kept) ? kept : undefined
}

async function keptPerson(): Promise<string | undefined> {
  const kept = await findKept(new URL(whoAmI, worker.location.origin))
  return kept && idIn(kept)
}

async function idIn(answer: Response): Promise<string | undefined> {
  const { user } = (await answer.json()) as { user: { id: string } | null }
  return user?.id
}

async function forgetOwnData(): Promise<void> {
  era++
  await worker.caches.delete(ownDataCache)
}

/** Tells whether somebody logs in or out. */
export const isSessionChange = ({ url, sameOrigin }: RouteMatchCallbackOptions): boolean =>
  sameOrigin && /^\/api\/auth\/(?:sign-|callback\/|verify-email|reset-password)/.test(url.pathname)

/** Forgets the kept answers before and after: meanwhile, another tab may have asked for something. */
export async function changeSession({ event, request }: RouteHandlerCallbackOptions): Promise<Response> {
  await forgetOwnData()
  try {
    return await sendOnce({ event, request })
  } finally {
    await forgetOwnData()
  }
}
