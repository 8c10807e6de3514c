import { createHash } from 'node:crypto'
import { refuse } from '#/appointments/errors.ts'
import type { Found, Search } from '#/appointments/find.ts'
import { findFree } from '#/booking/server/index.ts'
import type { Trade } from '#/booking/trades.ts'
import { pageSize } from '#/kernel/fields.ts'
import { encodeCursor, readCursor } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { roundDegrees } from '#/location/rules.ts'
import { type Candidate, candidatesAfter, findDistance, type Wanted } from './find-candidates.ts'

/** Calendars that one request looks at, and the sizes of its batches. */
export const mostCalendars = 300
const firstBatch = 40
const laterBatch = 130

type Searching = { db: Db; now: Date; actor: { userId: string } }

type Options<Row> = {
  trade: Trade
  search: Search
  /** Returns what the trade shows of its listed providers, in any order. */
  show(db: Db, ids: string[]): Promise<(Row & { id: string })[]>
}

/** Finds a trade's listed providers, a page at a time. */
export async function findProviders<Row>(
  { db, now, actor }: Searching,
  { trade, search, show }: Options<Row>,
): Promise<{ rows: (Row & Found)[]; nextCursor: string | null }> {
  const wanted = read(trade, search)
  const print = fingerprint(wanted, search)
  const after = await exactly(db, wanted, readAfter(search.cursor, print))
  const days = { within: search.freeWithin, on: search.freeOn?.length ? search.freeOn : undefined }
  const page =
    days.within || days.on
      ? await freeAfter(wanted, after, (providerIds) =>
          findFree(db, { trade, providerIds, viewerId: actor.userId, days, now }),
        )
      : pageOf(await candidatesAfter(db, wanted, after, pageSize + 1))

  async function freeAfter(
    wanted: Wanted,
    start: Candidate | undefined,
    areFree: (ids: string[]) => Promise<Set<string>>,
  ) {
    const found: Candidate[] = []
    let last = start
    let looked = 0
    while (looked < mostCalendars) {
      const limit = Math.min(looked === 0 ? firstBatch : laterBatch, mostCalendars - looked)
      const batch = await candidatesAfter(db, wanted, last, limit)
      const free = await areFree(batch.map(({ id }) => id))
      for (const candidate of batch) {
        // The page is full, and one more is known to follow.
        if (free.has(candidate.id) && found.length === pageSize) return { shown: found, last: found.at(-1) }
        if (free.has(candidate.id)) found.push(candidate)
      }
      if (batch.length < limit) return { shown: found, last: undefined }
      looked += batch.length
      last = batch.at(-1)
    }
    return { shown: found, last: found.length === pageSize ? found.at(-1) : last }
  }

  const { shown, last } = page
  const rows =
    shown.length > 0
      ? await show(
          db,
          shown.map(({ id }) => id),
        )
      : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    rows: shown.flatMap(({ id, distance }) => {
      const row = byId.get(id)
      return row ? [{ ...row, distanceKm: distance === null ? null : Math.round(distance) }] : []
    }),
    nextCursor: last ? encodeCursor([print, publicKey(wanted, last), last.id]) : null,
  }
}

function pageOf(candidates: Candidate[]) {
  const shown = candidates.slice(0, pageSize)
  return { shown, last: candidates.length > pageSize ? shown.at(-1) : undefined }
}

function read(trade: Trade, search: Search): Wanted {
  const { lat, lon, within, sort = 'rating' } = search
  const place =
    lat !== undefined && lon !== undefined ? { lat: roundDegrees(lat), lon: roundDegrees(lon) } : null
  const needsPlace = sort === 'distance' || within !== undefined || lat !== undefined || lon !== undefined
  if (needsPlace && !place) refuse('appointments.place_needed')
  return { ...search, trade, sort, place }
}

/** Ties a cursor to its search: with another order or other filters it would skip or repeat providers. */
function fingerprint({ trade, sort, place }: Wanted, search: Search): number {
  const { q, location, specialization, within, maxPrice, minRating, meeting, freeWithin, freeOn } = search
  const parts = [
    ...[trade, sort, place, within, maxPrice, minRating, meeting, freeWithin, freeOn?.toSorted()],
    ...[q, location, specialization].map((words) => words?.trim().toLowerCase() ?? ''),
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest().readInt32BE()
}

function readAfter(cursor: string | undefined, print: number) {
  const [found, key, id] = readCursor(cursor, ['integer', 'number', 'uuid']) ?? []
  if (found === undefined) return undefined
  if (found !== print) refuse('appointments.other_search')
  return { id: String(id), key: Number(key), distance: null }
}

/** Rounds distances to whole kilometres, because exact ones would reveal where a provider is. */
const publicKey = ({ sort }: Wanted, { key }: Candidate) => (sort === 'distance' ? Math.round(key) : key)

/** Finds the exact place in the order where a page ended. If the provider has moved since, some are shown twice, none is left out. */
async function exactly(db: Db, wanted: Wanted, after: Candidate | undefined): Promise<Candidate | undefined> {
  if (!after || wanted.sort !== 'distance') return after
  const distance = await findDistance(db, wanted, after.id)
  const isThere = distance !== null && Math.round(distance) === after.key
  return { ...after, key: isThere ? distance : after.key - 0.5 }
}
