import { sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { containing } from '#/kernel/server/like.ts'
import type { Vet } from '#/veterinary/contract.ts'

type VetSearch = { location?: string; specialization?: string; cursor?: string }

const columns = [
  'v.id',
  'v.full_name',
  'v.specialization',
  'v.location',
  'v.availability',
  'v.phone_number',
  'v.license_id',
  'v.consultation_fee',
  'v.refund_policy',
  'v.currency',
  'v.bio',
  'v.profile_image_url',
  'p.rating',
  'p.total_reviews',
  'v.time_zone',
  'v.offers_in_person',
  'v.offers_teleconsultation',
  'p.addressed_as',
] as const

/** Finds verified vets by location and specialization, case-insensitively, best rated first. */
export async function searchVets(db: Db, search: VetSearch) {
  const rows = await vetsStatement(db, search).execute()
  return toPage(rows, { keyOf: (row) => [row.rating ?? 0, row.id], show: showVet })
}

export function vetsStatement(db: Db, { location, specialization, cursor }: VetSearch) {
  const after = readCursor(cursor, ['number', 'uuid'])
  let query = selectListed(db)
    .orderBy(sql`coalesce(p.rating, 0)`, 'desc')
    .orderBy('p.id')
    .limit(pageSize + 1)
  if (location?.trim()) query = query.where('v.location', 'ilike', containing(location))
  if (specialization?.trim()) query = query.where('v.specialization', 'ilike', containing(specialization))
  if (after) {
    const [rating, id] = after
    query = query.where(
      sql<boolean>`coalesce(p.rating, 0) <= ${rating} and (coalesce(p.rating, 0) < ${rating} or p.id > ${id})`,
    )
  }
  return query
}

export async function findVet(db: Db, id: string): Promise<Vet | undefined> {
  const row = await selectListed(db).where('p.id', '=', id).executeTakeFirst()
  return row && showVet(row)
}

function selectListed(db: Db) {
  return db
    .selectFrom('providers as p')
    .innerJoin('veterinary_doctors as v', 'v.id', 'p.id')
    .select(columns)
    .where('p.trade', '=', sql.lit('veterinary'))
    .where('p.verification_status', '=', sql.lit('verified'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users')
            .select('users.id')
            .whereRef('users.id', '=', 'p.user_id')
            .where('users.leaving_since', 'is not', null),
        ),
      ),
    )
}

type VetRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirst']>>>

function showVet(row: VetRow): Vet {
  return {
    id: row.id,
    fullName: row.full_name,
    name: row.addressed_as,
    specialization: row.specialization,
    location: row.location,
    availability: row.availability,
    phoneNumber: row.phone_number,
    licenseId: row.license_id,
    consultationFee:
      row.consultation_fee === null ? null : { amount: row.consultation_fee, currency: row.currency },
    refundPolicy: row.refund_policy,
    bio: row.bio,
    imageUrl: row.profile_image_url,
    rating: row.rating,
    totalReviews: row.total_reviews,
    timeZone: row.time_zone,
    offersInPerson: row.offers_in_person,
    offersTeleconsultation: row.offers_teleconsultation,
  }
}
