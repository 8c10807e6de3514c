import type { ServerResponse } from 'node:http'

/** Reads what a mailed link led to from Better Auth's redirect. A used link logs nobody in. */
export function afterLink(result: Response): { error: string | null; signedIn: boolean } {
  const where = new URL(result.headers.get('location') ?? '/?error=INVALID_TOKEN', 'http://localhost')
  return { error: where.searchParams.get('error'), signedIn: result.headers.getSetCookie().length > 0 }
}

const pagesAfter = ['/role-selection', '/login', '/signup', '/edit-profile']

/** Returns the page to go to after a provider, with an error code of ours. */
export function pageAfter(path: string, location: string): string {
  const { pathname, searchParams } = new URL(location, 'http://localhost')
  const page = pagesAfter.includes(pathname) ? pathname : '/login'
  const told = new URLSearchParams({ by: path.split('/').at(-1) ?? '' })
  for (const news of ['new', 'proved']) if (searchParams.has(news)) told.set(news, '1')
  const error = searchParams.get('error')
  if (error) told.set('error', /^\w{1,60}$/.test(error) ? error : 'unknown')
  return `${page}?${told}`
}

export function goTo(response: ServerResponse, location: string): void {
  response.writeHead(302, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).end()
}
