import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** One thing that passes or fails as a whole. `script` is run by this Node, from the project's root. */
export type Step = { name: string; script: string; args: string[] }

export const checks: Step[] = [
  {
    name: 'format and lint',
    script: 'node_modules/@biomejs/biome/bin/biome',
    args: ['ci', '--error-on-warnings', '--colors=off'],
  },
  { name: 'types', script: 'node_modules/typescript/bin/tsc', args: ['-p', 'tsconfig.json'] },
  {
    name: 'layers',
    script: 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    args: ['--config', '.dependency-cruiser.mjs', 'src'],
  },
  { name: 'unused code', script: 'node_modules/knip/bin/knip.js', args: ['--no-progress'] },
  { name: 'database types', script: 'scripts/db-types.ts', args: ['--verify'] },
]

/** Runs it with its output on ours; true when it exits with 0. */
export function runScript(
  script: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}

/** Runs a step, quiet unless it fails; true when it passed. */
export async function runStep(step: Step): Promise<boolean> {
  const begun = Date.now()
  const child = spawn(process.execPath, [step.script, ...step.args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  const code = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', resolve)
  })
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${step.name} (${seconds} s)\n`)
  if (code !== 0) process.stdout.write(`${output.trimEnd()}\n${typeof code === 'string' ? `${code}\n` : ''}`)
  return code === 0
}
