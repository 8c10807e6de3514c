import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Config } from '#/kernel/server/config.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Decides whether a request may read the metrics: with the operator's token, or, if none is set, only from this machine
 * and only if the site has no public address, because a proxy on this machine can look like a local browser.
 */
export function metricsReaders(
  { METRICS_TOKEN, PUBLIC_URL, production }: Pick<Config, 'METRICS_TOKEN' | 'PUBLIC_URL' | 'production'>,
  isLocal: (request: IncomingMessage) => boolean,
): (request: IncomingMessage) => boolean {
  if (METRICS_TOKEN === undefined) return (request) => !production && !PUBLIC_URL && isLocal(request)
  const expected = digest(`Bearer ${METRICS_TOKEN}`)
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), expected)
}
