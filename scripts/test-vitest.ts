/**
 * Runs Vitest, and removes its databases when it is interrupted, since Vitest then skips its teardown. With `--all`,
 * bad-input.test.ts sends all wrong values.
 */
import { runScript } from './steps.ts'
import { openTestRun } from './test-run.ts'

const run = await openTestRun(process.env['TEST_DATA_DIR'])
const given = process.argv.slice(2)
const args = given.filter((arg) => arg !== '--all')
const env = { ...run.env, ...(args.length < given.length && { WRONG_VALUES: 'all' }) }
const passed = await runScript('node_modules/vitest/vitest.mjs', ['run', ...args], env)
await run.end()
process.exitCode = passed ? 0 : 1
