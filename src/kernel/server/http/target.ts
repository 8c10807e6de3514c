import type { IncomingMessage } from 'node:http'

type Request = Pick<IncomingMessage, 'url'>
type Sent = Pick<IncomingMessage, 'url' | 'headersDistinct'>

/** Returns the requested path and query. The origin is a constant, because the request line may name another host. */
export function targetOf(request: Request): URL {
  const target = request.url ?? '/'
  return new URL(target.startsWith('/') ? `http://localhost${target}` : 'http://localhost/')
}

/**
 * Returns false for a target that a URL parser could read as another host: one that begins with `//` or `/\`, or a full
 * URL. Also false for two Host headers: a proxy in front could read the other one (RFC 9112, 3.2).
 */
export function isOurTarget(request: Sent): boolean {
  if ((request.headersDistinct['host'] ?? []).length > 1) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: parsers drop tabs and line breaks, which joins two slashes.
  return /^\/(?![/\\])[^\x00-\x20\x7f]*$/.test(request.url ?? '')
}
