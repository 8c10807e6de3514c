/** Cleans up children, databases and folders when a signal ends us. */
import { constants } from 'node:os'

type Cleanup = () => unknown

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const cleanups: Cleanup[] = []
let interrupted = false

/**
 * Runs `cleanup` if a signal ends us before the returned function is called. The latest cleanup runs first, each waits
 * for the previous one, and then the process exits with 128 plus the signal's number.
 */
export function onInterrupt(cleanup: Cleanup): () => void {
  if (cleanups.length === 0) for (const signal of signals) process.on(signal, interrupt)
  cleanups.push(cleanup)
  return () => {
    // Keep the handlers during the cleanup: the terminal sends a signal, and npm repeats it.
    if (interrupted) return
    cleanups.splice(cleanups.indexOf(cleanup), 1)
    if (cleanups.length === 0) for (const signal of signals) process.off(signal, interrupt)
  }
}

/** Never resolves once a signal has interrupted us, so that work stops while the process exits. */
export async function unlessInterrupted<Result>(result: Result): Promise<Result> {
  return interrupted ? new Promise<never>(() => undefined) : result
}

async function interrupt(signal: NodeJS.Signals): Promise<void> {
  if (interrupted) return
  interrupted = true
  for (const cleanup of cleanups.toReversed()) {
    try {
      await cleanup()
    } catch (error) {
      process.stderr.write(`${(error as Error).message}\n`)
    }
  }
  process.exit(128 + constants.signals[signal])
}
