import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { type Compared, leastScore, matchDistanceKm, matchOf } from '#/reports/matching.ts'
import { presentCard } from './present.ts'
import { selectShown } from './queries.ts'

/** Compares the nearest, of more candidates than that within 25 km. */
const mostCompared = 200
const mostShown = 10

const chip = sql<string | null>`coalesce(r.microchip, p.microchip)`

/** Finds active reports that may be of the same pet, best first, for the reporter of an active report alone. */
export const findMatches = (db: Db, actor: Actor, id: string) => matchesOf(db, actor.userId, id)

export async function matchesOf(db: Db, userId: string, id: string) {
  const own = await selectCompared(db)
    .select(['r.status', 'r.is_active', 'r.shown_latitude', 'r.shown_longitude'])
    .where('r.id', '=', id)
    .where('r.user_id', '=', userId)
    .where('r.removed_at', 'is', null)
    .executeTakeFirst()
  if (!own) return refuseRequest('request.not_found')
  if (!own.is_active) return { rows: [] }
  const isLost = own.status === 'lost'
  const here = sql`(select o.position from pet_reports o where o.id = ${id})`
  const candidates = selectCompared(db)
    .select(sql<number | null>`r.position <-> ${here}`.as('distance'))
    .where('r.is_active', '=', sql.lit(true))
    .where('u.suspended_at', 'is', null)
    .where('r.status', '=', isLost ? 'found' : 'lost')
    .where('r.species', '=', own.species)
    .where('r.user_id', '<>', userId)
    .limit(mostCompared)
  const isPlaced = own.shown_latitude !== null
  // Nobody finds a pet before it's lost.
  const inTime = candidates.where('r.seen_at', isLost ? '>=' : '<=', own.seen_at)
  const near = isPlaced
    ? inTime
        .where(sql<boolean>`r.position <@ cube_enlarge(${here}, ${matchDistanceKm}::float8, 3)`)
        .orderBy(sql`r.position <-> ${here}`)
    : inTime.orderBy('r.created_at', 'desc')
  const sameChip = candidates.where((eb) =>
    eb.or([
      eb('r.microchip', '=', own.chip),
      eb('r.pet_id', 'in', eb.selectFrom('pets').select('id').where('microchip', '=', own.chip)),
    ]),
  )
  const found = await Promise.all([near.execute(), ...(own.chip ? [sameChip.execute()] : [])])
  const rows = new Map(found.flat().map((row) => [row.id, row]))
  const mine = compared(own)
  const matches = [...rows.values()].flatMap((row) => {
    const theirs = compared(row)
    const match = isLost ? matchOf(mine, theirs, row.distance) : matchOf(theirs, mine, row.distance)
    return match.score >= leastScore ? [{ ...presentCard(row), ...match }] : []
  })
  const best = matches.toSorted(
    (a, b) => b.score - a.score || (a.distanceKm ?? matchDistanceKm) - (b.distanceKm ?? matchDistanceKm),
  )
  return { rows: best.slice(0, mostShown) }
}

const selectCompared = (db: Db) =>
  selectShown(db).select(['r.sex', 'r.size', 'r.colours', 'r.marks', chip.as('chip')])

type Row = Awaited<ReturnType<ReturnType<typeof selectCompared>['execute']>>[number]

const compared = (row: Row): Compared => ({
  species: row.species,
  breed: row.breed,
  sex: row.sex,
  size: row.size,
  colours: row.colours,
  marks: row.marks,
  microchip: row.chip,
  seenAt: row.seen_at,
})
