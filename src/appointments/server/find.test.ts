import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { makeStylist } from '#/styling/server/styling.factory.ts'
import { makeTrainer } from '#/training/server/training.factory.ts'
import { makeVet, type VetInput } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const asha = await world.signUp('asha')

/** Indiranagar, about 6 km from Jayanagar, 25 from Nandi Hills' foot and far from Mumbai. */
const indiranagar = { lat: 12.97, lon: 77.64 }
const places = {
  near: { latitude: 12.97, longitude: 77.64 },
  beside: { latitude: 12.92, longitude: 77.59 },
  outside: { latitude: 13.2, longitude: 77.6 },
  far: { latitude: 19.06, longitude: 72.83 },
}

type Extra = { rating?: number; at?: keyof typeof places }
async function addVet(
  name: string,
  input: Omit<VetInput, 'userId' | 'fullName'>,
  { rating, at }: Extra = {},
) {
  const { userId } = await world.signUp(name.toLowerCase().replace(' ', '-'))
  const id = await makeVet(db, { userId, fullName: name, ...input })
  await db
    .updateTable('providers')
    .set({ rating: rating ?? null, ...(at && { ...places[at], is_placed: true }) })
    .where('id', '=', id)
    .execute()
  return id
}

const meera = await addVet(
  'Meera Iyer',
  {
    specialization: 'Surgery',
    location: 'Indiranagar, Bengaluru',
    consultationFee: 60_000,
    teleconsultation: true,
  },
  { rating: 4.8, at: 'near' },
)
const kabir = await addVet(
  'Kabir Shah',
  { specialization: 'Dermatology', location: 'Jayanagar, Bengaluru', consultationFee: 40_000 },
  { rating: 4.1, at: 'beside' },
)
const ananya = await addVet(
  'Ananya Rao',
  { specialization: 'Surgery', location: 'Devanahalli', consultationFee: null },
  { at: 'outside' },
)
const zara = await addVet(
  'Zara Khan',
  { specialization: 'Birds', location: 'Bandra, Mumbai', consultationFee: 90_000 },
  { rating: 4.8, at: 'far' },
)
const unplaced = await addVet('Om Nair', {
  specialization: 'Cats',
  location: 'Somewhere',
  consultationFee: 50_000,
})
await addVet('Hidden Vet', { verificationStatus: 'suspended' }, { rating: 5, at: 'near' })

type Search = Parameters<typeof asha.call.veterinary.vets>[0]
const find = async (search: Search) =>
  (await asha.call.veterinary.vets(search)).rows.map(({ id }) => id as string)
const byName = (...ids: string[]) => ids.toSorted()

test('without filters, all listed vets come best rated first', async () => {
  const found = await find({})
  expect(found.slice(0, 2).toSorted()).toEqual(byName(meera, zara))
  expect(found[2]).toBe(kabir)
  expect(found.slice(3).toSorted()).toEqual(byName(ananya, unplaced))
})

test('each word must be in the name, the specialities or the place', async () => {
  expect(await find({ q: 'meera' })).toEqual([meera])
  expect(await find({ q: ' BENGALURU  surg ' })).toEqual([meera])
  expect(await find({ q: 'surgery' })).toEqual([meera, ananya])
  expect(await find({ q: 'surgery mumbai' })).toEqual([])
  expect(await find({ q: 'meera & surgery' })).toEqual([meera])
  for (const q of ['%', '_', ' . ', '& -']) expect(await find({ q })).toEqual([])
})

test('letters are found however they are typed', async () => {
  const { userId } = await world.signUp('folded')
  const facts = { specialization: 'Naïve’s Surgery', location: 'Köln Strauß', consultationFee: 1_000 }
  const id = await makeVet(db, { userId, fullName: 'Maya Zoe\u0308 D’Souza', ...facts })
  for (const q of [
    "D'Souza",
    'D’Souza',
    'dsouza',
    'DSOUZA',
    'Zoë',
    'Zoe\u0308',
    'zoe',
    'strauss',
    'koln',
    'naives',
  ])
    expect(await find({ q }), q).toEqual([id])
  expect(await find({ location: 'strauss' })).toEqual([id])
  expect(await find({ location: 'KÖLN' })).toEqual([id])
  expect(await find({ specialization: "naive's" })).toEqual([id])
  expect(await find({ q: "'" })).toEqual([])
  await db.deleteFrom('providers').where('id', '=', id).execute()
})

test('filters of place, speciality, price, rating and kind of meeting narrow together', async () => {
  expect(await find({ location: 'bengaluru' })).toEqual([meera, kabir])
  expect(await find({ specialization: 'derma' })).toEqual([kabir])
  expect(await find({ maxPrice: 50_000 })).toEqual([kabir, unplaced])
  expect((await find({ minRating: 4.5 })).toSorted()).toEqual(byName(meera, zara))
  expect(await find({ meeting: 'online' })).toEqual([meera])
  expect(await find({ minRating: 4.5, maxPrice: 70_000, meeting: 'online', q: 'indiranagar' })).toEqual([
    meera,
  ])
})

