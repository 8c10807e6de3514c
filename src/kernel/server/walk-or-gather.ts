import { LRUCache } from 'lru-cache'

/** Searches whose walk found too few. Trying the walk again after a while costs little. */
const narrow = new LRUCache<string, true>({ max: 5_000, ttl: 10 * 60_000 })

/**
 * Reads a page of a search by walking along its order, or, if that finds less than `enough`, by gathering everything that
 * matches. Of a first page, `search` names the search and `enough`: the next one for the same gathers at once. Later pages
 * have none, because they may walk well where the first didn't.
 */
export async function walkOrGather<Row>({
  search,
  enough,
  walk,
  gather,
}: {
  search: string | undefined
  enough: number
  walk(): Promise<Row[]>
  gather(): Promise<Row[]>
}): Promise<Row[]> {
  if (search === undefined || !narrow.has(search)) {
    const rows = await walk()
    if (rows.length >= enough) return rows
    if (search !== undefined) narrow.set(search, true)
  }
  return gather()
}
