import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { onInterrupt, unlessInterrupted } from './interruption.ts'
import { root } from './steps.ts'

/** Builds the web app into `<into>/client`. Throws with the build's output if that fails. */
export async function buildWeb(into: string, settings: Record<string, string>): Promise<void> {
  const command = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  const child = spawn(process.execPath, [command, 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...settings, BUILD_DIRECTORY: into },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  const closed = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const release = onInterrupt(() => {
    child.kill()
    return closed
  })
  const code = await unlessInterrupted(await closed)
  release()
  if (code !== 0) throw new Error(`The web app could not be built:\n${output}`)
}
