import type { IncomingMessage, ServerResponse } from 'node:http'
import { MINUTE } from '#/kernel/duration.ts'

/** An accepted upload must also keep to the pace of upload-spool.ts, so this is for steady senders on a bad line. */
const within = { upload: 10 * MINUTE, other: 30_000 }

/**
 * Limits how long a request's body may take; a later one gets 408. Node's own `requestTimeout` can't tell an upload
 * from anything else. `watch` starts a request's clock, `accept` gives it an upload's time.
 */
export function lateBodies(patience = within) {
  const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

  function set(request: IncomingMessage, response: ServerResponse, ms: number): void {
    clearTimeout(timers.get(request))
    const timer = setTimeout(() => {
      if (request.complete || request.destroyed) return
      if (response.headersSent) request.destroy()
      else response.writeHead(408, { connection: 'close' }).end(() => request.destroy())
    }, ms)
    timers.set(request, timer)
  }

  return {
    watch(request: IncomingMessage, response: ServerResponse): void {
      set(request, response, patience.other)
      // Not when the answer is sent: the body may still be arriving.
      request.once('close', () => clearTimeout(timers.get(request)))
    },
    accept: (request: IncomingMessage, response: ServerResponse) => set(request, response, patience.upload),
  }
}
