import { ensureDataDir, readConfig } from '#/kernel/server/config.ts'
import { buildIfStale } from './build.ts'

try {
  // What is wrong with the settings is not to be learnt after a build.
  ensureDataDir(readConfig().DATA_DIR)
  await buildIfStale()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
// In this same process: a second one would cost its start-up time again.
await import('../src/app/main.ts')
