/** Runs Vitest, and removes its databases when it is interrupted, since Vitest then skips its teardown. */
import { runScript } from './steps.ts'
import { openTestRun } from './test-run.ts'

const run = await openTestRun(process.env['TEST_DATA_DIR'])
const passed = await runScript('node_modules/vitest/vitest.mjs', ['run', ...process.argv.slice(2)], run.env)
await run.end()
process.exitCode = passed ? 0 : 1
