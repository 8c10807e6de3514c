import { createHashing, type Hashing } from '#/accounts/server/index.ts'

const { hash, verify } = createHashing()
const known = new Map<string, Promise<string>>()

/**
 * Hashes each password once in this process, and really: people of the same names sign up in nearly every file, and a
 * hash takes a whole core for 60 ms.
 */
export const rememberingHashing: Hashing = {
  verify,
  hash: (password) => known.getOrInsertComputed(password, () => hash(password)),
}
