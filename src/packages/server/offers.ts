import { sql } from 'kysely'
import { areOpenIn } from '#/booking/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { priceFor } from '#/kernel/money.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { type OfferTerms, type OwnOffer, type PackageOffer, refuse } from '#/packages/contract.ts'
import { expiryOf, offersLimit, singlePriceOf } from '#/packages/rules.ts'
import { isBlocked } from './queries.ts'
import { showTerms } from './show.ts'

function selectOffers(db: Db) {
  return db
    .selectFrom('package_offers as o')
    .innerJoin('providers as v', 'v.id', 'o.provider_id')
    .selectAll('o')
    .select('v.price as hourly_rate')
}
type OfferRow = Awaited<ReturnType<ReturnType<typeof selectOffers>['executeTakeFirstOrThrow']>>

const showOffer = (row: OfferRow): PackageOffer => ({
  id: row.id,
  version: row.version,
  ...showTerms({ ...row, single_price: singlePriceOf(row, row.hourly_rate) }),
})

type Looking = { trainerId: string; userId: string; now: Date }

/**
 * Lists a listed trainer's packages on sale, unless one of the two has blocked the other. Leaves out those that would expire
 * before the trainer's next open day.
 */
export async function listOffers(db: Db, { trainerId, userId, now }: Looking) {
  const rows = await selectOffers(db)
    .innerJoin('calendar_providers as c', 'c.provider_id', 'o.provider_id')
    .where('o.provider_id', '=', trainerId)
    .where('o.withdrawn_at', 'is', null)
    .where('c.listed', '=', true)
    .where((eb) => eb.not(isBlocked(userId, 'o.provider_user_id')))
    .select('v.time_zone')
    .orderBy('o.price')
    .orderBy('o.id')
    .execute()
  const spans = rows.map(({ valid_for: validFor, valid_unit: validUnit, time_zone }) => ({
    providerId: trainerId,
    from: now,
    to: expiryOf(now, { validFor, validUnit }, time_zone),
  }))
  const open = await areOpenIn(db, { trade: 'training', spans, now })
  return { rows: rows.filter((_row, index) => open[index]).map(showOffer) }
}

/**
 * Returns the lowest price of a trainer's packages on sale that this person can buy, for lists of trainers; null if
 * there is none.
 */
export const lowestPrice = (trainerColumn: string, userId: string) => sql<number | null>`(
  select min(o.price) from package_offers o
   where o.provider_id = ${sql.ref(trainerColumn)} and o.withdrawn_at is null
     and not ${isBlocked(userId, 'o.provider_user_id')})`

const selectOwn = (db: Db, trainerId: string) =>
  selectOffers(db)
    .select((eb) =>
      eb
        .selectFrom('packages as k')
        .select(sql<number>`count(*)::integer`.as('sold'))
        .whereRef('k.offer_id', '=', 'o.id')
        .where('k.paid_at', 'is not', null)
        .as('sold'),
    )
    .where('o.provider_id', '=', trainerId)

const showOwn = (row: OfferRow & { sold: number | null }): OwnOffer => ({
  ...showOffer(row),
  isOnSale: row.withdrawn_at === null,
  sold: row.sold ?? 0,
})

const mostShown = 100

export async function listOwnOffers(db: Db, trainerId: string) {
  const [rows, provider] = await Promise.all([
    selectOwn(db, trainerId)
      .orderBy(sql`o.withdrawn_at is not null`)
      .orderBy('o.created_at', 'desc')
      .orderBy('o.id', 'desc')
      .limit(mostShown)
      .execute(),
    db.selectFrom('providers').select('price').where('id', '=', trainerId).executeTakeFirst(),
  ])
  return {
    rows: rows.map(showOwn),
    hourlyRate: provider?.price ?? null,
  }
}

async function findOwn(db: Db, trainerId: string, id: string): Promise<OwnOffer> {
  const row = await selectOwn(db, trainerId).where('o.id', '=', id).executeTakeFirst()
  return row ? showOwn(row) : refuseRequest('request.not_found')
}

