import pg from 'pg'
import type { Log } from './log.ts'

export type Listener = {
  /** False while the connection is down: whoever caches must then ask the database. */
  readonly connected: boolean
  on(channel: string, react: (payload: string) => void): void
  /** Runs after every (re)connect: what was announced meanwhile was missed. */
  onConnect(react: () => void): void
  close(): Promise<void>
}

/** One dedicated connection that LISTENs, and comes back by itself after the database was away. */
export async function openListener(url: string, channels: string[], log: Log): Promise<Listener> {
  const reactions = new Map<string, ((payload: string) => void)[]>()
  const afterConnect: (() => void)[] = []
  let client: pg.Client | undefined
  let connected = false
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'pawfolk listener',
      keepAlive: true,
    })
    next.on('error', () => lost(next))
    next.on('end', () => lost(next))
    next.on('notification', ({ channel, payload }) => {
      for (const react of reactions.get(channel) ?? []) react(payload ?? '')
    })
    await next.connect()
    for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = next
    connected = true
    for (const react of afterConnect) react()
  }

  function lost(which: pg.Client): void {
    if (which !== client && client !== undefined) return
    connected = false
    client = undefined
    if (closed || retry) return
    log.warn('database listener lost; reconnecting')
    retry = setInterval(async () => {
      try {
        await connect()
        clearInterval(retry)
        retry = undefined
      } catch (error) {
        log.debug({ error: String(error) }, 'database listener still away')
      }
    }, 500)
    retry.unref()
  }

  await connect()
  return {
    get connected() {
      return connected
    },
    on(channel, react) {
      reactions.set(channel, [...(reactions.get(channel) ?? []), react])
    },
    onConnect(react) {
      afterConnect.push(react)
    },
    async close() {
      closed = true
      connected = false
      clearInterval(retry)
      await client?.end()
    },
  }
}
