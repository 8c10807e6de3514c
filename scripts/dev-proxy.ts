import type { ProxyOptions } from 'vite'

/** As the server asks who sits at this machine: a Vite that listens to IPv6 too sees IPv4 in its clothes. */
const ofThisMachine = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/** What belongs to the server goes on to it, at `port` of this machine. */
export function devProxy(port: number): Record<string, ProxyOptions> {
  const forward: ProxyOptions = {
    target: `http://127.0.0.1:${port}`,
    configure(proxy) {
      // To the server we are the client, and sit at this machine: for whoever does not, it has to be told.
      proxy.on('proxyReq', (forwarded, { socket }) => {
        const peer = socket.remoteAddress ?? 'unknown'
        if (!ofThisMachine.includes(peer)) forwarded.setHeader('x-forwarded-for', peer)
      })
      // While the server restarts: the browser may try again.
      proxy.on('error', (_error, _request, response) => {
        if ('writeHead' in response && !response.headersSent) response.writeHead(503, { 'retry-after': '1' })
        response.end()
      })
    },
  }
  return { '^/(rpc|api|files|my-data)(/|$)': forward, '^/(healthz|readyz|metrics)$': forward }
}
