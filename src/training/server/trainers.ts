import { sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { containing } from '#/kernel/server/like.ts'
import type { Trainer } from '#/training/contract.ts'
import type { Specialization } from '#/training/rules.ts'

type TrainerSearch = { location?: string; specialization?: Specialization; cursor?: string }

/** Listed trainers whose place contains the given words and who teach the specialization; best rated first. */
export async function searchTrainers(db: Db, search: TrainerSearch) {
  const rows = await trainersStatement(db, search).execute()
  return toPage(rows, { keyOf: (row) => [row.rating ?? 0, row.id], show: showTrainer })
}

export function trainersStatement(db: Db, { location, specialization, cursor }: TrainerSearch) {
  const after = readCursor(cursor, ['number', 'uuid'])
  let query = selectListed(db)
    .orderBy(sql`coalesce(p.rating, 0)`, 'desc')
    .orderBy('p.id')
    .limit(pageSize + 1)
  if (location?.trim()) query = query.where('t.location', 'ilike', containing(location))
  if (specialization)
    query = query.where('t.specializations', '@>', sql<string[]>`array[${specialization}]::text[]`)
  if (after) {
    const [rating, id] = after
    query = query.where(
      sql<boolean>`coalesce(p.rating, 0) <= ${rating} and (coalesce(p.rating, 0) < ${rating} or p.id > ${id})`,
    )
  }
  return query
}

export async function findTrainer(db: Db, id: string): Promise<Trainer | undefined> {
  const row = await selectListed(db).where('p.id', '=', id).executeTakeFirst()
  return row && showTrainer(row)
}

/** The literals let Postgres use the index of trades that are listed without verification. */
function selectListed(db: Db) {
  return db
    .selectFrom('providers as p')
    .innerJoin('pet_trainers as t', 't.id', 'p.id')
    .innerJoin('calendar_providers as c', 'c.provider_id', 'p.id')
    .select(['p.id', 'p.full_name', 'p.addressed_as', 'p.location', 'p.profile_image_url', 'p.currency'])
    .select(['p.specialities', 'p.rating', 'p.total_reviews', 'p.time_zone', 'p.verification_status'])
    .select(['p.refund_policy', 'p.offers_online'])
    .select(['t.years_experience', 't.bio', 't.availability'])
    .select(sql<number>`p.price`.as('price'))
    .where('p.trade', '=', sql.lit('training'))
    .where(
      sql<boolean>`p.is_complete and not p.is_regulated and p.verification_status in ('draft', 'submitted', 'verified')`,
    )
    .where(sql<boolean>`c.listed`)
}

type TrainerRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirst']>>>

function showTrainer(row: TrainerRow): Trainer {
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
    refundPolicy: row.refund_policy,
    offersOnline: row.offers_online,
    isVerified: row.verification_status === 'verified',
  }
}
