import { buildIfStale } from './build.ts'
import { runScript } from './steps.ts'
import { openTestRun } from './test-run.ts'

await buildIfStale()
const run = await openTestRun()
const passed = await runScript(
  'node_modules/@playwright/test/cli.js',
  ['test', ...process.argv.slice(2)],
  run.env,
)
await run.end()
process.exitCode = passed ? 0 : 1
