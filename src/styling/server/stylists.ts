import { sql } from 'kysely'
import { showHourlyListed } from '#/appointments/server/index.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Stylist } from '#/styling/contract.ts'

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

const showStylist = (row: StylistRow): Stylist => ({
  id: row.id,
  ...showHourlyListed(row),
  maxPets: row.max_pets,
})

export const stylistCards = { select, show: showStylist }
