import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Waits until everything announced in the database has been delivered. */
export async function untilDelivered(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const isOpen = () =>
      client
        .query<{ open: boolean }>(
          `select exists (select from jobs.job where name in ('events', 'mail') and state < 'completed') as open`,
        )
        .then(({ rows }) => rows[0]!.open)
    while (await isOpen()) await wait(100)
  } finally {
    await client.end()
  }
}
