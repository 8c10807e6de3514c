import { readConfig } from '#/kernel/server/config.ts'
import { startEmbeddedPostgres } from '#/kernel/server/embedded-postgres.ts'
import { onInterrupt, unlessInterrupted } from './interruption.ts'

/**
 * Runs `work` on the database that `npm start` would use: DATABASE_URL's, or the embedded one, which is started if
 * needed. Errors are printed in one line, and the exit code is 1.
 */
export async function withDatabaseInUse(work: (url: string) => Promise<void>): Promise<void> {
  try {
    const config = readConfig()
    if (config.DATABASE_URL) return await work(config.DATABASE_URL)
    const embedded = startEmbeddedPostgres({ dataDir: config.DATA_DIR })
    const stop = async () => (await embedded).stop()
    const release = onInterrupt(stop)
    try {
      await work((await embedded).url)
    } finally {
      await stop()
      release()
    }
  } catch (error) {
    await unlessInterrupted(undefined)
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
