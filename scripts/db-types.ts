/**
 * Writes the row types of the migrated schema to src/kernel/server/schema.ts; with --verify, checks that they are up to
 * date. Uses a scratch database.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { cloneDatabase, openTestServer } from '#/kernel/testing/test-server.ts'
import { onInterrupt } from './interruption.ts'
import { rowTypes } from './row-types.ts'

const file = new URL('../src/kernel/server/schema.ts', import.meta.url)
const opening = openTestServer(process.env['TEST_DATABASE_URL'])
const release = onInterrupt(async () => (await opening).close())
const server = await opening
try {
  const { url } = await cloneDatabase(server)
  const types = await rowTypes(url)
  if (!process.argv.includes('--verify')) {
    await writeFile(file, types)
  } else if ((await readFile(file, 'utf8')) !== types) {
    process.stderr.write(
      'src/kernel/server/schema.ts is not what the migrations make. Run: npm run db:types\n',
    )
    process.exitCode = 1
  }
} finally {
  await server.close()
  release()
}
