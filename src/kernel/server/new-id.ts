import { randomUUIDv7 } from 'node:crypto'
import type { Id } from '#/kernel/ids.ts'

/** Makes all ids, as UUIDv7, so that rows sort and index by the time they were made. */
export function newId<Kind extends string>(): Id<Kind> {
  return randomUUIDv7()
}
