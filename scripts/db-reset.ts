/** Recreates the database in use, migrated and seeded as by `npm start`. */
import pg from 'pg'
import { prepareDatabase } from '#/app/prepare-database.ts'
import { describeSignIns } from '#/app/sign-ins.ts'
import { readConfig } from '#/kernel/server/config.ts'
import { createLog } from '#/kernel/server/log.ts'
import { withDatabaseInUse } from './database-in-use.ts'

/** Refuses while a server runs, because it would keep the old database's data in memory. */
async function refuseBesideAnApp(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query(
    "select from pg_stat_activity where datname = $1 and application_name = 'pawfolk listener'",
    [name],
  )
  if (rows.length > 0) throw new Error('Pawfolk is running on this database. Please stop it first.')
}

await withDatabaseInUse(async (url) => {
  const config = readConfig()
  if (config.production && !process.argv.includes('--force')) {
    throw new Error(
      'This would delete all data of a production database. If you mean it: npm run db:reset -- --force',
    )
  }
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenance.href })
  await client.connect()
  try {
    await refuseBesideAnApp(client, name)
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
    await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
  const prepared = await prepareDatabase(config, createLog('error'))
  await prepared.stop()
  process.stdout.write(`The database ${name} is new.\n`)
  for (const line of describeSignIns(prepared.signIns)) process.stdout.write(`  ${line}\n`)
})
