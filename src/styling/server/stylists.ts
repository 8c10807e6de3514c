import { sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { containing } from '#/kernel/server/like.ts'
import type { Stylist } from '#/styling/contract.ts'
import type { Service } from '#/styling/rules.ts'

type StylistSearch = { location?: string; service?: Service; cursor?: string }

/** Listed stylists whose place contains the given words and who offer the service; best rated first. */
export async function searchStylists(db: Db, search: StylistSearch) {
  const rows = await stylistsStatement(db, search).execute()
  return toPage(rows, { keyOf: (row) => [row.rating ?? 0, row.id], show: showStylist })
}

export function stylistsStatement(db: Db, { location, service, cursor }: StylistSearch) {
  const after = readCursor(cursor, ['number', 'uuid'])
  let query = selectListed(db)
    .orderBy(sql`coalesce(p.rating, 0)`, 'desc')
    .orderBy('p.id')
    .limit(pageSize + 1)
  if (location?.trim()) query = query.where('s.location', 'ilike', containing(location))
  if (service) query = query.where('s.specializations', '@>', sql<string[]>`array[${service}]::text[]`)
  if (after) {
    const [rating, id] = after
    query = query.where(
      sql<boolean>`coalesce(p.rating, 0) <= ${rating} and (coalesce(p.rating, 0) < ${rating} or p.id > ${id})`,
    )
  }
  return query
}

export async function findStylist(db: Db, id: string): Promise<Stylist | undefined> {
  const row = await selectListed(db).where('p.id', '=', id).executeTakeFirst()
  return row && showStylist(row)
}

/** The literals let Postgres use the index of trades that are listed without verification. */
function selectListed(db: Db) {
  return db
    .selectFrom('providers as p')
    .innerJoin('pet_stylists as s', 's.id', 'p.id')
    .innerJoin('calendar_providers as c', 'c.provider_id', 'p.id')
    .select(['p.id', 'p.full_name', 'p.addressed_as', 'p.location', 'p.profile_image_url', 'p.currency'])
    .select(['p.specialities', 'p.rating', 'p.total_reviews', 'p.time_zone', 'p.verification_status'])
    .select(['s.years_experience', 's.bio', 's.availability'])
    .select(sql<number>`p.price`.as('price'))
    .where('p.trade', '=', sql.lit('styling'))
    .where(
      sql<boolean>`p.is_complete and not p.is_regulated and p.verification_status in ('draft', 'submitted', 'verified')`,
    )
    .where('c.listed', '=', true)
}

type StylistRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirst']>>>

function showStylist(row: StylistRow): Stylist {
  return {
    id: row.id,
    fullName: row.full_name,
    name: row.addressed_as,
    location: row.location,
    imageUrl: row.profile_image_url,
    hourlyRate: { amount: row.price, currency: row.currency },
    yearsExperience: row.years_experience,
    specializations: row.specialities,
    bio: row.bio,
    availability: row.availability,
    rating: row.rating,
    totalReviews: row.total_reviews,
    timeZone: row.time_zone,
    isVerified: row.verification_status === 'verified',
  }
}
