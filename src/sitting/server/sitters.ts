import { type RawBuilder, sql } from 'kysely'
import { refuse as refuseAppointment } from '#/appointments/errors.ts'
import { findProviders } from '#/appointments/server/index.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { dayOf } from '#/kernel/time.ts'
import { refuse } from '#/sitting/errors.ts'
import { type Plan, problemOf } from '#/sitting/plan.ts'
import { mostPets, sizeOf } from '#/sitting/rules.ts'
import type { SitterSearch } from '#/sitting/search.ts'
import type { Sitter, SitterPage } from '#/sitting/shapes.ts'
import { mostYears } from '#/verification/rules.ts'
import { findFit } from './fit.ts'
import { findReliability } from './reliability.ts'
import { findThoseWithRoom } from './room.ts'

type Searching = Pick<ActorWork, 'db' | 'now'> & { actor: Pick<ActorWork['actor'], 'userId' | 'records'> }

/** Finds listed sitters; with dates, those who have room for the pets then. `more` are conditions on `p` of providers. */
export async function findSitters(
  { db, now, actor }: Searching,
  search: SitterSearch,
  more: RawBuilder<unknown>[] = [],
) {
  const { petIds, service, minYears, size, isVerified, noOwnPets, sort = 'fit', ...shared } = search
  const pets = petIds.length > 0 ? await findOwnPets(db, actor.records['pet_owner'], petIds) : []
  const sizes = [...new Set([...(size ? [size] : []), ...pets.flatMap((pet) => pet.size ?? [])])]
  const plan = planOf(search)
  if (plan) {
    const problem = problemOf(plan, dayOf(now, 'Pacific/Pago_Pago'))
    if (problem) refuse(problem)
  }
  const traits = [...(service ? [service] : []), ...sizes, ...(noOwnPets ? ['no-own-pets'] : [])]
  const byNight = service === 'hostel-checkin'
  const fit =
    sort === 'fit' ? await findFit(db, { ownerId: actor.records['pet_owner'], pets, byNight }) : undefined
  const { rows, nextCursor } = await findProviders(
    { db, now, actor },
    {
      trade: 'sitting',
      search: { ...shared, sort },
      byNight,
      ...(fit && { reasons: fit.reasons }),
      also: {
        // Ranges have both ends, because a generic plan expects few rows for a range, and a third of the table for half
        // of one.
        conditions: [
          sql`p.user_id <> ${actor.userId}`,
          ...more,
          ...(isVerified ? [sql`p.verification_status = 'verified'`] : []),
          ...(traits.length > 0 ? [sql`p.traits @> ${traits}::text[]`] : []),
          ...(minYears === undefined
            ? []
            : [sql`p.experience_years between ${minYears}::integer and ${sql.lit(mostYears)}`]),
          ...(pets.length > 1
            ? [sql`p.max_pets between ${pets.length}::integer and ${sql.lit(mostPets)}`]
            : []),
        ],
        print: [
          service,
          minYears,
          sizes.toSorted(),
          pets.length,
          isVerified,
          noOwnPets,
          plan,
          ...(more.length > 0 ? ['more'] : []),
        ],
      },
      areFree:
        plan &&
        ((ids) =>
          findThoseWithRoom(db, {
            sitterIds: ids,
            plan,
            pets: Math.max(1, pets.length),
            viewerId: actor.userId,
            now,
          })),
      cards: { select, show: (row) => ({ ...showSitter(row), traits: row.traits }) },
    },
  )
  return {
    rows: rows.map(({ traits, ...sitter }) => ({
      ...sitter,
      reasons: fit?.explain({ ...sitter, traits }, rows) ?? [],
    })),
    nextCursor,
  }
}

