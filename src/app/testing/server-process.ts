import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../main.ts', import.meta.url))

export type ServerProcess = {
  url: string
  process: ChildProcess
  /** Sends the signal, waits until the process has ended and returns its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts a real server process on a free port, from its sources or from the built `file`. */
export async function startServerProcess(
  settings: { DATA_DIR: string } & Record<string, string>,
  file = source,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--max-semi-space-size=8', file], {
    env: {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'test',
      PORT: '0',
      SEED: 'none',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr! }).on('line', (line) => {
      said.push(line)
      const address = /^\s+(http:\/\/\S+)$/.exec(line)?.[1]
      if (address) resolve(address.replace('localhost', '127.0.0.1'))
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said.join('\n')}`)))
  })
  return {
    url,
    process: child,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
      return child.exitCode
    },
  }
}
