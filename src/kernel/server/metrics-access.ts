import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Config } from './config.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Returns whether a request may read the metrics: with the operator's token. Without one they are open only to this machine,
 * and not where the site has an address of its own: a proxy beside it can look just like a browser on this machine.
 */
export function metricsReaders(
  { METRICS_TOKEN, PUBLIC_URL, production }: Pick<Config, 'METRICS_TOKEN' | 'PUBLIC_URL' | 'production'>,
  isLocal: (request: IncomingMessage) => boolean,
): (request: IncomingMessage) => boolean {
  if (METRICS_TOKEN === undefined) return (request) => !production && !PUBLIC_URL && isLocal(request)
  const expected = digest(`Bearer ${METRICS_TOKEN}`)
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), expected)
}