test('vets without a price come last by price', async () => {
  expect(await find({ sort: 'price' })).toEqual([kabir, unplaced, meera, zara, ananya])
})

test('sorting by distance lists the nearest first, in whole kilometres, and those without a known place at the end', async () => {
  const { rows } = await asha.call.veterinary.vets({ ...indiranagar, sort: 'distance' })
  expect(rows.map(({ id, distanceKm }) => [id, distanceKm])).toEqual([
    [meera, 0],
    [kabir, 8],
    [ananya, 26],
    [zara, 849],
    [unplaced, null],
  ])
  expect(await find({ ...indiranagar, within: 10, sort: 'distance' })).toEqual([meera, kabir])
  expect(await find({ ...indiranagar, within: 10, sort: 'price' })).toEqual([kabir, meera])
  expect((await asha.call.veterinary.vets({})).rows.every(({ distanceKm }) => distanceKm === null)).toBe(true)
})

test('a position is rounded, so that distances say no more than the place on the card', async () => {
  const exact = await asha.call.veterinary.vets({ lat: 12.9749, lon: 77.6351, sort: 'distance' })
  const rounded = await asha.call.veterinary.vets({ ...indiranagar, sort: 'distance' })
  expect(exact.rows.map(({ distanceKm }) => distanceKm)).toEqual(
    rounded.rows.map(({ distanceKm }) => distanceKm),
  )
})

test.each([{ sort: 'distance' }, { within: 5 }, { lat: 12.9 }, { lon: 77.6, within: 5 }] as Search[])(
  'a search around no place is refused: %j',
  async (search) => {
    await expect(asha.call.veterinary.vets(search)).rejects.toMatchObject({
      code: 'appointments.place_needed',
    })
  },
)

test('a change of place forgets the position', async () => {
  const id = await addVet('Moving Vet', { location: 'Indiranagar' }, { at: 'near' })
  expect(await find({ ...indiranagar, within: 2, q: 'moving' })).toEqual([id])
  await db.updateTable('veterinary_doctors').set({ location: 'Mumbai' }).where('id', '=', id).execute()
  expect(await find({ ...indiranagar, within: 2, q: 'moving' })).toEqual([])
  await db.deleteFrom('veterinary_doctors').where('id', '=', id).execute()
})

test('trainers and stylists are searched the same way', async () => {
  const om = await world.signUp('om')
  const lata = await world.signUp('lata')
  const trainerId = await makeTrainer(db, { userId: om.userId, fullName: 'Om Prakash', offersOnline: true })
  const stylistId = await makeStylist(db, { userId: lata.userId, fullName: 'Lata Rao' })
  const idsOf = (page: { rows: { id: string }[] }) => page.rows.map(({ id }) => id)
  expect(idsOf(await asha.call.training.trainers({ q: 'prakash puppy', meeting: 'online' }))).toEqual([
    trainerId,
  ])
  expect(idsOf(await asha.call.styling.stylists({ q: 'lata', maxPrice: 80_000 }))).toEqual([stylistId])
  expect(idsOf(await asha.call.styling.stylists({ q: 'prakash' }))).toEqual([])
})

test('providers who asked for their account to be deleted are not found', async () => {
  const { userId } = await world.signUp('leaving')
  const id = await makeVet(db, { userId, fullName: 'Leaving Soon' })
  expect(await find({ q: 'leaving' })).toEqual([id])
  await db.updateTable('users').set({ leaving_since: world.clock.now }).where('id', '=', userId).execute()
  expect(await find({ q: 'leaving' })).toEqual([])
})

const sorts: Search[] = [{}, { sort: 'price' }, { sort: 'distance', ...indiranagar }]

