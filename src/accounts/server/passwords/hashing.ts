import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { turns } from '#/kernel/server/turns.ts'

/** Hashes passwords off the main thread, and leaves one core free. One for the whole process. */
export function createHashing() {
  const inTurn = turns(Math.max(1, availableParallelism() - 1), Number.POSITIVE_INFINITY)
  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (given: { hash: string; password: string }) => inTurn(() => verifyPassword(given)),
  }
}

export type Hashing = ReturnType<typeof createHashing>
