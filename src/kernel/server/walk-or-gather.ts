import { LRUCache } from 'lru-cache'
import { MINUTE } from '#/kernel/duration.ts'
import type { Db } from './db.ts'

/** Searches whose walk found too few. Trying the walk again after a while costs little. */
const narrow = new WeakMap<Db, LRUCache<string, true>>()

function narrowIn(db: Db): LRUCache<string, true> {
  const known = narrow.get(db)
  if (known) return known
  const made = new LRUCache<string, true>({ max: 5_000, ttl: 10 * MINUTE })
  narrow.set(db, made)
  return made
}

/**
 * Reads a page of a search by walking along its order, or, if that finds fewer than `enough`, by gathering everything that
 * matches. `search` names a first page's search and its size: if its walk found too few, the next request gathers at once.
 * Later pages have no name, because they may walk well where the first didn't.
 */
export async function walkOrGather<Row>({
  db,
  search,
  enough,
  walk,
  gather,
}: {
  db: Db
  search: string | undefined
  enough: number
  walk(): Promise<Row[]>
  gather(): Promise<Row[]>
}): Promise<Row[]> {
  const known = narrowIn(db)
  if (search === undefined || !known.has(search)) {
    const rows = await walk()
    if (rows.length >= enough) return rows
    if (search !== undefined) known.set(search, true)
  }
  return gather()
}
