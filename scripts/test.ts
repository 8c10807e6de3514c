/**
 * Runs all checks and tests, cheapest first; each part runs even if an earlier one failed. `--all` also sends the wrong
 * input that is otherwise spread over days. `--shard=2/3` runs one of three parts, for three machines.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale } from './build.ts'
import { judgeBudget } from './check-budget.ts'
import { checks, root, runScript, runStep } from './steps.ts'
import { countComponents, type Part, readPlaywright, readVitest } from './test-reports.ts'
import { openTestRunInMemory } from './test-run.ts'

const { all, shard } = parseArgs({
  options: { all: { type: 'boolean', default: false }, shard: { type: 'string' } },
}).values
const part = shard ? [`--shard=${shard}`] : []
const reports = join(root, 'test-results')
const parts: Part[] = []
const counts = join(reports, 'counts')
const vitestReport = join(reports, 'vitest.json')
await rm(counts, { recursive: true, force: true })
await mkdir(counts, { recursive: true })

// Keeps one database running for all parts, and stops it however we end.
const run = await openTestRunInMemory()
run.env['TEST_COUNTS'] = counts
if (all) run.env['WRONG_VALUES'] = 'all'
// The same on each machine, so the first one's are enough.
for (const step of shard && !shard.startsWith('1/') ? [] : checks)
  parts.push(asPart(step.name, await runStep(step, run.env)))
parts.push(await vitest())
const built = await build()
parts.push(asPart('build', built))
// Without a build there is nothing to open in a browser.
if (built) parts.push(await playwright())
await run.end()
parts.push(await budget())

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
  await rm(vitestReport, { force: true })
  const ok = await runScript(
    'node_modules/vitest/vitest.mjs',
    ['run', ...part, '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    run.env,
  )
  return settle('unit and integration tests', ok, await readVitest(vitestReport))
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
  const ok = await runScript(
    'node_modules/@playwright/test/cli.js',
    ['test', ...part, '--reporter=list,json'],
    {
      ...run.env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
  )
  return settle('browser tests', ok, await readPlaywright(file))
}

async function budget(): Promise<Part> {
  const tests = (await countComponents(vitestReport)).map((line) => JSON.stringify(line))
  await writeFile(join(counts, `tests-${process.pid}.jsonl`), tests.join('\n'))
  // All wrong input is worth more than its budget; a shard knows a part of the counts, and scripts/check-budget.ts reads those of all.
  const passed = await judgeBudget(counts)
  return asPart('budget', passed || all || shard !== undefined)
}

/** Counts a run that failed outside of any test as one failure. */
function settle(name: string, ok: boolean, part: Part | undefined): Part {
  const { passed, flaky, failures } = part ?? { passed: 0, flaky: [], failures: [] }
  if (failures.length > 0 || (ok && part)) return { passed, flaky, failures }
  return { passed, flaky, failures: [{ name, detail: 'It ended badly outside of any test: see above.' }] }
}
