import pg from 'pg'
import type { Log } from './log.ts'

export type Listener = {
  /** While false, anyone who caches must ask the database. */
  readonly connected: boolean
  on(channel: string, react: (payload: string) => void): void
  /** Runs after every (re)connect, because announcements in between were missed. */
  onConnect(react: () => void): void
  close(): Promise<void>
}

const patienceMs = 5_000

/** Opens a dedicated connection that LISTENs, and reconnects automatically. */
export async function openListener(url: string, channels: string[], log: Log): Promise<Listener> {
  const reactions = new Map<string, ((payload: string) => void)[]>()
  const afterConnect: (() => void)[] = []
  let client: pg.Client | undefined
  let attempt: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'pawfolk listener',
      keepAlive: true,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    })
    attempt = next
    next.on('error', () => lost(next))
    next.on('end', () => lost(next))
    next.on('notification', ({ channel, payload }) => {
      for (const react of reactions.get(channel) ?? []) react(payload ?? '')
    })
    try {
      await next.connect()
      for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      // Closes the half-open connection, because a second one would join it.
      next.end().catch(() => undefined)
      throw error
    }
    if (closed) return next.end()
    client = next
    for (const react of afterConnect) react()
  }

  function lost(which: pg.Client): void {
    if (which !== client) return
    client = undefined
    if (closed) return
    log.warn('database listener lost; reconnecting')
    reconnectSoon()
  }

  /**
   * Makes one attempt at a time, because a silent database accepts every connection and answers them all in the end.
   */
  function reconnectSoon(): void {
    retry = setTimeout(async () => {
      try {
        await connect()
      } catch (error) {
        log.debug({ error: String(error) }, 'database listener still away')
        if (!closed) reconnectSoon()
      }
    }, 500)
    retry.unref()
  }

  await connect()
  return {
    get connected() {
      return client !== undefined
    },
    on(channel, react) {
      reactions.set(channel, [...(reactions.get(channel) ?? []), react])
    },
    onConnect(react) {
      afterConnect.push(react)
    },
    async close() {
      closed = true
      clearTimeout(retry)
      const last = client
      client = undefined
      if (last) await last.end()
      // Not awaited: the server may be silent.
      else attempt?.end().catch(() => undefined)
    },
  }
}
