import type { IncomingMessage } from 'node:http'

type Request = Pick<IncomingMessage, 'url'>

/**
 * The path and query that a request asks for. Its origin is a constant: the request line may name another host, and
 * resolving it against ours would lead there.
 */
export function targetOf(request: Request): URL {
  const target = request.url ?? '/'
  return new URL(target.startsWith('/') ? `http://localhost${target}` : 'http://localhost/')
}

/** False for a target that a URL parser could read as another host: one that begins with `//` or `/\`, or a full address. */
export function isOurTarget(request: Request): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: parsers drop tabs and line breaks, which joins two slashes.
  return /^\/(?![/\\])[^\x00-\x20\x7f]*$/.test(request.url ?? '')
}
