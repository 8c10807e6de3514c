/** All there is to prove, in the order of cost, each part run whatever became of the one before. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildIfStale } from './build.ts'
import { checks, root, runScript, runStep } from './steps.ts'
import { openTestRun } from './test-run.ts'

type Count = { passed: number; failed: number }
type VitestReport = { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number }
type PlaywrightReport = { stats: { expected: number; flaky: number; unexpected: number } }

const reports = join(root, 'test-results')
const total: Count = { passed: 0, failed: 0 }

// Held here, the database is up over all parts, and goes with us whatever ends them.
const run = await openTestRun()
for (const step of checks) add(asCount(await runStep(step, run.env)))
add(await vitest())
const built = await build()
add(asCount(built))
// Without a build there is nothing to open in a browser, and the failure is counted already.
if (built) add(await playwright())
await run.end()

process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed > 0 ? 1 : 0

function add(count: Count): void {
  total.passed += count.passed
  total.failed += count.failed
}

function asCount(passed: boolean): Count {
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function vitest(): Promise<Count> {
  const file = join(reports, 'vitest.json')
  await rm(file, { force: true })
  const ended = await runScript(
    'node_modules/vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    run.env,
  )
  const report = await readReport<VitestReport>(file)
  return settle(ended, report && { passed: report.numPassedTests, failed: report.numFailedTests })
}

async function build(): Promise<boolean> {
  try {
    await buildIfStale()
    return true
  } catch (error) {
    process.stdout.write(`✗ web build\n${(error as Error).message}\n`)
    return false
  }
}

async function playwright(): Promise<Count> {
  const file = join(reports, 'playwright.json')
  await rm(file, { force: true })
  const ended = await runScript('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    ...run.env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  const report = await readReport<PlaywrightReport>(file)
  return settle(
    ended,
    report && { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected },
  )
}

/** A run that ended badly without a failed test, as on an error outside of any, counts as one failure. */
function settle(ended: boolean, count: Count | undefined): Count {
  if (!count) return { passed: 0, failed: 1 }
  return ended || count.failed > 0 ? count : { ...count, failed: 1 }
}

async function readReport<Report>(file: string): Promise<Report | undefined> {
  return readFile(file, 'utf8').then(
    (content) => JSON.parse(content) as Report,
    () => undefined,
  )
}
