import { sql } from 'kysely'
import { showListed } from '#/appointments/server/index.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Vet } from '#/veterinary/contract.ts'

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

export async function findVet(db: Db, id: string): Promise<Vet | undefined> {
  const row = await select(db)
    .innerJoin('calendar_providers as c', 'c.provider_id', 'p.id')
    .where('c.trade', '=', sql.lit('veterinary'))
    .where('c.listed', '=', true)
    .where('p.id', '=', id)
    .executeTakeFirst()
  return row && showVet(row)
}

const select = (db: Db) =>
  db.selectFrom('providers as p').innerJoin('veterinary_doctors as v', 'v.id', 'p.id').select(columns)

type VetRow = NonNullable<Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirst']>>>

function showVet(row: VetRow): Vet {
  return {
    id: row.id,
    ...showListed(row),
    specialization: row.specialization,
    location: row.location,
    phoneNumber: row.phone_number,
    licenseId: row.license_id,
    consultationFee:
      row.consultation_fee === null ? null : { amount: row.consultation_fee, currency: row.currency },
    refundPolicy: row.refund_policy,
    offersInPerson: row.offers_in_person,
    offersTeleconsultation: row.offers_teleconsultation,
  }
}

export const vetCards = { select, show: showVet }
