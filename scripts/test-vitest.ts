/** Vitest with our arguments, so that no database is left when it is interrupted: it does not tear down then. */
import { runScript } from './steps.ts'
import { openTestRun } from './test-run.ts'

const run = await openTestRun(process.env['TEST_DATA_DIR'])
const passed = await runScript('node_modules/vitest/vitest.mjs', ['run', ...process.argv.slice(2)], run.env)
await run.end()
process.exitCode = passed ? 0 : 1
