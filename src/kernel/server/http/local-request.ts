import type { IncomingMessage } from 'node:http'
import { clientAddressReader } from './client-address.ts'

/** Proxies and tunnels add at least one of these, browsers none. */
const traces = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'forwarded',
  'via',
  'cf-connecting-ip',
  'cdn-loop',
]

/**
 * Recognizes requests sent on this machine, through no proxy or tunnel that leaves a trace, and to one of this
 * machine's names. The name matters because another site's host name can resolve to this machine, and a bare tunnel
 * (`ssh -R`) shows in nothing else.
 */
export function localRequests(trustedProxies: string): (request: IncomingMessage) => boolean {
  const clientAddress = clientAddressReader(trustedProxies)
  return (request) =>
    ['127.0.0.1', '::1'].includes(clientAddress(request)) &&
    !traces.some((name) => request.headers[name]) &&
    /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(request.headers.host ?? '')
}
