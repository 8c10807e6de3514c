import { randomUUIDv7 } from 'node:crypto'
import type { Id } from '../ids.ts'

/** The one place where ids are made: UUIDv7, so that new rows sort and index by the time they were made. */
export function newId<Kind extends string>(): Id<Kind> {
  return randomUUIDv7()
}
