/**
 * Writes the row types of the migrated schema to src/kernel/server/schema.ts; with --verify, says whether they are what
 * the migrations make. Runs on a scratch database, never on yours.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { cloneDatabase, openTestServer } from '#/kernel/testing/test-server.ts'
import { onInterrupt } from './interruption.ts'

const codegen = fileURLToPath(new URL('../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url))
const opening = openTestServer(process.env['TEST_DATABASE_URL'])
const release = onInterrupt(async () => (await opening).close())
const server = await opening
try {
  const database = await cloneDatabase(server)
  const outFile = 'src/kernel/server/schema.ts'
  const args = ['--dialect', 'postgres', '--date-parser', 'string', '--numeric-parser', 'number']
  // The tables of the job queue are its own business.
  args.push('--exclude-pattern', 'jobs.*', '--out-file', outFile, '--url', database.url)
  if (process.argv.includes('--verify')) args.push('--verify')
  const done = spawnSync(process.execPath, [codegen, ...args], { stdio: 'inherit' })
  process.exitCode = done.status ?? 1
} finally {
  await server.close()
  release()
}
