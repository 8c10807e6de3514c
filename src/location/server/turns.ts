import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#/kernel/server/db.ts'
import { endTurn, takeTurn } from './queries.ts'

/** Between one answer and the next request, as public services ask for. */
const spacingMs = 1_000
/** Longer than a request may take. One who dies with it holds the others up for no more than this. */
const leaseMs = 6_000
/** Who would have to wait longer for a turn goes without. */
const patienceMs = 3_000
const lookAgainMs = 150

/** What `work` has to tell of how it went: for how long nobody should come, where that is longer than usual. */
type Outcome<Result> = { result: Result; pauseMs?: number }

/**
 * One request at a time and a second apart, for all processes together: the next one may begin a second after the answer
 * of the one before, so that no delay between us and the service brings two nearer to each other. Undefined when no
 * turn is to be had soon. No connection is held while waiting.
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

/** Those of one process stand in line, so that only the first of them keeps looking. */
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
