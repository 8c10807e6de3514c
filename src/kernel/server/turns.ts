export class Crowded extends Error {}

/**
 * Lets `lanes` pieces of work run at a time and `waiting` more wait for their turn; beyond that it throws Crowded.
 * Hashing a password takes a whole core for 60 ms: a burst of sign-ins must not take all of them.
 */
export function turns(lanes: number, waiting: number) {
  let free = lanes
  const queue: (() => void)[] = []
  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (free > 0) free--
    else if (queue.length < waiting) await new Promise<void>((go) => queue.push(go))
    else throw new Crowded()
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else free++
    }
  }
}
