export class Crowded extends Error {}

/**
 * Runs `lanes` pieces of work at once, while `waiting` more wait; beyond that it throws Crowded. Hashing a password
 * takes a whole core for 60 ms, and a burst of logins must not take all cores.
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
