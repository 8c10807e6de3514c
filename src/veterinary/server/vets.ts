import { sql } from 'kysely'
import type { RefundPolicy } from '#/booking/refunds.ts'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Vet } from '../contract.ts'

type VetSearch = { location?: string; specialization?: string; cursor?: string }

const columns = [
  'id',
  'full_name',
  'specialization',
  'location',
  'availability',
  'phone_number',
  'license_id',
  'consultation_fee',
  'refund_policy',
  'currency',
  'bio',
  'profile_image_url',
  'rating',
  'total_reviews',
  'time_zone',
  'offers_in_person',
  'offers_teleconsultation',
] as const

/** Verified vets whose place and specialization contain the given words, whatever the case; best rated first. */
export async function searchVets(db: Db, search: VetSearch) {
  const rows = await vetsStatement(db, search).execute()
  return toPage(rows, { keyOf: (row) => [row.rating ?? 0, row.id], show: showVet })
}

export function vetsStatement(db: Db, { location, specialization, cursor }: VetSearch) {
  const after = readCursor(cursor, ['number', 'uuid'])
  let query = selectListed(db)
    .orderBy(sql`coalesce(rating, 0)`, 'desc')
    .orderBy('id')
    .limit(pageSize + 1)
  if (location?.trim()) query = query.where('location', 'ilike', containing(location))
  if (specialization?.trim()) query = query.where('specialization', 'ilike', containing(specialization))
  if (after) {
    const [rating, id] = after
    query = query.where(
      sql<boolean>`coalesce(rating, 0) <= ${rating} and (coalesce(rating, 0) < ${rating} or id > ${id})`,
    )
  }
  return query
}

export async function findVet(db: Db, id: string): Promise<Vet | undefined> {
  const row = await selectListed(db).where('id', '=', id).executeTakeFirst()
  return row && showVet(row)
}

function selectListed(db: Db) {
  return db
    .selectFrom('veterinary_doctors')
    .select(columns)
    .where('verification_status', '=', 'verified')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users')
            .select('users.id')
            .whereRef('users.id', '=', 'veterinary_doctors.user_id')
            .where('users.leaving_since', 'is not', null),
        ),
      ),
    )
}

/** The words as they are: a percent sign that someone types is a percent sign. */
export function containing(words: string): string {
  return `%${words
    .trim()
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/[\\%_]/g, '\\$&')}%`
}

type VetRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirst']>>>

function showVet(row: VetRow): Vet {
  return {
    id: row.id,
    fullName: row.full_name,
    specialization: row.specialization,
    location: row.location,
    availability: row.availability,
    phoneNumber: row.phone_number,
    licenseId: row.license_id,
    consultationFee:
      row.consultation_fee === null ? null : { amount: row.consultation_fee, currency: row.currency },
    refundPolicy: row.refund_policy as RefundPolicy,
    bio: row.bio,
    imageUrl: row.profile_image_url,
    rating: row.rating,
    totalReviews: row.total_reviews,
    timeZone: row.time_zone,
    offersInPerson: row.offers_in_person,
    offersTeleconsultation: row.offers_teleconsultation,
  }
}
