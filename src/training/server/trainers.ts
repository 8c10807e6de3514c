import { sql } from 'kysely'
import { showHourlyListed } from '#/appointments/server/index.ts'
import type { Db } from '#/kernel/server/db.ts'
import { lowestPrice } from '#/packages/server/index.ts'
import type { Trainer } from '#/training/contract.ts'

export const trainerCards = (viewerId: string) => ({
  select: (db: Db) => select(db, viewerId),
  show: showTrainer,
})

export async function findTrainer(db: Db, id: string, viewerId: string): Promise<Trainer | undefined> {
  const row = await select(db, viewerId)
    .innerJoin('calendar_providers as c', 'c.provider_id', 'p.id')
    .where('c.trade', '=', sql.lit('training'))
    .where('c.listed', '=', true)
    .where('p.id', '=', id)
    .executeTakeFirst()
  return row && showTrainer(row)
}

const select = (db: Db, viewerId: string) =>
  db
    .selectFrom('providers as p')
    .innerJoin('pet_trainers as t', 't.id', 'p.id')
    .select(['p.id', 'p.full_name', 'p.addressed_as', 'p.location', 'p.profile_image_url', 'p.currency'])
    .select(['p.specialities', 'p.rating', 'p.total_reviews', 'p.time_zone', 'p.verification_status'])
    .select(['p.refund_policy', 'p.offers_in_person', 'p.offers_online', 'p.comes_to_owner'])
    .select(['t.years_experience', 't.bio', 't.availability'])
    // Listed ones have a price.
    .select([sql<number>`p.price`.as('price'), lowestPrice('p.id', viewerId).as('packages_from')])

type TrainerRow = NonNullable<Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirst']>>>

function showTrainer(row: TrainerRow): Trainer {
  return {
    id: row.id,
    ...showHourlyListed(row),
    packagesFrom: row.packages_from === null ? null : { amount: row.packages_from, currency: row.currency },
    refundPolicy: row.refund_policy,
    offersInPerson: row.offers_in_person,
    offersOnline: row.offers_online,
  }
}
