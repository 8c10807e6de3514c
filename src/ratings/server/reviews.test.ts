import { beforeEach, expect, test, vi } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { DAY, HOUR } from '#/kernel/duration.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const start = world.clock.now
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const meera = await world.signUp('meera')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer' })
await vi.waitUntil(async () => (await meera.call.accounts.me()).user?.records['veterinary_doctor'])

let hours = 0
const visit = (status: 'completed' | 'confirmed' | 'cancelled' | 'no_show', more = {}) =>
  makeAppointment(db, {
    ownerId: asha.ownerId,
    vetId,
    startsAt: new Date(start.getTime() - ++hours * HOUR),
    status,
    ...more,
  })

beforeEach(() => {
  world.clock.now = start
  return async () => expect(await world.findBrokenInvariants()).toEqual([])
})

test('an owner rates a visit that took place; its average and words are there at once', async () => {
  const id = await visit('completed')
  await expect(asha.call.ratings.rate({ id, stars: 4, feedback: 'See evil.com/pay' })).rejects.toMatchObject({
    code: 'request.links_refused',
  })
  await asha.call.ratings.rate({ id, stars: 4, feedback: 'Kind and quick' })
  const other = await visit('completed')
  await asha.call.ratings.rate({ id: other, stars: 5 })
  expect(await ravi.call.veterinary.vet({ id: vetId })).toMatchObject({ rating: 4.5, totalReviews: 2 })
  expect((await ravi.call.ratings.reviews({ id: vetId })).rows).toMatchObject([
    { by: 'asha', stars: 5, feedback: null, reply: null, wasEdited: false },
    { by: 'asha', stars: 4, feedback: 'Kind and quick' },
  ])
  expect((await meera.call.notifications.list({})).rows.map(({ title }) => title)).toContain(
    'New rating: 4 of 5',
  )
})

test('owners rate only their own past appointments, with stars, within fourteen days', async () => {
  const id = await visit('completed')
  const refused = (code: string) => ({ code })
  await expect(ravi.call.ratings.rate({ id, stars: 1 })).rejects.toMatchObject(refused('request.not_found'))
  await expect(meera.call.ratings.rate({ id, stars: 5 })).rejects.toMatchObject(refused('request.not_found'))
  for (const status of ['confirmed', 'no_show', 'cancelled'] as const)
    await expect(asha.call.ratings.rate({ id: await visit(status), stars: 1 }), status).rejects.toMatchObject(
      refused('ratings.not_rateable'),
    )
  await expect(asha.call.ratings.rate({ id, feedback: 'No stars' })).rejects.toMatchObject(
    refused('ratings.stars_needed'),
  )
  for (const stars of [0, 6, 4.5])
    await expect(asha.call.ratings.rate({ id, stars })).rejects.toMatchObject(refused('request.malformed'))
  world.clock.now = new Date(start.getTime() + 14 * DAY)
  await expect(asha.call.ratings.rate({ id, stars: 5 })).rejects.toMatchObject(
    refused('ratings.not_rateable'),
  )
})

test('a rating can be changed for a day, and two simultaneous ones make one', async () => {
  const id = await visit('completed')
  await Promise.all([asha.call.ratings.rate({ id, stars: 2 }), asha.call.ratings.rate({ id, stars: 2 })])
  world.clock.now = new Date(start.getTime() + DAY)
  await asha.call.ratings.rate({ id, stars: 3, feedback: 'On second thought' })
  world.clock.now = new Date(start.getTime() + DAY + 1)
  await expect(asha.call.ratings.rate({ id, stars: 5 })).rejects.toMatchObject({
    code: 'ratings.already_rated',
  })
  const rows = await db
    .selectFrom('veterinary_ratings')
    .select(['rating', 'feedback'])
    .where('appointment_id', '=', id)
    .execute()
  expect(rows).toEqual([{ rating: 3, feedback: 'On second thought' }])
})

test('a vet who cancels late gets one note without stars, which doesn’t count towards the rating', async () => {
  const before = await ravi.call.veterinary.vet({ id: vetId })
  const soon = new Date(start.getTime() + 2 * DAY)
  const id = await makeAppointment(db, {
    ownerId: asha.ownerId,
    vetId,
    startsAt: soon,
    status: 'cancelled',
    cancelledBy: 'provider',
    bookedAt: start,
  })
  await expect(asha.call.ratings.rate({ id })).rejects.toMatchObject({ code: 'ratings.words_needed' })
  await asha.call.ratings.rate({ id, stars: 1, feedback: 'Two days before' })
  const [note] = (await ravi.call.ratings.reviews({ id: vetId })).rows
  expect(note).toMatchObject({ stars: null, feedback: 'Two days before' })
  expect(await ravi.call.veterinary.vet({ id: vetId })).toMatchObject({
    rating: before.rating,
    totalReviews: before.totalReviews,
  })
})

test('the vet answers once, in public', async () => {
  const [review] = (await meera.call.ratings.reviews({ id: vetId })).rows
  const id = review!.id
  await meera.call.ratings.reply({ id, reply: 'I am sorry.' })
  await expect(meera.call.ratings.reply({ id, reply: 'And more' })).rejects.toMatchObject({
    code: 'ratings.already_replied',
  })
  await expect(asha.call.ratings.reply({ id, reply: 'Mine' })).rejects.toMatchObject({ status: 403 })
  expect((await ravi.call.ratings.reviews({ id: vetId })).rows[0]).toMatchObject({ reply: 'I am sorry.' })
})

test('reviews come ten at a time, each once', async () => {
  for (let n = 0; n < 13; n++) {
    world.clock.now = new Date(start.getTime() + n * 1000)
    await asha.call.ratings.rate({ id: await visit('completed'), stars: 5 })
  }
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await ravi.call.ratings.reviews({ id: vetId, cursor })
    expect(page.rows.length).toBeLessThanOrEqual(10)
    ids.push(...page.rows.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  const { count } = await db
    .selectFrom('veterinary_ratings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(new Set(ids).size).toBe(Number(count))
})
