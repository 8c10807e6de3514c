import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeRating } from '#/ratings/server/rating.factory.ts'
import type { SitterSearchInput } from '#/sitting/search.ts'
import { makeSitter, makeSittingRequest, type SitterInput } from './sitter.factory.ts'

const world = await openWorld()
const { db } = world
const asha = await world.signUp('asha')
const place = { lat: 12.97, lon: 77.6 }
/** A degree of latitude is 111 km. */
const northBy = (km: number) => Math.round((place.lat + km / 111) * 100) / 100

let count = 0
type Placed = Omit<SitterInput, 'userId'> & { km?: number | null; rating?: number; reviews?: number }
async function addSitter({ km = 1, rating, reviews, ...input }: Placed): Promise<string> {
  const { userId } = await world.signUp(`sitter-${++count}`)
  const id = await makeSitter(db, { userId, ...input })
  await db
    .updateTable('providers')
    .set({ is_placed: true, rating: rating ?? null, total_reviews: reviews ?? 0 })
    .set(km === null ? {} : { latitude: northBy(km), longitude: place.lon })
    .where('id', '=', id)
    .execute()
  return id
}

const search = async (input: SitterSearchInput = {}) =>
  (await asha.call.sitting.sitters({ ...place, ...input })).rows
const names = async (input?: SitterSearchInput) => (await search(input)).map(({ name }) => name)

beforeEach(async () => {
  await sql`truncate pet_sitters, providers, appointments, pets cascade`.execute(db)
})

test('a sitter close by at a fair price stands before one as well rated far away', async () => {
  await addSitter({ fullName: 'Shalini', km: 14, hourlyRate: 150_000, rating: 5, reviews: 1 })
  await addSitter({ fullName: 'Kavya', km: 1, hourlyRate: 120_000, rating: 5, reviews: 1 })
  expect(await search()).toMatchObject([
    { name: 'Kavya', distanceKm: 1, reasons: ['close_by'] },
    { name: 'Shalini', distanceKm: 14, reasons: [] },
  ])
  expect(await search({ sort: 'rating' })).toMatchObject([{ reasons: [] }, { reasons: [] }])
})

test('many good ratings outweigh some kilometres, and a price half as high outweighs a few', async () => {
  await addSitter({ fullName: 'New close by', km: 2 })
  await addSitter({ fullName: 'Loved', km: 7, rating: 4.9, reviews: 40 })
  expect(await search()).toMatchObject([
    { name: 'Loved', reasons: ['well_rated'] },
    { name: 'New close by', reasons: ['close_by'] },
  ])
  await addSitter({ fullName: 'New and cheap', km: 6, hourlyRate: 10_000 })
  expect(await names()).toEqual(['Loved', 'New and cheap', 'New close by'])
  await addSitter({ fullName: 'New and dear', km: 9, hourlyRate: 40_000 })
  expect(await search()).toMatchObject([{}, { name: 'New and cheap', reasons: ['low_price'] }, {}, {}])
})

test('whom the owner has booked before comes first, unless they were disappointed', async () => {
  const known = await addSitter({ fullName: 'Known', km: 8 })
  const disliked = await addSitter({ fullName: 'Disliked', km: 8 })
  await addSitter({ fullName: 'Stranger', km: 1 })
  const bookings = { ownerId: asha.ownerId, startsAt: mondayMorning, status: 'completed' } as const
  await makeSittingRequest(db, { ...bookings, sitterId: known })
  await makeSittingRequest(db, { ...bookings, sitterId: disliked })
  const { id } = await db
    .selectFrom('appointments')
    .select('id')
    .where('provider_id', '=', disliked)
    .executeTakeFirstOrThrow()
  await makeRating(db, { appointmentId: id, providerId: disliked, ownerId: asha.ownerId, stars: 2 })
  await db.updateTable('providers').set({ rating: null, total_reviews: 0 }).execute()
  expect(await search()).toMatchObject([
    { name: 'Known', reasons: ['booked_before'] },
    { name: 'Stranger', reasons: ['close_by'] },
    { name: 'Disliked', reasons: [] },
  ])
})

test('what the chosen pets need of a home counts, and stands on the card', async () => {
  const shy = await makePet(db, { ownerId: asha.ownerId, name: 'Shy' })
  const other = await makePet(db, { ownerId: asha.ownerId, name: 'Easy' })
  await db
    .updateTable('pets')
    .set({ good_with_dogs: false, good_with_children: false, temperament: ['energetic'] })
    .where('id', '=', shy.id)
    .execute()
  await addSitter({ fullName: 'Full house', hasOwnPets: true, hasChildren: true })
  await addSitter({ fullName: 'Quiet home', km: 4, hasGarden: true })
  expect(await search({ petIds: [shy.id] })).toMatchObject([
    { name: 'Quiet home', reasons: ['no_own_pets', 'no_children', 'garden'] },
    { name: 'Full house', reasons: ['close_by'] },
  ])
  expect(await search({ petIds: [other.id] })).toMatchObject([
    { name: 'Full house' },
    { name: 'Quiet home', reasons: [] },
  ])
})

test('without a place, ratings and prices decide', async () => {
  await addSitter({ fullName: 'Far', km: 90, rating: 5, reviews: 9 })
  await addSitter({ fullName: 'Cheap', km: null, hourlyRate: 4_000 })
  await addSitter({ fullName: 'Usual', km: 1 })
  const { rows } = await asha.call.sitting.sitters({})
  expect(rows.map(({ name }) => name)).toEqual(['Far', 'Cheap', 'Usual'])
})

test('a price below half the usual one gains nothing more, and none outranks an earlier booking', async () => {
  await addSitter({ fullName: 'Half', hourlyRate: 10_000, rating: 5, reviews: 1 })
  await addSitter({ fullName: 'Next to nothing', hourlyRate: 1_000 })
  const known = await addSitter({ fullName: 'Known', hourlyRate: 400_000, rating: 5, reviews: 1 })
  for (const fullName of ['Usual', 'Usual too']) await addSitter({ fullName })
  const booking = {
    ownerId: asha.ownerId,
    startsAt: mondayMorning,
    status: 'completed',
    sitterId: known,
  } as const
  await makeSittingRequest(db, booking)
  expect((await names()).slice(0, 3)).toEqual(['Known', 'Half', 'Next to nothing'])
})

test.each([
  ['near a place', place],
  ['without a place', {}],
  ['within some kilometres', { ...place, within: 80 }],
])('the pages of a long list have every sitter once, %s', async (_, around) => {
  await sql`
    with people as (
      insert into users (id, name, email, email_verified)
      select gen_random_uuid(), n::text, gen_random_uuid() || '@example.org', true from generate_series(1, 470) n
      returning id, name::int as n
    )
    insert into pet_sitters (id, user_id, full_name, location, experience_years, services, hourly_rate)
    select gen_random_uuid(), id, 'Sitter ' || n, 'Pune', 1, array['day-care'], 10000 + n % 7 * 1000 from people`.execute(
    db,
  )
  await sql`
    update providers set is_placed = true, rating = (hashtext(full_name) % 25 + 25) / 10.0, total_reviews = 3,
      latitude = case when full_name like '%7' then null else ${place.lat}::numeric + (hashtext(full_name) % 60) / 100.0 end,
      longitude = case when full_name like '%7' then null else ${place.lon}::numeric end`.execute(db)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { rows, nextCursor } = await asha.call.sitting.sitters({ ...around, cursor })
    seen.push(...rows.map(({ id }) => id))
    cursor = nextCursor ?? undefined
  } while (cursor)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toHaveLength('within' in around ? 423 : 470)
})
