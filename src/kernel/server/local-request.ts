import type { IncomingMessage } from 'node:http'
import { clientAddressReader } from './client-address.ts'

/** Proxies and tunnels add at least one of these, and a browser none. */
const traces = [
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-forwarded-server'],
  ...['x-real-ip', 'x-client-ip', 'true-client-ip', 'forwarded', 'via', 'cf-connecting-ip', 'cdn-loop'],
]

/**
 * Returns whether a request was sent on this machine, through no proxy or tunnel that leaves a trace, and to a name of this
 * machine: another site's page can have its own name resolve to this machine, and a bare tunnel (`ssh -R`) shows by the name
 * alone.
 */
export function localRequests(trustedProxies: string): (request: IncomingMessage) => boolean {
  const clientAddress = clientAddressReader(trustedProxies)
  return (request) =>
    ['127.0.0.1', '::1'].includes(clientAddress(request)) &&
    !traces.some((name) => request.headers[name]) &&
    /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(request.headers.host ?? '')
}
