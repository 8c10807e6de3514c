import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#/appointments/errors.ts'
import type { Found, Search, Sort } from '#/appointments/find.ts'
import { findFree } from '#/booking/server/index.ts'
import { isBySlot, type Trade } from '#/booking/trades.ts'
import { pageSize } from '#/kernel/fields.ts'
import { encodeCursor, readCursor } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { roundDegrees } from '#/location/rules.ts'
import {
  type Candidate,
  candidatesAfter,
  canGather,
  findDistance,
  findLastCompared,
  orderBelow,
  type Reasons,
  type Wanted,
} from './find-candidates.ts'
import { cardsAfter, cardsOf, type SelectCards } from './find-cards.ts'

/** The maximum number of calendars for one request, and the sizes of its batches. */
export const mostCalendars = 300
const firstBatch = 40
const laterBatch = 130

type Searching = { db: Db; now: Date; actor: { userId: string } }

type Options<Card, Row> = {
  trade: Trade
  search: Omit<Search, 'sort'> & { sort?: Sort | 'fit' | undefined }
  /** Compares prices per night instead of per hour. */
  byNight?: boolean
  /** With them, `fit` means what suits this searcher best. */
  reasons?: Reasons
  /** The trade's own conditions, on `p` of providers, and their part in the search's fingerprint. */
  also?: { conditions: RawBuilder<unknown>[]; print: unknown }
  /** Returns which of the providers can take the request; without it, free slots decide. */
  areFree?: ((ids: string[]) => Promise<Set<string>>) | undefined
  cards: Cards<Card, Row>
}

/** A trade's cards of its listed providers. */
type Cards<Card, Row> = { select: SelectCards<Card>; show: (card: Card) => Row }

/** Finds a trade's listed providers, a page at a time. */
export async function findProviders<Card, Row>(
  { db, now, actor }: Searching,
  { trade, search, byNight, reasons, also, areFree, cards }: Options<Card, Row>,
): Promise<{ rows: (Row & Found)[]; nextCursor: string | null }> {
  const order = { ...read(trade, search, byNight), reasons }
  const digest = fingerprint(order, search, also?.print)
  const print = digest.readInt32BE()
  const blocked = await findBlockedBy(db, actor.userId)
  const wanted = {
    ...order,
    also: [...(also?.conditions ?? []), ...blocked],
    print: digest.toString('base64url'),
  }
  const days = { within: search.freeWithin, on: search.freeOn?.length ? search.freeOn : undefined }
  const findFreeOnes =
    areFree ??
    (isBySlot(trade) && (days.within || days.on)
      ? (providerIds: string[]) => findFree(db, { trade, providerIds, viewerId: actor.userId, days, now })
      : undefined)
  const phases = phasesOf(db, wanted)
  const { shown, last } = await pageFrom(readAfter(search.cursor, print))
  return {
    rows: shown.map((card) => ({
      ...cards.show(card),
      distanceKm: card.distance === null ? null : Math.round(card.distance),
    })),
    nextCursor: last ? encodeCursor([print, last.key, last.id]) : null,
  }

  /** Fills a page from the phase in which the last one ended, and from those behind it. */
  async function pageFrom(after: Candidate | undefined): Promise<Page<Card>> {
    const begun = after ? phases.findLastIndex(({ from }) => after.key >= from - 1) : 0
    const [first, ...others] = phases.slice(Math.max(begun, 0))
    let page = await phasePage(first!, after)
    for (const phase of others) {
      if (page.last) break
      const rest = await phasePage(phase, undefined)
      const room = pageSize - page.shown.length
      const shown = [...page.shown, ...rest.shown.slice(0, room)]
      const last = rest.shown.length > room ? (rest.shown[room - 1] ?? before(phase)) : rest.last
      page = { shown, last }
    }
    return page
  }

  /** Returns a phase's page, whose keys are those of the whole list. */
  async function phasePage({ order, from, begin }: Phase, after: Candidate | undefined): Promise<Page<Card>> {
    const isBegun = after && after.key >= from
    const start = isBegun
      ? await exactly(db, order, { ...after, key: keyIn(after.key, from) })
      : await begin?.()
    if (start === 'none') return { shown: [], last: undefined }
    const { shown, last } = await pageAfter(order, start)
    const move = <One extends Candidate>(one: One): One => ({ ...one, key: from + publicKey(order, one) })
    return { shown: shown.map(move), last: last && move(last) }
  }

  async function pageAfter(order: Wanted, start: Candidate | undefined) {
    if (findFreeOnes) return withCards(await freeAfter(order, start, findFreeOnes))
    if (canGather(order)) return pageOf(await cardsAfter(db, order, start, pageSize + 1, cards.select))
    const { rows, walkedTo } = await candidatesAfter(db, order, start, pageSize + 1)
    return withCards(pageOf(rows, walkedTo))
  }

  async function withCards({ shown, last }: { shown: Candidate[]; last: Candidate | undefined }) {
    return { shown: await cardsOf(db, shown, cards.select), last }
  }

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
      const { rows: batch, walkedTo } = await candidatesAfter(db, wanted, last, limit)
      const free = await areFree(batch.map(({ id }) => id))
      for (const candidate of batch) {
        // The page is full, and one more is known to follow.
        if (free.has(candidate.id) && found.length === pageSize) return { shown: found, last: found.at(-1) }
        if (free.has(candidate.id)) found.push(candidate)
      }
      if (batch.length < limit) return { shown: found, last: walkedTo }
      looked += batch.length
      last = batch.at(-1)
    }
    return { shown: found, last: found.length === pageSize ? found.at(-1) : last }
  }
}

