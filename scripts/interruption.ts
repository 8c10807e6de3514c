/** What has to be let go of when a signal ends us: children, databases, folders. */
import { constants } from 'node:os'

type Cleanup = () => unknown

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const cleanups: Cleanup[] = []
let interrupted = false

/**
 * Runs `cleanup` should a signal end us before the returned function is called. The latest goes first, each waits for
 * the one before, and then the process exits as a shell expects it: with 128 and the signal's number.
 */
export function onInterrupt(cleanup: Cleanup): () => void {
  if (cleanups.length === 0) for (const signal of signals) process.on(signal, interrupt)
  cleanups.push(cleanup)
  return () => {
    // While we clean up, a second signal is not to cut it short: a terminal sends one, and npm the same once more.
    if (interrupted) return
    cleanups.splice(cleanups.indexOf(cleanup), 1)
    if (cleanups.length === 0) for (const signal of signals) process.off(signal, interrupt)
  }
}

/** For work that a signal has cut off: it does not go on to its next step, the process is about to end. */
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
