import { inject } from 'vitest'
import { count } from './counts.ts'
import { cloneDatabase, type TestDatabase } from './test-server.ts'

export function createTestDatabase(): Promise<TestDatabase> {
  count('databases')
  return cloneDatabase(inject('testServer'))
}