type Page<Card> = { shown: (Card & Candidate)[]; last: Candidate | undefined }

/** Leaves out providers whom the searcher has blocked. Without blocks, which is usual, the statement stays as it is. */
async function findBlockedBy(db: Db, userId: string): Promise<RawBuilder<unknown>[]> {
  const rows = await db
    .selectFrom('message_blocks')
    .select('blocked_id')
    .where('blocker_id', '=', userId)
    .execute()
  const ids = rows.map(({ blocked_id }) => blocked_id)
  return ids.length === 0 ? [] : [sql`p.user_id <> all (${ids}::uuid[])`]
}

/** The page of these rows; `walkedTo` is its end if there are no more. */
function pageOf<Row extends Candidate>(rows: Row[], walkedTo?: Candidate) {
  const shown = rows.slice(0, pageSize)
  return { shown, last: rows.length > pageSize ? shown.at(-1) : walkedTo }
}

function read(trade: Trade, search: Options<never, never>['search'], byNight = false): Wanted {
  const { lat, lon, within, sort: asked = 'rating' } = search
  const sort = asked === 'price' && byNight ? 'night' : asked
  const place =
    lat !== undefined && lon !== undefined ? { lat: roundDegrees(lat), lon: roundDegrees(lon) } : null
  const needsPlace = sort === 'distance' || within !== undefined || lat !== undefined || lon !== undefined
  if (needsPlace && !place) refuse('appointments.place_needed')
  return { ...search, trade, sort, byNight, place }
}

/** Ties a cursor to its search: with another order or other filters it would skip or repeat providers. */
function fingerprint({ trade, sort, place }: Wanted, search: Omit<Search, 'sort'>, also: unknown): Buffer {
  const { q, location, specialization, within, maxPrice, minRating, meeting, freeWithin, freeOn } = search
  const parts = [
    trade,
    sort,
    place,
    within,
    maxPrice,
    minRating,
    meeting,
    freeWithin,
    freeOn?.toSorted(),
    also,
    ...[q, location, specialization].map((words) => words?.trim().toLowerCase() ?? ''),
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

/**
 * A part of the list with an order of its own. Its keys begin at `from`, beyond those of the parts before it, so that one number tells
 * where a page ended. `begin`: the provider behind whom it begins, 'none' if it is empty; without it, it begins with its first.
 */
type Phase = { order: Wanted; from: number; begin?: () => Promise<Candidate | 'none'> }

/** Beyond what 20,000 km and any price make. */
const belowFrom = 10_000
/** Beyond all distances. */
const unplacedFrom = 1_000_000

/** With a known place those without one come last, unless a distance is asked for. */
function phasesOf(db: Db, wanted: Wanted): [Phase, ...Phase[]] {
  const isBest = wanted.sort === 'fit' && wanted.reasons !== undefined
  const byDistance = wanted.sort === 'distance' || (isBest && wanted.place !== null)
  const unplaced: Phase[] =
    byDistance && wanted.within === undefined
      ? [
          {
            order: { ...wanted, sort: 'unplaced', print: `${wanted.print} unplaced` },
            from: unplacedFrom,
          },
        ]
      : []
  if (!isBest) return [{ order: wanted, from: 0 }, ...unplaced]
  const below: Phase = {
    order: orderBelow(wanted),
    from: belowFrom,
    begin: async () => (await findLastCompared(db, wanted)) ?? 'none',
  }
  return [{ order: { ...wanted, sort: 'best' }, from: 0 }, below, ...unplaced]
}

/** Returns the part's own key. Keys have four decimals at most, which a subtraction would blur. */
const keyIn = (key: number, from: number) => Math.round((key - from) * 10_000) / 10_000

/** A place in the list before a phase's first provider. */
const before = ({ from }: Phase): Candidate => ({
  id: '00000000-0000-0000-0000-000000000000',
  key: from - 1,
  distance: null,
})

function readAfter(cursor: string | undefined, print: number) {
  const [found, key, id] = readCursor(cursor, ['integer', 'number', 'uuid']) ?? []
  if (found === undefined) return undefined
  if (found !== print) refuse('appointments.other_search')
  return { id: String(id), key: Number(key), distance: null }
}

/** Rounds distances to whole kilometres, because exact ones would reveal where a provider is. */
const publicKey = ({ sort }: Wanted, { key }: Candidate) => (sort === 'distance' ? Math.round(key) : key)

/**
 * Finds the exact position in the order where a page ended. If the provider has moved since, some are shown twice, but
 * none is left out.
 */
async function exactly(db: Db, wanted: Wanted, after: Candidate): Promise<Candidate> {
  if (wanted.sort !== 'distance') return after
  const distance = await findDistance(db, wanted, after.id)
  const isThere = distance !== null && Math.round(distance) === after.key
  return { ...after, key: isThere ? distance : after.key - 0.5 }
}
