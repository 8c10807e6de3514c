import { z } from 'zod'

const longest = 1000

/**
 * Accepts only the address of a named host, by https on its usual port: we send requests to it. Each request checks again to
 * which network the name resolves.
 */
function isPushEndpoint(text: string): boolean {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username || url.password) return false
  // A number as the last part makes the whole host a number.
  return /^(?:[a-z\d-]+\.)+[a-z][a-z\d-]*$/.test(url.hostname)
}

const bytes = (count: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((count * 4) / 3)}}$`))

/** A browser's push subscription: the address at its push service, and its keys (RFC 8291). */
export const pushDevice = z.object({
  endpoint: z.string().max(longest).refine(isPushEndpoint, 'Not an address of a push service'),
  p256dh: bytes(65),
  auth: bytes(16),
})
export type PushDevice = z.output<typeof pushDevice>

/** The content of a push. It shows on locked screens, so it has no names and none of people's words. */
export type PushMessage = {
  /** The notification, or the last of several. */
  id: string
  title: string
  body: string
  path: string
}

/** The service worker's message to an open page when a push is clicked; the page answers through the port it gets. */
export type OpenPage = { is: 'open'; path: string }
