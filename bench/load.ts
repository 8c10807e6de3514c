import { Agent, request } from 'node:http'

export type Sample = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }

export type Measured = { perSecond: number; p50: number; p99: number; longest: number; failed: number }

/**
 * Keeps `connections` requests in flight for `seconds`. Reports answers of 200 per second, their median and 99th percentile in
 * milliseconds, the longest answer, and the number of other answers.
 */
export async function measure(
  url: string,
  options: { connections: number; seconds: number; next(): Sample },
): Promise<Measured> {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections })
  const times: number[] = []
  let failed = 0
  let longest = 0
  const end = performance.now() + options.seconds * 1000

  function send({ method, path, headers, body }: Sample): Promise<void> {
    return new Promise((resolve) => {
      const began = performance.now()
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const sent = request(
        { agent, hostname, port, method, path, headers: { ...headers, ...length } },
        (answer) => {
          answer.resume()
          answer.on('end', () => {
            const took = performance.now() - began
            longest = Math.max(longest, took)
            // Refusals are fast and would flatter the result.
            if (answer.statusCode === 200) times.push(took)
            else failed++
            resolve()
          })
        },
      )
      sent.on('error', () => {
        failed++
        resolve()
      })
      sent.end(body)
    })
  }

  const began = performance.now()
  await Promise.all(
    Array.from({ length: options.connections }, async () => {
      while (performance.now() < end) await send(options.next())
    }),
  )
  const took = (performance.now() - began) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / took, p50: at(0.5), p99: at(0.99), longest, failed }
}

/** Combines short runs: averages the rates, and keeps the worst tail. */
export function together(runs: Measured[]): Measured {
  const sum = (pick: (run: Measured) => number) => runs.reduce((total, run) => total + pick(run), 0)
  return {
    perSecond: sum((run) => run.perSecond) / runs.length,
    p50: sum((run) => run.p50) / runs.length,
    p99: Math.max(...runs.map((run) => run.p99)),
    longest: Math.max(...runs.map((run) => run.longest)),
    failed: sum((run) => run.failed),
  }
}
