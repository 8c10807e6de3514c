import type { ProxyOptions } from 'vite'

/** Normalizes IPv4 addresses that a dual-stack Vite sees as IPv6, because the server checks for local clients. */
const ofThisMachine = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/** Forwards the server's requests to `port` on this machine. */
export function devProxy(port: number): Record<string, ProxyOptions> {
  const forward: ProxyOptions = {
    target: `http://127.0.0.1:${port}`,
    configure(proxy) {
      // The server would see every client as local, so pass on the addresses of remote ones.
      proxy.on('proxyReq', (forwarded, { socket }) => {
        const peer = socket.remoteAddress ?? 'unknown'
        if (!ofThisMachine.includes(peer)) forwarded.setHeader('x-forwarded-for', peer)
      })
      // The server is restarting; the browser may retry.
      proxy.on('error', (_error, _request, response) => {
        if ('writeHead' in response && !response.headersSent) response.writeHead(503, { 'retry-after': '1' })
        response.end()
      })
    },
  }
  return {
    '^/(rpc|api|files|my-data|live|calendar|meet-greets|receipts|order-receipts|pay|webhooks|emails)(/|$)':
      forward,
    '^/(healthz|readyz|metrics)$': forward,
  }
}
