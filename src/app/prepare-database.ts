import pg from 'pg'
import { type Config, ConfigError } from '#/kernel/server/config.ts'
import { openDatabase } from '#/kernel/server/db.ts'
import { startEmbeddedPostgres } from '#/kernel/server/embedded-postgres.ts'
import { openStorage } from '#/kernel/server/files.ts'
import type { Log } from '#/kernel/server/log.ts'
import { migrate } from '#/kernel/server/migrate.ts'
import { sandboxFile } from '#/payments/server/sandbox-process.ts'
import { addToSandbox } from '../../db/seed/add-to-sandbox.ts'
import { type DemoSignIn, seedDemo } from '../../db/seed/seed-demo.ts'

export type PreparedDatabase = { url: string; signIns: DemoSignIn[]; stop(): Promise<void> }

/** Returns a running, migrated database; if it is empty and the demo was requested, fills it with the demo data. */
export async function prepareDatabase(config: Config, log: Log): Promise<PreparedDatabase> {
  const embedded = config.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: (line) => log.info(line) }).catch(
        (error) => {
          throw new ConfigError(`The embedded database does not start: ${(error as Error).message}`)
        },
      )
  const url = config.DATABASE_URL ?? embedded!.url
  const stop = async () => embedded?.stop()
  try {
    if (config.DATABASE_URL) await tryToReach(url)
    await migrate(url)
    return { url, signIns: config.SEED === 'demo' ? await seed(url, config, log) : [], stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Reports problems with the operator's own database in one line, before anything is done to it. */
async function tryToReach(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
  } catch (error) {
    const said = (error as Error).message || (error as { code?: string }).code
    throw new ConfigError(`DATABASE_URL: ${said}`, { cause: error })
  }
}

async function seed(url: string, config: Config, log: Log): Promise<DemoSignIn[]> {
  const database = openDatabase(url, { log, max: 2, name: 'pawfolk seed' })
  try {
    const signIns = await seedDemo(database.db, {
      now: new Date(),
      timeZone: config.DEFAULT_TIME_ZONE,
      storeFile: (...file) => openStorage(config).write(...file),
      // Everyone knows the demo admin's login.
      ...(config.DEMO_ADMIN ? { adminKey: config.AUTH_SECRET } : {}),
    })
    if (signIns.length > 0 && config.PAYMENT_GATEWAY === 'sandbox')
      await addToSandbox(database.db, sandboxFile(config.DATA_DIR))
    return signIns
  } finally {
    await database.close()
  }
}