/** @throws sitting.dates_needed if only a part of the dates is there */
function planOf({
  service,
  schedule,
  startDate,
  endDate,
  daysOfWeek,
  startTime,
  endTime,
}: SitterSearch): Plan | undefined {
  if (!startDate) {
    if (endDate || daysOfWeek.length > 0) refuse('sitting.dates_needed')
    return undefined
  }
  if (!service) return refuse('sitting.dates_needed')
  return { service, schedule, startDate, endDate: endDate ?? null, daysOfWeek, startTime, endTime }
}

/** @throws appointments.pet_not_found */
export async function findOwnPets(db: Db, ownerId: string | undefined, petIds: readonly string[]) {
  const rows = await db
    .selectFrom('pets')
    .select(['id', 'name', 'species', 'pet_size_lbs', 'temperament'])
    .select(['good_with_dogs', 'good_with_cats', 'good_with_children'])
    .where('owner_id', '=', ownerId ?? null)
    .where('status', '=', 'active')
    .where(sql<boolean>`id = any(${[...petIds]}::uuid[])`)
    .execute()
  if (rows.length < new Set(petIds).size) refuseAppointment('appointments.pet_not_found')
  return rows.map((row) => ({
    ...row,
    size: row.pet_size_lbs === null ? null : sizeOf(row.pet_size_lbs),
  }))
}

const select = (db: Db) =>
  db
    .selectFrom('providers as p')
    .innerJoin('pet_sitters as s', 's.id', 'p.id')
    .select(['p.id', 'p.user_id', 'p.full_name', 'p.addressed_as', 'p.location', 'p.profile_image_url'])
    .select(['p.currency', 'p.rating', 'p.total_reviews', 'p.time_zone', 'p.verification_status'])
    .select([
      'p.refund_policy',
      'p.traits',
      's.services',
      's.nightly_rate',
      's.photos',
      's.max_pets',
      's.sizes_accepted',
    ])
    .select(['s.has_own_pets', 's.bio', 's.home_kind', 's.has_garden', 's.has_children', 's.is_smoke_free'])
    .select(['s.minimum_notice_minutes', 's.availability', 's.facts_verified_at'])
    // Listed ones have these.
    .select(sql<number>`s.hourly_rate`.as('hourly_rate'))
    .select(sql<number>`s.experience_years`.as('experience_years'))

type SitterRow = NonNullable<Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirst']>>>

export async function findSitter(
  { db, config }: { db: Db; config: Pick<Config, 'SITTING_PAYMENTS'> },
  id: string,
): Promise<SitterPage | undefined> {
  const row = await select(db)
    .innerJoin('calendar_providers as c', 'c.provider_id', 'p.id')
    .where('c.trade', '=', sql.lit('sitting'))
    .where('c.listed', '=', true)
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    ...showSitter(row),
    bio: row.bio,
    homeKind: row.home_kind,
    hasGarden: row.has_garden,
    hasChildren: row.has_children,
    isSmokeFree: row.is_smoke_free,
    refundPolicy: row.refund_policy,
    timeZone: row.time_zone,
    minimumNoticeMinutes: row.minimum_notice_minutes,
    hours: row.availability,
    verifiedOn:
      row.verification_status === 'verified' && row.facts_verified_at
        ? dayOf(row.facts_verified_at, row.time_zone)
        : null,
    isPaidHere: config.SITTING_PAYMENTS,
    reliability: await findReliability(db, { sitterId: id, timeZone: row.time_zone }),
  }
}

function showSitter(row: SitterRow): Sitter {
  const { currency } = row
  return {
    id: row.id,
    fullName: row.full_name,
    name: row.addressed_as,
    location: row.location,
    imageUrl: row.profile_image_url,
    services: row.services,
    hourlyRate: { amount: row.hourly_rate, currency },
    nightlyRate: row.nightly_rate === null ? null : { amount: row.nightly_rate, currency },
    experienceYears: row.experience_years,
    rating: row.rating,
    totalReviews: row.total_reviews,
    photos: row.photos,
    maxPets: row.max_pets,
    sizesAccepted: row.sizes_accepted,
    hasOwnPets: row.has_own_pets,
    isVerified: row.verification_status === 'verified',
  }
}
