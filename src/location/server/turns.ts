import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#/kernel/server/db.ts'
import { endTurn, takeTurn } from './queries.ts'

const spacingMs = 1_000
/** Longer than a request may take, so that a process that dies holds others up no longer than this. */
const leaseMs = 6_000
const patienceMs = 3_000
const lookAgainMs = 150

/** `pauseMs`: how long to leave the service alone, if longer than usual. */
type Outcome<Result> = { result: Result; pauseMs?: number }

/**
 * Runs one request at a time for all processes together, a second after the previous answer, so that delays on the way
 * never bring two closer. Returns undefined if no turn is available soon. Holds no connection while waiting.
 */
export async function inTurn<Result>(
  db: Db,
  service: string,
  work: () => Promise<Outcome<Result>>,
): Promise<Result | undefined> {
  if (!(await getTurn(db, service))) return undefined
  let pauseMs = spacingMs
  try {
    const outcome = await work()
    pauseMs = Math.max(pauseMs, outcome.pauseMs ?? 0)
    return outcome.result
  } finally {
    await endTurn(db, service, pauseMs)
  }
}

let line: Promise<unknown> = Promise.resolve()

/** Queues within a process, so that only the first keeps checking. */
function getTurn(db: Db, service: string): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  const turn = line.then(() => lookForTurn(db, service, deadline))
  line = turn.catch(() => undefined)
  return turn
}

async function lookForTurn(db: Db, service: string, deadline: number): Promise<boolean> {
  while (performance.now() < deadline) {
    const ms = await takeTurn(db, service, leaseMs)
    if (ms === 0) return true
    // Longer than any request: the service is left alone for a while.
    if (ms > leaseMs) return false
    await wait(Math.min(ms, lookAgainMs))
  }
  return false
}
