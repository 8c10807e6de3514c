import { keep, readKept } from '#/kernel/web/kept.ts'
import { isOwnPath } from './own-path.ts'

const name = 'goingTo'
/** A page that took longer than this is no longer what the person waits for. */
const patienceMs = 30_000

/** Notes in this tab where the person is going; null once they are there. */
export const noteGoingTo = (path: string | null): void =>
  keep(name, path === null ? null : { path, at: Date.now() })

/**
 * Returns where the person was going when the page was loaded again, which the router does if an update has removed the next
 * page's files; null if nowhere. Returns it once, so that a page that can't be loaded at all doesn't go round in circles.
 */
export function takeGoingTo(): string | null {
  const { path, at } = readKept<{ path: string; at: number }>(name)
  keep(name, null)
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (entry?.type !== 'reload' || !path || !at) return null
  return isOwnPath(path) && Date.now() - at < patienceMs ? path : null
}
