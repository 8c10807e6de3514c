import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Log } from '#/kernel/server/log.ts'

const main = fileURLToPath(new URL('../sandbox/main.ts', import.meta.url))

export type SandboxProcess = {
  /** Waits until the sandbox listens, and returns its address. */
  url(): Promise<string>
  stop(): Promise<void>
}

export const sandboxFile = (dataDir: string): string => join(dataDir, 'payment-sandbox.sqlite')

/** Leaves the processor to the app's own start. */
const afterMs = 3_000
const patienceMs = 1_000

/** Starts the payment sandbox shortly after the app or on first use, and restarts it if it ends. Only payments wait for it. */
export function startSandboxProcess(options: { dataDir: string; key: string; log: Log }): SandboxProcess {
  const { dataDir, key, log } = options
  let child: ChildProcess | undefined
  let stopped = false
  let url: Promise<string> | undefined
  const soon = setTimeout(() => (url ??= begin()), afterMs)
  soon.unref()

  function begin(): Promise<string> {
    const started = spawn(process.execPath, [main, sandboxFile(dataDir)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {},
    })
    child = started
    started.stdin!.on('error', () => undefined)
    started.stdin!.write(`${key}\n`)
    const port = new Promise<string>((resolve, reject) => {
      createInterface({ input: started.stdout! }).once('line', resolve)
      started.once('error', reject)
      started.once('exit', () => reject(new Error('The payment sandbox ended')))
    })
    started.once('exit', (code, signal) => {
      if (stopped) return
      log.warn({ code, signal }, 'payment sandbox ended; restarting it')
      setTimeout(() => {
        if (!stopped) url = begin()
      }, 1_000).unref()
    })
    const listening = port.then((at) => `http://127.0.0.1:${at}`)
    listening.catch(() => undefined)
    return listening
  }

  return {
    url: () => (url ??= begin()),
    async stop() {
      stopped = true
      clearTimeout(soon)
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.stdin!.end()
      // On a busy machine, one that is just starting takes long to notice. Its file survives a kill.
      const cut = setTimeout(() => child?.kill('SIGKILL'), patienceMs)
      await gone
      clearTimeout(cut)
    },
  }
}