/** Refuses a package that costs more than its sessions one by one, since owners are told what they save. */
function checkPrice(
  { price, sessions, minutes }: Pick<OfferTerms, 'price' | 'sessions' | 'minutes'>,
  hourlyRate: number | null,
): void {
  const rate = hourlyRate ?? refuse('packages.no_rate')
  if (price > priceFor(rate, minutes) * sessions) refuse('packages.too_dear')
  if (price < sessions * 100) refuse('packages.too_cheap')
}

/** Locks the trainer's own record, so that two new packages at once can't exceed the limit. */
const lockTrainer = (db: Db, trainerId: string) =>
  db
    .selectFrom('providers')
    .select(['user_id', 'price', 'currency'])
    .where('id', '=', trainerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

const termColumns = (terms: OfferTerms) => ({
  title: terms.title,
  sessions: terms.sessions,
  session_types: terms.sessionTypes,
  minutes: terms.minutes,
  price: terms.price,
  valid_for: terms.validFor,
  valid_unit: terms.validUnit,
})

async function checkCount(db: Db, trainerId: string): Promise<void> {
  const { count } = await db
    .selectFrom('package_offers')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('provider_id', '=', trainerId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= offersLimit) refuse('packages.too_many_offers')
}

/** @throws packages.no_rate, packages.too_dear, packages.too_cheap, packages.too_many_offers */
export async function putOnSale({ db, actor, now }: ActorWork, terms: OfferTerms): Promise<OwnOffer> {
  const trainerId = actor.records['pet_trainer']!
  const trainer = await lockTrainer(db, trainerId)
  checkPrice(terms, trainer.price)
  await checkCount(db, trainerId)
  const id = newId<'package offer'>()
  await db
    .insertInto('package_offers')
    .values({
      id,
      provider_id: trainerId,
      provider_user_id: trainer.user_id,
      ...termColumns(terms),
      currency: trainer.currency,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return findOwn(db, trainerId, id)
}

/** @throws packages.no_rate, packages.too_dear, packages.too_cheap, packages.withdrawn */
export async function changeOffer(
  { db, actor, now }: ActorWork,
  id: string,
  terms: OfferTerms,
): Promise<OwnOffer> {
  const trainerId = actor.records['pet_trainer']!
  const trainer = await lockTrainer(db, trainerId)
  const offer = await lockOwnOffer(db, trainerId, id)
  if (offer.withdrawn_at) refuse('packages.withdrawn')
  checkPrice(terms, trainer.price)
  await db
    .updateTable('package_offers')
    .set((eb) => ({ ...termColumns(terms), version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute()
  return findOwn(db, trainerId, id)
}

export async function withdrawOffer({ db, actor, now }: ActorWork, id: string): Promise<OwnOffer> {
  const trainerId = actor.records['pet_trainer']!
  const offer = await lockOwnOffer(db, trainerId, id)
  if (!offer.withdrawn_at)
    await db
      .updateTable('package_offers')
      .set({ withdrawn_at: now, updated_at: now })
      .where('id', '=', id)
      .execute()
  return findOwn(db, trainerId, id)
}

/**
 * Puts a withdrawn package back on sale. The hourly rate may have changed since, so its price is checked again.
 * @throws packages.no_rate, packages.too_dear, packages.too_many_offers
 */
export async function resumeOffer({ db, actor, now }: ActorWork, id: string): Promise<OwnOffer> {
  const trainerId = actor.records['pet_trainer']!
  const trainer = await lockTrainer(db, trainerId)
  const offer = await lockOwnOffer(db, trainerId, id)
  if (offer.withdrawn_at) {
    checkPrice(offer, trainer.price)
    await checkCount(db, trainerId)
    await db
      .updateTable('package_offers')
      .set({ withdrawn_at: null, updated_at: now })
      .where('id', '=', id)
      .execute()
  }
  return findOwn(db, trainerId, id)
}

async function lockOwnOffer(db: Db, trainerId: string, id: string) {
  const row = await db
    .selectFrom('package_offers')
    .select(['id', 'withdrawn_at', 'price', 'sessions', 'minutes'])
    .where('id', '=', id)
    .where('provider_id', '=', trainerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? refuseRequest('request.not_found')
}
