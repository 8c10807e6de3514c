import { strFromU8, unzipSync } from 'fflate'
import { afterEach, expect, test, vi } from 'vitest'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makePhoto } from '#/pets/server/photo.factory.ts'
import { eraseThoseWhoLeft } from '#/privacy/server/sweeps.ts'
import { makeStyling, makeStylist } from '#/styling/server/styling.factory.ts'
import { makeSession, makeTrainer } from '#/training/server/training.factory.ts'

const world = await openWorld()
const { db } = world
const people = ['asha', 'ravi', 'farah', 'sunita'].map(world.signUp)
const [asha, ravi, farah, sunita] = (await Promise.all(people)) as [Person, Person, Person, Person]
const stylistId = await makeStylist(db, { userId: farah.userId })
await makeStylist(db, { userId: sunita.userId })
await vi.waitUntil(async () => (await farah.call.accounts.me()).user?.records['pet_stylist'])
await vi.waitUntil(async () => (await sunita.call.accounts.me()).user?.records['pet_stylist'])
const hours = (count: number) => new Date(mondayMorning.getTime() + count * HOUR)
const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })
afterEach(() => {
  world.clock.now = mondayMorning
})

async function makeVisit(startsAt = hours(-2), owner = asha) {
  const { id: petId } = await makePet(db, { ownerId: owner.ownerId, name: 'Bruno' })
  const visit = {
    stylistId,
    ownerId: owner.ownerId,
    startsAt,
    status: 'completed' as const,
    pets: [{ petId }],
  }
  return { petId, bookingId: await makeStyling(db, visit) }
}
const photos = async (count: number) => Promise.all(Array.from({ length: count }, () => makePhoto()))
const picturesOf = async (who: Person, bookingId: string) =>
  (await who.call.care.ofBookings({ bookingIds: [bookingId] })).pictures

test('a stylist adds pictures from before and after, and only the owner sees them', async () => {
  const { petId, bookingId } = await makeVisit()
  const add = (moment: 'before' | 'after', pictures: File[]) =>
    farah.call.care.addPictures({ bookingId, petId, moment, pictures })
  await add('before', await photos(1))
  await add('after', await photos(2))
  const seen = await picturesOf(asha, bookingId)
  expect(seen).toMatchObject([
    { petId, moment: 'before', width: 40, height: 30 },
    { moment: 'after' },
    { moment: 'after' },
  ])
  const file = await fetch(world.url + seen[0]!.url)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await fetch(world.url + seen[0]!.url.split('?')[0])).status).toBe(404)
  expect(await picturesOf(farah, bookingId)).toHaveLength(3)
  expect((await asha.call.care.pet({ id: petId })).pictures).toMatchObject([
    { moment: 'before', happenedOn: '2026-11-02' },
    {},
    {},
  ])
  for (const who of [ravi, sunita]) {
    expect(await picturesOf(who, bookingId)).toEqual([])
    await refused(who.call.care.removePicture({ id: seen[0]!.id }), 'request.not_found')
    await refused(
      who.call.care.addPictures({ bookingId, petId, moment: 'after', pictures: await photos(1) }),
      'request.not_found',
    )
  }
  await refused(asha.call.care.removePicture({ id: seen[0]!.id }), 'request.not_found')

  const pdf = new File([new Uint8Array(makePdf())], 'x.pdf', { type: 'application/pdf' })
  await refused(add('after', [pdf]), 'care.pictures_only')
  await refused(add('after', await photos(4)), 'care.too_many_pictures')
  await farah.call.care.removePicture({ id: seen[0]!.id })
  expect(await picturesOf(asha, bookingId)).toHaveLength(2)
  const left = await db.selectFrom('uploads').select('id').where('id', '=', seen[0]!.id).execute()
  expect(left).toEqual([])
})

test('pictures are added and removed from the start of a visit until 48 hours after its end, by stylists only', async () => {
  const { petId, bookingId } = await makeVisit(hours(-2))
  const add = async () =>
    farah.call.care.addPictures({ bookingId, petId, moment: 'after', pictures: await photos(1) })
  world.clock.now = new Date(hours(47).getTime() - 1)
  await add()
  const [picture] = await picturesOf(asha, bookingId)
  world.clock.now = hours(47)
  await refused(add(), 'care.no_pictures_now')
  await refused(farah.call.care.removePicture({ id: picture!.id }), 'care.no_pictures_now')

  const trainerId = await makeTrainer(db, { userId: ravi.userId })
  await vi.waitUntil(async () => (await ravi.call.accounts.me()).user?.records['pet_trainer'])
  const lesson = {
    trainerId,
    ownerId: asha.ownerId,
    petId,
    startsAt: hours(-5),
    status: 'completed' as const,
  }
  const session = await makeSession(db, lesson)
  world.clock.now = mondayMorning
  await refused(
    ravi.call.care.addPictures({
      bookingId: session,
      petId,
      moment: 'after',
      pictures: await photos(1),
    }),
    'care.no_pictures_now',
  )
})

