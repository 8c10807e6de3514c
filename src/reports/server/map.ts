import { type RawBuilder, sql } from 'kysely'
import { DAY } from '#/kernel/duration.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { Species } from '#/pets/rules.ts'
import type { MapSearch } from '#/reports/contract.ts'
import { mapLimits, type ReportStatus } from '#/reports/rules.ts'
import type { MapSquare } from '#/reports/shapes.ts'

type Square = {
  count: number
  lat: number
  lon: number
  id: string
  pet_name: string | null
  species: Species
  breed: string | null
  location_address: string
  seen_at: Date
  photo: string | null
}
type Reader = { now: Date; userId: string | null }

/** Counts reports on squares that stay where they are while the map moves, so that its numbers don't jump. */
export function selectSquares(
  { status, species, days, north, south, west, east, zoom }: MapSearch & { status: ReportStatus },
  { now, userId }: Reader,
): RawBuilder<Square> {
  const degrees = (360 * mapLimits.square) / (256 * 2 ** zoom)
  return sql<Square>`
    with squares as (
      select count(*)::integer as count, avg(r.shown_latitude)::float8 as lat, avg(r.shown_longitude)::float8 as lon,
             (array_agg(r.id))[1] as id
        from pet_reports r
       where r.is_active and r.status = ${status}
         and point(r.shown_longitude::float8, r.shown_latitude::float8)
             <@ box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))
         and (${species ?? null}::text is null or r.species = ${species ?? null})
         and (${days ?? null}::integer is null or r.created_at >= ${new Date(now.getTime() - (days ?? 0) * DAY)})
         and (${userId}::uuid is null or r.user_id <> ${userId}::uuid)
         and r.user_id not in (select id from users where suspended_at is not null)
       group by floor(r.shown_longitude::float8 / ${degrees}::float8), floor(r.shown_latitude::float8 / ${degrees}::float8)
       order by count(*) desc, 2, 3 limit ${mapLimits.squares})
    select s.*, r.pet_name, r.species, r.breed, r.location_address, r.seen_at,
           coalesce(r.pet_picture_url, p.photo_url) as photo
      from squares s join pet_reports r on r.id = s.id left join pets p on p.id = r.pet_id`
}

const fiveDecimals = (degrees: number) => Math.round(degrees * 100_000) / 100_000

export async function readMap({ db, now, visitor }: Serving, search: MapSearch) {
  const { rows } = await selectSquares(search, { now, userId: visitor?.userId ?? null }).execute(db)
  return { squares: rows.map((row) => presentSquare(row, search.status)) }
}

const presentSquare = (row: Square, status: ReportStatus): MapSquare => ({
  position: { lat: fiveDecimals(row.lat), lon: fiveDecimals(row.lon) },
  count: row.count,
  report:
    row.count > 1
      ? null
      : {
          id: row.id,
          status,
          petName: row.pet_name,
          species: row.species,
          breed: row.breed,
          area: row.location_address,
          photoUrl: row.photo,
          seenAt: row.seen_at,
        },
})
