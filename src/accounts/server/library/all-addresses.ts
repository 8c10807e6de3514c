import { z } from 'zod'
import { isEmail } from '#/accounts/rules.ts'

/**
 * Makes `z.email()` take what `isEmail` takes. Better Auth checks addresses by it and can't be told otherwise, but zod's
 * pattern refuses some that exist: r&d@example.org, and all below .भारत. Ours are checked before the library sees them.
 */
export function takeAllAddresses(): void {
  Object.assign(z.regexes.email, { test: isEmail })
}
