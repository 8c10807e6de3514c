import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { inFewRoundTrips, type Statement } from './round-trips.ts'

const mostNames = 500

/**
 * Sends every statement as a named one, so that Postgres parses and plans it once per connection. Beyond the first 500
 * distinct texts they stay unnamed, so that texts that grow with their input can't fill the server's memory.
 */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known || names.size >= mostNames) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }

  return {
    options: {},
    async connect() {
      const client = await pool.connect()
      const send = ({ text, values }: Statement) =>
        values.length === 0
          ? client.query(text)
          : client.query({ name: nameOf(text), text, values: [...values] })
      return {
        processID: (client as { processID?: number }).processID,
        query: inFewRoundTrips(client, send),
        release: (destroy?: boolean) => client.release(destroy),
      } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}
