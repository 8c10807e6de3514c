import { inject } from 'vitest'
import { cloneDatabase, type TestDatabase } from './test-server.ts'

/** A database of its own for a test or a test file: all migrations, no rows. Only in tests below `server/`. */
export function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject('testServer'))
}
