import { readConfig } from '#/kernel/server/config.ts'
import { startEmbeddedPostgres } from '#/kernel/server/embedded-postgres.ts'

/**
 * Runs `work` on the database that `npm start` would use: the one of DATABASE_URL, else the embedded one, which is
 * started if it does not run. What goes wrong is said in one line, and the exit code is 1.
 */
export async function withDatabaseInUse(work: (url: string) => Promise<void>): Promise<void> {
  try {
    const config = readConfig()
    const embedded = config.DATABASE_URL
      ? undefined
      : await startEmbeddedPostgres({ dataDir: config.DATA_DIR })
    try {
      await work(config.DATABASE_URL ?? embedded!.url)
    } finally {
      await embedded?.stop()
    }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
