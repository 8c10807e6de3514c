import { v7 } from 'uuid'
import type { Id } from '#/kernel/ids.ts'

/**
 * Makes all ids, as UUIDv7, so that rows sort and index by the time they were made. Those of one process sort strictly, also within
 * one millisecond.
 */
export function newId<Kind extends string>(): Id<Kind> {
  return v7() as Id<Kind>
}
