import { ensureDataDir, readConfig } from '#/kernel/server/config.ts'
import { buildIfStale } from './build.ts'

try {
  // Check the settings before the build, so that a mistake shows at once.
  ensureDataDir(readConfig().DATA_DIR)
  await buildIfStale()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
// Imported rather than spawned, to save a process's start-up time.
await import('../src/app/main.ts')
