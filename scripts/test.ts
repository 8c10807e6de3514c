/** Runs all checks and tests, cheapest first; each part runs even if an earlier one failed. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildIfStale } from './build.ts'
import { checks, root, runScript, runStep } from './steps.ts'
import { type Part, readPlaywright, readVitest } from './test-reports.ts'
import { openTestRunInMemory } from './test-run.ts'

const reports = join(root, 'test-results')
const parts: Part[] = []

// Keeps one database running for all parts, and stops it however we end.
const run = await openTestRunInMemory()
for (const step of checks) parts.push(asPart(step.name, await runStep(step, run.env)))
parts.push(await vitest())
const built = await build()
parts.push(asPart('build', built))
// Without a build there is nothing to open in a browser.
if (built) parts.push(await playwright())
await run.end()

const failures = parts.flatMap((part) => part.failures)
const flaky = parts.flatMap((part) => part.flaky)
const passed = parts.reduce((sum, part) => sum + part.passed, 0)
// Repeated at the end, because truncated logs keep their end.
for (const { name, detail } of flaky)
  process.stdout.write(`\n↻ ${name} (passed at its second try)\n${detail}\n`)
for (const { name, detail } of failures) process.stdout.write(`\n✗ ${name}\n${detail}\n`)
if (flaky.length > 0) process.stdout.write(`\n${flaky.length} passed only at the second try\n`)
// CI parses this line.
process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`)
process.exitCode = failures.length > 0 ? 1 : 0

function asPart(name: string, ok: boolean): Part {
  return { passed: ok ? 1 : 0, flaky: [], failures: ok ? [] : [{ name, detail: 'See above.' }] }
}

async function vitest(): Promise<Part> {
  const file = join(reports, 'vitest.json')
  await rm(file, { force: true })
  const ok = await runScript(
    'node_modules/vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    run.env,
  )
  return settle('unit and integration tests', ok, await readVitest(file))
}

async function build(): Promise<boolean> {
  try {
    await buildIfStale()
    return true
  } catch (error) {
    process.stdout.write(`✗ build\n${(error as Error).message}\n`)
    return false
  }
}

async function playwright(): Promise<Part> {
  const file = join(reports, 'playwright.json')
  await rm(file, { force: true })
  const ok = await runScript('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    ...run.env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  return settle('browser tests', ok, await readPlaywright(file))
}

/** Counts a run that failed outside of any test as one failure. */
function settle(name: string, ok: boolean, part: Part | undefined): Part {
  const { passed, flaky, failures } = part ?? { passed: 0, flaky: [], failures: [] }
  if (failures.length > 0 || (ok && part)) return { passed, flaky, failures }
  return { passed, flaky, failures: [{ name, detail: 'It ended badly outside of any test: see above.' }] }
}