test('eight uploads at once leave six pictures, and uploads close together notify once', async () => {
  const { petId, bookingId } = await makeVisit(hours(-4))
  const [photo] = await photos(1)
  const add = () =>
    farah.call.care.addPictures({ bookingId, petId, moment: 'after', pictures: [photo!] }).then(
      () => 'added',
      ({ code }) => code as string,
    )
  // The server takes two uploads of one person at a time.
  const outcomes: string[] = []
  for (let pair = 0; pair < 4; pair++) outcomes.push(...(await Promise.all([add(), add()])))
  expect(outcomes.filter((one) => one === 'added')).toHaveLength(6)
  expect(outcomes.filter((one) => one === 'care.too_many_pictures')).toHaveLength(2)
  expect(await picturesOf(asha, bookingId)).toHaveLength(6)

  const told = async () => {
    await world.app.jobs.deliverEvents(world.clock.now)
    const { rows } = await asha.call.notifications.list({ type: 'visit_pictures' })
    return rows.filter(({ href }) => href?.includes(bookingId))
  }
  expect(await told()).toMatchObject([{ title: 'New pictures of Bruno' }])
  const [first] = await picturesOf(farah, bookingId)
  world.clock.now = hours(1)
  await farah.call.care.removePicture({ id: first!.id })
  await add()
  expect(await told()).toHaveLength(2)
})

test('five saves at once with four pictures each are saved, or refused with a sentence to wait', async () => {
  const { petId, bookingId } = await makeVisit(hours(-6), ravi)
  const saves = Array.from({ length: 5 }, async () => {
    const pictures = await photos(4)
    return farah.call.care.addPictures({ bookingId, petId, moment: 'after', pictures }).then(
      () => 'saved',
      ({ status, code }) => `${status} ${code}`,
    )
  })
  const outcomes = await Promise.all(saves)
  expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(1)
  for (const outcome of outcomes)
    expect(['saved', '409 care.too_many_pictures', '429 request.uploading']).toContain(outcome)
  expect(outcomes).toContain('429 request.uploading')
})

test('an owner who has blocked the stylist sees no later pictures and isn’t notified', async () => {
  const { petId, bookingId } = await makeVisit(hours(-6))
  const block = { blocker_id: asha.userId, blocked_id: farah.userId, blocked_name: 'x', pet_names: '{}' }
  await db
    .insertInto('message_blocks')
    .values({ ...block, created_at: hours(-1) })
    .execute()
  await farah.call.care.addPictures({ bookingId, petId, moment: 'after', pictures: await photos(1) })
  expect(await picturesOf(asha, bookingId)).toEqual([])
  expect(await picturesOf(farah, bookingId)).toHaveLength(1)
  await world.app.jobs.deliverEvents(world.clock.now)
  const { rows } = await asha.call.notifications.list({ type: 'visit_pictures' })
  expect(rows.filter(({ href }) => href?.includes(bookingId))).toEqual([])
  await db.deleteFrom('message_blocks').execute()
})

test('pictures and incidents are in the archive, and go with the owner’s account', async () => {
  const zoya = await world.signUp('zoya')
  const { petId, bookingId } = await makeVisit(hours(-7), zoya)
  await farah.call.care.addPictures({ bookingId, petId, moment: 'before', pictures: await photos(1) })
  const incident = { kind: 'bite', severity: 'minor', happened: 'Nipped me', done: 'A plaster' } as const
  await farah.call.care.addIncident({ bookingId, petId, ...incident })
  const archiveOf = async ({ cookie }: Person) => {
    const response = await fetch(`${world.url}/my-data/archive.zip`, { headers: { cookie } })
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes, true)]))
  }
  const own = await archiveOf(zoya)
  expect(own['records/visit_pictures.json']).toContain('before')
  expect(own['records/incidents.json']).toContain('Nipped me')
  expect(Object.keys(own).filter((name) => name.endsWith('.webp'))).toHaveLength(1)
  expect((await archiveOf(farah))['records/incidents.json']).toContain('Nipped me')
  expect((await archiveOf(ravi))['records/incidents.json'] ?? '').not.toContain('Nipped me')

  await zoya.call.privacy.leave({ confirmed: true })
  world.clock.now = hours(15 * 24)
  await world.app.jobs.runSweep(eraseThoseWhoLeft.name, world.clock.now)
  for (const table of ['visit_pictures', 'incidents'] as const)
    expect(await db.selectFrom(table).select('pet_id').where('pet_id', '=', petId).execute()).toEqual([])
  expect(await db.selectFrom('uploads').select('id').where('user_id', '=', zoya.userId).execute()).toEqual([])
})

test('a stylist’s account deletion keeps pictures and incidents', async () => {
  const { petId, bookingId } = await makeVisit(hours(-8))
  await farah.call.care.addPictures({ bookingId, petId, moment: 'before', pictures: await photos(1) })
  const { id } = await farah.call.care.addIncident({
    bookingId,
    petId,
    kind: 'bite',
    severity: 'minor',
    happened: 'Nipped me',
    done: 'A plaster',
  })
  await farah.call.privacy.leave({ confirmed: true })
  world.clock.now = hours(15 * 24)
  await world.app.jobs.runSweep(eraseThoseWhoLeft.name, world.clock.now)
  expect(await picturesOf(asha, bookingId)).toHaveLength(1)
  expect(await asha.call.care.incident({ id })).toMatchObject({ by: { name: 'Former user' } })
})

test('all the promises hold', async () => {
  expect(await world.findBrokenInvariants()).toEqual([])
})
