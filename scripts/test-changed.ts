/** Runs the tests that the changes since `main` can break, and says why. `-- --since=<commit>` compares with that commit. */
import { execFile } from 'node:child_process'
import { basename } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { stories } from '../e2e/stories.ts'
import { buildIfStale } from './build.ts'
import { readSource } from './imports.ts'
import { select } from './selection.ts'
import { checks, root, runScript, runStep } from './steps.ts'
import { openTestRun } from './test-run.ts'

const { values } = parseArgs({
  options: { since: { type: 'string', default: 'main' }, list: { type: 'boolean', default: false } },
})
const changed = await changedSince(values.since)
const selection = select(await readSource(root), stories, changed)

say(`${changed.length} files changed since ${values.since}`)
list('test files', selection.tests)
list('stories', selection.stories)
if (selection.wide.length > 0) {
  say(`\nMore stands on these than is chosen here, so run \`npm test\` too: ${selection.wide.join(', ')}`)
}
say('')
if (!values.list) process.exitCode = (await runAll()) ? 0 : 1

async function runAll(): Promise<boolean> {
  const passed: boolean[] = []
  for (const step of checks.filter(({ name }) => ['format and lint', 'types', 'layers'].includes(name)))
    passed.push(await runStep(step))
  const { tests } = selection
  if (tests.size + selection.stories.size === 0) return !passed.includes(false)
  const run = await openTestRun()
  if (tests.size > 0)
    passed.push(await runScript('node_modules/vitest/vitest.mjs', ['run', ...tests.keys()], run.env))
  if (selection.stories.size > 0) {
    await buildIfStale()
    passed.push(
      await runScript('node_modules/@playwright/test/cli.js', ['test', ...selection.stories.keys()], run.env),
    )
  }
  await run.end()
  return !passed.includes(false)
}

/** Lists changed, new and deleted files, committed or not. */
async function changedSince(commit: string): Promise<string[]> {
  const git = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
    return stdout.split('\n').filter(Boolean)
  }
  const [base] = await git('merge-base', commit, 'HEAD')
  const differs = await git('diff', '--name-only', '--no-renames', base!)
  const isNew = await git('ls-files', '--others', '--exclude-standard')
  return [...new Set([...differs, ...isNew])].sort()
}

function list(kind: string, chosen: Map<string, string>): void {
  say(`\n${chosen.size} ${kind}`)
  for (const [reason, files] of Map.groupBy(chosen.keys(), (file) => chosen.get(file)!))
    say(`  ${reason}\n${files.map((file) => `    ${kind === 'stories' ? basename(file) : file}`).join('\n')}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
