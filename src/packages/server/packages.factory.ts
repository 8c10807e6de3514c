import type { SessionType } from '#/booking/sessions.ts'
import { DAY } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'

type OfferInput = {
  trainerId: string
  title?: string
  sessions?: number
  sessionTypes?: readonly SessionType[]
  minutes?: number
  price?: number
  validFor?: number
  validUnit?: 'days' | 'months'
}

/** Puts a package of four hours on sale, and returns its id. */
export async function makeOffer(db: Db, input: OfferInput): Promise<string> {
  const { user_id, currency } = await db
    .selectFrom('providers')
    .select(['user_id', 'currency'])
    .where('id', '=', input.trainerId)
    .executeTakeFirstOrThrow()
  const id = newId<'package offer'>()
  const at = new Date('2026-11-01T00:00:00Z')
  await db
    .insertInto('package_offers')
    .values({
      id,
      provider_id: input.trainerId,
      provider_user_id: user_id,
      title: input.title ?? 'Puppy basics',
      sessions: input.sessions ?? 4,
      session_types: [...(input.sessionTypes ?? [])],
      minutes: input.minutes ?? 60,
      price: input.price ?? 280_001,
      currency,
      valid_for: input.validFor ?? 3,
      valid_unit: input.validUnit ?? 'months',
      created_at: at,
      updated_at: at,
    })
    .execute()
  return id
}

type PackageInput = { offerId: string; ownerId: string; at?: Date }

/** Makes an unpaid package with its payment, and returns its id. */
export async function makeUnpaidPackage(
  db: Db,
  { offerId, ownerId, at = new Date('2026-11-01T00:00:00Z') }: PackageInput,
): Promise<string> {
  const offer = await db
    .selectFrom('package_offers')
    .selectAll()
    .where('id', '=', offerId)
    .executeTakeFirstOrThrow()
  const owner = await db
    .selectFrom('pet_owners')
    .select('user_id')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const id = newId<'package'>()
  await db
    .insertInto('packages')
    .values({
      id,
      offer_id: offerId,
      pet_owner_id: ownerId,
      provider_id: offer.provider_id,
      provider_user_id: offer.provider_user_id,
      title: offer.title,
      sessions: offer.sessions,
      session_types: offer.session_types,
      minutes: offer.minutes,
      price: offer.price,
      single_price: Math.ceil(offer.price / offer.sessions),
      currency: offer.currency,
      valid_for: offer.valid_for,
      valid_unit: offer.valid_unit,
      time_zone: 'Asia/Kolkata',
      status: 'unpaid',
      balance: offer.sessions,
      created_at: at,
    })
    .execute()
  await db
    .insertInto('payments')
    .values({
      id: newId<'payment'>(),
      package_id: id,
      payer_user_id: owner.user_id,
      payee_user_id: offer.provider_user_id,
      amount: offer.price,
      currency: offer.currency,
      description: offer.title,
      status: 'created',
      pay_by: new Date(at.getTime() + DAY * 30),
      created_at: at,
      updated_at: at,
    })
    .execute()
  return id
}
