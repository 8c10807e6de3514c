import { beforeEach, expect, test, vi } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { makeRating } from '#/ratings/server/rating.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const start = world.clock.now
const nadia = await openDesk(world, 'nadia')
const omar = await openDesk(world, 'omar')
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const meera = await world.signUp('meera')
const kabir = await world.signUp('kabir')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer' })
const otherVetId = await makeVet(db, { userId: kabir.userId, fullName: 'Kabir Shah' })
for (const vet of [meera, kabir])
  await vi.waitUntil(async () => (await vet.call.accounts.me()).user?.records['veterinary_doctor'])
const hour = 3_600_000

let visits = 0
const visit = (vet = vetId) =>
  makeAppointment(db, {
    ownerId: asha.ownerId,
    vetId: vet,
    startsAt: new Date(start.getTime() - ++visits * hour),
    status: 'completed',
  })
const publicOf = async (id: string) => (await ravi.call.ratings.reviews({ id })).rows
const told = async (person: typeof asha) =>
  (await person.call.notifications.list({ type: 'rating_removed' })).rows

beforeEach(() => {
  world.clock.now = start
  return async () => {
    expect(await world.findBrokenInvariants()).toEqual([])
    await db.deleteFrom('ratings').execute()
  }
})

test('a removed rating is no longer public, doesn’t count, and its writer is told why', async () => {
  const [bad, good] = [await visit(), await visit()]
  await asha.call.ratings.rate({ id: bad, stars: 1, feedback: 'Call me on 98123 45678' })
  await asha.call.ratings.rate({ id: good, stars: 5 })
  const rating = (await nadia.call.ratings({})).rows.find(({ stars }) => stars === 1)!
  expect(rating).toMatchObject({
    owner: { id: asha.userId, name: 'asha' },
    provider: { id: meera.userId, name: 'Dr. Meera Iyer' },
    feedback: 'Call me on 98123 45678',
    removed: null,
  })
  await nadia.call.removeRating({ id: rating.id, part: 'rating', reason: 'It has a phone number.' })

  expect(await publicOf(vetId)).toMatchObject([{ stars: 5 }])
  expect(await ravi.call.veterinary.vet({ id: vetId })).toMatchObject({ rating: 5, totalReviews: 1 })
  expect((await nadia.call.ratings({})).rows).toHaveLength(1)
  expect((await omar.call.ratings({ show: 'removed' })).rows).toMatchObject([
    {
      id: rating.id,
      feedback: 'Call me on 98123 45678',
      removed: { at: start, by: 'nadia', reason: 'It has a phone number.' },
    },
  ])
  expect(await told(asha)).toMatchObject([
    { title: 'Your rating was removed', message: expect.stringContaining('It has a phone number.') },
  ])
  const { rows: lines } = await omar.call.log({ subjectId: rating.id })
  expect(lines).toMatchObject([
    { action: 'rating.removed', admin: { name: 'nadia' }, reason: 'It has a phone number.' },
  ])
  expect(JSON.stringify(lines)).not.toContain('98123')

  const mine = (await asha.call.appointments.appointments({ tab: 'past' })).rows.find(({ id }) => id === bad)
  expect(mine).toMatchObject({ rated: true, rating: null })
  const again = asha.call.ratings.rate({ id: bad, stars: 1 })
  await expect(again).rejects.toMatchObject({ code: 'ratings.rating_removed', status: 409 })
  const reply = meera.call.ratings.reply({ id: rating.id, reply: 'Not true' })
  await expect(reply).rejects.toMatchObject({ code: 'request.not_found' })
})

test('a reply is removed and the rating stays; there is no second reply', async () => {
  const id = await visit()
  await asha.call.ratings.rate({ id, stars: 2, feedback: 'Late' })
  const [rating] = (await nadia.call.ratings({})).rows
  const remove = () =>
    nadia.call.removeRating({ id: rating!.id, part: 'reply', reason: 'It insults the owner.' })
  await expect(remove()).rejects.toMatchObject({ code: 'request.not_found' })
  await meera.call.ratings.reply({ id: rating!.id, reply: 'You were late, you fool.' })
  await remove()
  expect(await publicOf(vetId)).toMatchObject([{ stars: 2, feedback: 'Late', reply: null }])
  const ofVet = (await meera.call.appointments.visits({ tab: 'past' })).rows.find((one) => one.id === id)
  expect(ofVet?.rating).toMatchObject({ stars: 2, reply: null, mayReply: false })
  await expect(meera.call.ratings.reply({ id: rating!.id, reply: 'Again' })).rejects.toMatchObject({
    code: 'ratings.already_replied',
  })
  expect((await nadia.call.ratings({})).rows).toMatchObject([
    { removed: null, reply: 'You were late, you fool.', replyRemoved: { by: 'nadia' } },
  ])
  expect(await told(meera)).toMatchObject([
    { title: 'Your answer was removed', message: expect.stringContaining('It insults the owner.') },
  ])
  expect((await nadia.call.log({})).rows[0]).toMatchObject({ action: 'rating.reply_removed' })
})