test('pages of every order list everyone once, and a cursor fits only its own search', async () => {
  const crowd: string[] = []
  for (let index = 0; index < 45; index++) {
    const userId = newId<'user'>()
    await db
      .insertInto('users')
      .values({ id: userId, name: 'Crowd', email: `crowd-${index}@example.org` })
      .execute()
    crowd.push(
      await makeVet(db, {
        userId,
        fullName: `Crowd ${index}`,
        consultationFee: [null, 30_000, 30_000, 70_000][index % 4]!,
      }),
    )
    const at = [places.near, places.near, places.beside, {}][index % 4]!
    await db
      .updateTable('providers')
      .set({ ...at, is_placed: true, rating: [null, 4.5, 4.5, 3][index % 4]! })
      .where('id', '=', crowd.at(-1)!)
      .execute()
  }
  const cursors: string[] = []
  for (const sort of sorts) {
    const search = { ...sort, q: 'crowd' }
    const first = await asha.call.veterinary.vets(search)
    const second = await asha.call.veterinary.vets({ ...search, cursor: first.nextCursor! })
    const third = await asha.call.veterinary.vets({ ...search, cursor: second.nextCursor! })
    const all = [first, second, third].flatMap(({ rows }) => rows)
    expect([first.rows.length, second.rows.length, third.rows.length, third.nextCursor]).toEqual([
      20,
      20,
      5,
      null,
    ])
    expect(all.map(({ id }) => id as string).toSorted()).toEqual(crowd.toSorted())
    const keys = all.map(({ rating, consultationFee, distanceKm }) =>
      sort?.sort === 'price'
        ? (consultationFee?.amount ?? Infinity)
        : sort?.sort
          ? (distanceKm ?? Infinity)
          : -(rating ?? 0),
    )
    expect(keys).toEqual(keys.toSorted((a, b) => (a === b ? 0 : a - b)))
    cursors.push(first.nextCursor!)
  }
  const [rated, priced] = cursors
  for (const search of [
    { cursor: priced! },
    { cursor: rated!, q: 'vet' },
    { cursor: rated!, q: 'crowd', maxPrice: 50_000 },
    { cursor: rated!, q: 'crowd', freeWithin: 7 },
    { cursor: rated!, q: 'crowd', sort: 'price' as const },
  ])
    await expect(asha.call.veterinary.vets(search)).rejects.toMatchObject({
      code: 'appointments.other_search',
    })
  await expect(asha.call.styling.stylists({ cursor: rated!, q: 'crowd' })).rejects.toMatchObject({
    code: 'appointments.other_search',
  })
})

test('a cursor of the nearest tells distances in whole kilometres, and leaves nobody out if its provider has moved', async () => {
  const search = { sort: 'distance' as const, ...indiranagar, q: 'crowd' }
  const everyone = await db
    .selectFrom('providers')
    .select('id')
    .where('full_name', 'like', 'Crowd %')
    .execute()
  const first = await asha.call.veterinary.vets(search)
  const [, distance, lastId] = JSON.parse(Buffer.from(first.nextCursor!, 'base64url').toString())
  expect([distance, lastId]).toEqual([first.rows.at(-1)!.distanceKm, first.rows.at(-1)!.id])
  await db.updateTable('providers').set(places.far).where('id', '=', lastId).execute()

  const seen = first.rows.map(({ id }) => id as string)
  for (let cursor = first.nextCursor; cursor; ) {
    const { rows, nextCursor } = await asha.call.veterinary.vets({ ...search, cursor })
    seen.push(...rows.map(({ id }) => id))
    cursor = nextCursor
  }
  expect(new Set(seen)).toEqual(new Set(everyone.map(({ id }) => id)))
})

test('a page by distance that ends with the last known place is followed by those without one', async () => {
  await db.updateTable('providers').set({ latitude: null }).where('full_name', 'like', 'Crowd %').execute()
  const near = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `Crowd ${from + n}`)
  await db.updateTable('providers').set(places.near).where('full_name', 'in', near(0, 20)).execute()
  const search = { sort: 'distance' as const, ...indiranagar, q: 'crowd' }
  const first = await asha.call.veterinary.vets(search)
  const second = await asha.call.veterinary.vets({ ...search, cursor: first.nextCursor! })
  const third = await asha.call.veterinary.vets({ ...search, cursor: second.nextCursor! })
  expect([first, second, third].map(({ rows }) => rows.map(({ distanceKm }) => distanceKm))).toEqual([
    Array(20).fill(0),
    Array(20).fill(null),
    Array(5).fill(null),
  ])
  expect(new Set([first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(45)
  expect(third.nextCursor).toBeNull()
})

test('providers whom somebody has blocked aren’t in their results, but stay in others’', async () => {
  const searcher = await world.signUp('searcher')
  const other = await world.signUp('other')
  const { user_id } = await db
    .selectFrom('providers')
    .select('user_id')
    .where('id', '=', meera)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('message_blocks')
    .values({
      blocker_id: searcher.userId,
      blocked_id: user_id,
      created_at: world.clock.now,
      blocked_name: 'Meera Iyer',
      pet_names: '{}',
    })
    .execute()
  for (const search of [{}, { q: 'Meera' }, { ...indiranagar, sort: 'distance' as const }]) {
    const found = async (who: typeof asha) =>
      (await who.call.veterinary.vets(search)).rows.map(({ id }) => id)
    expect(await found(other)).toContain(meera)
    expect(await found(searcher)).not.toContain(meera)
  }
  expect((await searcher.call.messaging.blocks({})).rows).toEqual([
    { id: user_id, name: 'Meera', since: world.clock.now },
  ])
  await expect(other.call.messaging.unblock({ id: user_id })).rejects.toMatchObject({
    code: 'request.not_found',
  })
  await searcher.call.messaging.unblock({ id: user_id })
  expect(await searcher.call.messaging.blocks({})).toEqual({ rows: [] })
  const { rows } = await searcher.call.veterinary.vets({})
  expect(rows.map(({ id }) => id)).toContain(meera)
})
