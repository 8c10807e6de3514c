import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Waits until the events and mails announced in the database are delivered. Asks seldom, since the time it takes is measured. */
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
    while (await isOpen()) await wait(250)
  } finally {
    await client.end()
  }
}