test('a note without stars is removed in the same way', async () => {
  const id = await makeAppointment(db, {
    ownerId: asha.ownerId,
    vetId,
    status: 'cancelled',
    cancelledBy: 'provider',
    startsAt: new Date(start.getTime() + 2 * hour),
    bookedAt: start,
  })
  await asha.call.ratings.rate({ id, feedback: 'They left us alone' })
  const [note] = await publicOf(vetId)
  expect(note).toMatchObject({ stars: null })
  await nadia.call.removeRating({ id: note!.id, part: 'rating', reason: 'It was agreed.' })
  expect(await publicOf(vetId)).toEqual([])
  expect((await told(asha)).map(({ title }) => title)).toContain('Your note was removed')
  await expect(asha.call.ratings.rate({ id, feedback: 'Once more' })).rejects.toMatchObject({
    code: 'ratings.rating_removed',
  })
})

test('of two admins who remove a rating at once, one succeeds, and its writer is notified once', async () => {
  const before = (await told(asha)).length
  await asha.call.ratings.rate({ id: await visit(), stars: 3 })
  const [{ id } = { id: '' }] = (await nadia.call.ratings({})).rows
  const both = await Promise.allSettled([
    nadia.call.removeRating({ id, part: 'rating', reason: 'Spam' }),
    omar.call.removeRating({ id, part: 'rating', reason: 'Spam too' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'ratings.already_removed', status: 409 },
  })
  expect(await told(asha)).toHaveLength(before + 1)
  expect((await nadia.call.log({ subjectId: id })).rows).toHaveLength(1)
  await expect(
    nadia.call.removeRating({ id, part: 'reply', reason: 'Also the answer' }),
  ).rejects.toMatchObject({ code: 'request.not_found' })
})

test('a rating that its owner changes during its removal is changed before, or not at all', async () => {
  const visitId = await visit()
  await asha.call.ratings.rate({ id: visitId, stars: 1 })
  const [{ id } = { id: '' }] = (await nadia.call.ratings({})).rows
  const [changed] = await Promise.allSettled([
    asha.call.ratings.rate({ id: visitId, stars: 2 }),
    nadia.call.removeRating({ id, part: 'rating', reason: 'Spam' }),
  ])
  if (changed.status === 'rejected') expect(changed.reason.code).toBe('ratings.rating_removed')
  expect(await publicOf(vetId)).toEqual([])
  expect((await ravi.call.veterinary.vet({ id: vetId })).totalReviews).toBe(0)
})

test('admins find ratings by the vet’s name, page through them, and need a reason', async () => {
  for (let number = 0; number < 21; number++)
    await makeRating(db, {
      appointmentId: await visit(),
      providerId: vetId,
      ownerId: asha.ownerId,
      stars: 4,
      at: new Date(start.getTime() - number * 60_000),
    })
  await makeRating(db, {
    appointmentId: await visit(otherVetId),
    providerId: otherVetId,
    ownerId: asha.ownerId,
    stars: 2,
    at: new Date(start.getTime() - 2 * hour),
  })
  const first = await nadia.call.ratings({})
  expect(first.rows).toHaveLength(20)
  const second = await nadia.call.ratings({ cursor: first.nextCursor! })
  const all = [...first.rows, ...second.rows]
  expect([all.length, second.nextCursor]).toEqual([22, null])
  expect(all.map(({ at }) => at.getTime())).toEqual(
    all.map(({ at }) => at.getTime()).toSorted((a, b) => b - a),
  )
  for (const search of ['kabir', 'Dr. Kabir', 'SHAH '])
    expect((await nadia.call.ratings({ search })).rows, search).toMatchObject([{ stars: 2 }])
  expect((await nadia.call.ratings({ search: '%' })).rows).toEqual([])
  const { id } = all[0]!
  await expect(nadia.call.removeRating({ id, part: 'rating', reason: '  ' })).rejects.toMatchObject({
    code: 'request.malformed',
  })
  expect((await nadia.call.ratings({ show: 'removed' })).rows).toEqual([])
})
