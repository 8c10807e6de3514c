import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onInterrupt, unlessInterrupted } from './interruption.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** One thing that passes or fails as a whole. `script` is run by this Node, from the project's root. */
export type Step = { name: string; script: string; args: string[] }

export const checks: Step[] = [
  {
    name: 'format and lint',
    script: 'node_modules/@biomejs/biome/bin/biome',
    args: ['ci', '--error-on-warnings', '--colors=off'],
  },
  // Each further checker works out most types again: four, as usual, take twice the processor time.
  { name: 'types', script: 'node_modules/typescript/bin/tsc', args: ['--build', '--checkers', '1'] },
  {
    name: 'layers',
    script: 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    args: ['--config', '.dependency-cruiser.mjs', 'src'],
  },
  { name: 'unused code', script: 'node_modules/knip/bin/knip.js', args: ['--no-progress'] },
  { name: 'comments', script: 'scripts/check-comments.ts', args: [] },
  { name: 'package lock', script: 'scripts/check-lock.ts', args: [] },
  { name: 'database types', script: 'scripts/db-types.ts', args: ['--verify'] },
]

/** Time for Playwright to close its browsers and the app under test. */
const GRACE = 20_000
/** Time for a server to finish what is in flight. */
const PATIENCE = 12_000

type Environment = Record<string, string>

/** Runs it with its output on ours; true when it exits with 0. */
export async function runScript(script: string, args: string[], env: Environment = {}): Promise<boolean> {
  const { code } = await run(script, args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  return code === 0
}

/** Runs a step, quiet unless it fails; true when it passed. */
export async function runStep(step: Step, env: Environment = {}): Promise<boolean> {
  const begun = Date.now()
  const { code, output } = await run(step.script, step.args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${step.name} (${seconds} s)\n`)
  if (code !== 0) process.stdout.write(`${output.trimEnd()}\n`)
  return code === 0
}

/** Starts its own process group, so that on Ctrl-C we can end it and its children first. */
async function run(
  script: string,
  args: string[],
  { env, stdio }: { env: Environment; stdio: StdioOptions },
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    detached: true,
    stdio,
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  const release = onInterrupt(() => endGroup(child))
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      output += error.message
      resolve(null)
    })
    child.once('close', resolve)
  })
  release()
  return unlessInterrupted({ code, output })
}

/** Asks the process to exit, then signals its whole group, and finally kills it. */
async function endGroup(child: ChildProcess): Promise<void> {
  const group = child.pid
  if (!group) return
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGINT')
    await Promise.race([once(child, 'exit'), delay(GRACE, undefined, { ref: false })])
  }
  for (const [signal, patience] of [
    ['SIGTERM', PATIENCE],
    ['SIGKILL', PATIENCE],
  ] as const) {
    if (!(await isAlive(group))) return
    try {
      process.kill(-group, signal)
    } catch {
      return
    }
    const begun = Date.now()
    while ((await isAlive(group)) && Date.now() - begun < patience) await delay(50)
  }
}

/** Returns whether any process of the group runs; zombies don't count. */
async function isAlive(group: number): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pgid=,state='])
  return stdout.split('\n').some((line) => {
    const [pgid, state] = line.trim().split(/\s+/)
    return pgid === String(group) && !state?.startsWith('Z')
  })
}
