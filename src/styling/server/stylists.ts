import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { Stylist } from '#/styling/contract.ts'

export async function showStylists(db: Db, ids: string[]): Promise<Stylist[]> {
  const rows = await select(db).where(sql<boolean>`p.id = any(${ids}::uuid[])`).execute()
  return rows.map(showStylist)
}

export async function findStylist(db: Db, id: string): Promise<Stylist | undefined> {
  const row = await select(db)
    .innerJoin('calendar_providers as c', 'c.provider_id', 'p.id')
    .where('c.trade', '=', sql.lit('styling'))
    .where('c.listed', '=', true)
    .where('p.id', '=', id)
    .executeTakeFirst()
  return row && showStylist(row)
}

const select = (db: Db) =>
  db
    .selectFrom('providers as p')
    .innerJoin('pet_stylists as s', 's.id', 'p.id')
    .select(['p.id', 'p.full_name', 'p.addressed_as', 'p.location', 'p.profile_image_url', 'p.currency'])
    .select(['p.specialities', 'p.rating', 'p.total_reviews', 'p.time_zone', 'p.verification_status'])
    .select(['p.comes_to_owner', 's.years_experience', 's.bio', 's.availability', 's.max_pets'])
    // Listed ones have a price.
    .select(sql<number>`p.price`.as('price'))

type StylistRow = NonNullable<Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirst']>>>

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
    maxPets: row.max_pets,
    comesToOwner: row.comes_to_owner,
    bio: row.bio,
    availability: row.availability,
    rating: row.rating,
    totalReviews: row.total_reviews,
    timeZone: row.time_zone,
    isVerified: row.verification_status === 'verified',
  }
}
