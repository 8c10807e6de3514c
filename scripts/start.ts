import { pathToFileURL } from 'node:url'
import { buildIfStale, serverFile } from './build.ts'

try {
  // Check the settings before a build, so that a mistake shows at once. Otherwise the server does.
  await buildIfStale(async () => {
    const { ensureDataDir, readConfig } = await import('#/kernel/server/config.ts')
    ensureDataDir(readConfig().DATA_DIR)
  })
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
// Imported rather than spawned, to save a process's start-up time.
await import(pathToFileURL(serverFile).href)
