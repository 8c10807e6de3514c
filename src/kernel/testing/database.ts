import { inject } from 'vitest'
import { cloneDatabase, type TestDatabase } from './test-server.ts'

export function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject('testServer'))
}
