import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { type Compared, leastScore, matchDistanceKm, matchOf } from '#/reports/matching.ts'
import { presentCard } from './present.ts'
import { selectShown } from './queries.ts'

/** More candidates than that within 25 km are compared newest first. */
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
    .orderBy('r.created_at', 'desc')
    .limit(mostCompared)
  const isPlaced = own.shown_latitude !== null
  const near = isPlaced
    ? candidates.where(sql<boolean>`r.position <@ cube_enlarge(${here}, ${matchDistanceKm}::float8, 3)`)
    : candidates
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
  return { rows: matches.toSorted((a, b) => b.score - a.score).slice(0, mostShown) }
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
