import { afterEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import type { PersonBlocked } from '#/messaging/events.ts'
import { outcomeText } from '#/messaging/text.ts'
import { makePet } from '#/pets/server/factory.ts'
import { filesOnDisk, makePhoto } from '#/pets/server/photo.factory.ts'
import { makeReport } from './report.factory.ts'
import { askIfReportsHold, lapseReports } from './sweeps.ts'

const world = await openWorld()
const { db } = world
const people = ['asha', 'ravi', 'zoya'].map(world.signUp)
const [asha, ravi, zoya] = (await Promise.all(people)) as [Person, Person, Person]
const hours = (count: number) => new Date(mondayMorning.getTime() + count * HOUR)
const days = (count: number) => hours(24 * count)
const deliver = () => world.app.jobs.deliverEvents(world.clock.now)
const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })
const sweep = (one: typeof lapseReports) =>
  db
    .transaction()
    .execute((tx) => one.run({ db: tx, now: world.clock.now, announce: world.app.jobs.announceIn(tx) }))
const told = async (who: Person, id: string) => {
  await deliver()
  const { rows } = await who.call.notifications.list({})
  return rows.filter(({ relatedReportId }) => relatedReportId === id).map(({ type, title }) => [type, title])
}
afterEach(() => {
  world.clock.now = mondayMorning
})

const lost = {
  status: 'lost' as const,
  petName: 'Bruno',
  species: 'dog' as const,
  seenAt: hours(-3).toISOString(),
  place: { area: 'Indiranagar, Bengaluru', position: { lat: 12.97843, lon: 77.64088 } },
}
const report = async (who = asha, part = {}) =>
  (await who.call.reports.create({ ...lost, photos: [await makePhoto()], ...part })).id

test('a lost pet is reported with its photo, and neighbours see it, but only its reporter sees the private parts', async () => {
  const id = await report(asha, {
    breed: 'Labrador Retriever',
    exactPlace: 'By the gate of house 12',
    secretMark: 'A white toe',
    contactPhone: '+919845000101',
  })
  const seen = await world.visitor.reports.report({ id })
  expect(seen).toMatchObject({
    status: 'lost',
    state: 'active',
    petName: 'Bruno',
    breed: 'Labrador Retriever',
    reporter: 'asha',
    area: 'Indiranagar, Bengaluru',
    position: { lat: 12.978, lon: 77.64 },
    own: null,
    sharesPhone: false,
    isRisky: false,
    seenAt: hours(-3),
    createdAt: mondayMorning,
  })
  expect(await fetch(world.url + seen.photos[0])).toMatchObject({ status: 200 })
  expect(await ravi.call.reports.report({ id })).toMatchObject({ own: null, sharesPhone: true })
  expect((await asha.call.reports.report({ id })).own).toMatchObject({
    exactPlace: 'By the gate of house 12',
    position: { lat: 12.97843, lon: 77.64088 },
    secretMark: 'A white toe',
    isAsked: false,
  })
})

test('a place that was looked up is said to be known to a kilometre, and a position of one’s own isn’t', async () => {
  const at = (position: { lat: number; lon: number }) => report(asha, { place: { area: 'Park', position } })
  const seen = async (id: string) => (await world.visitor.reports.report({ id })).isRough
  expect(await seen(await at({ lat: 12.97, lon: 77.64 }))).toBe(true)
  expect(await seen(await at({ lat: 12.97, lon: 77.64088 }))).toBe(false)
  expect(await seen(await report(asha, { place: { area: 'Park' } }))).toBe(false)
  const pune = { area: 'Pune, Maharashtra', position: { lat: 18.52, lon: 73.86 }, reachKm: 14 }
  const id = await report(asha, { place: pune })
  expect(await world.visitor.reports.report({ id })).toMatchObject({ isRough: true, reachKm: 14 })
  await asha.call.reports.change({
    id,
    place: { area: 'Kothrud, Pune', position: { lat: 18.51, lon: 73.81 } },
  })
  expect(await world.visitor.reports.report({ id })).toMatchObject({ isRough: true, reachKm: null })
})

test('a shared number is for readers who have confirmed something, 20 times a day', async () => {
  const limited = await openWorld({ RATE_LIMITS: 'on' })
  const owner = await limited.signUp('owner')
  const [reader, blocked] = [await limited.signUp('reader'), await limited.signUp('blocked')]
  const make = (contact_phone: string | null) =>
    makeReport(limited.db, { userId: owner.userId, at: mondayMorning, facts: { contact_phone } })
  const id = await make('+919845000101')
  const confirm = (who: Person) =>
    limited.db.updateTable('users').set({ email_verified: true }).where('id', '=', who.userId).execute()
  await refused(reader.call.reports.phone({ id }), 'reports.unconfirmed_reader')
  await refused(limited.visitor.reports.phone({ id }), 'request.signed_out')
  await confirm(reader)
  await confirm(blocked)
  const none = await make(null)
  await refused(reader.call.reports.phone({ id: none }), 'request.not_found')
  await limited.db
    .insertInto('message_blocks')
    .values({
      blocker_id: owner.userId,
      blocked_id: blocked.userId,
      created_at: mondayMorning,
      blocked_name: 'x',
      pet_names: '{}',
    })
    .execute()
  expect(await blocked.call.reports.report({ id })).toMatchObject({ sharesPhone: false })
  await refused(blocked.call.reports.phone({ id }), 'request.not_found')
  for (let count = 3; count <= 20; count++)
    expect(await reader.call.reports.phone({ id })).toEqual({ phone: '+919845000101' })
  await refused(reader.call.reports.phone({ id }), 'reports.phones_enough')
})

const link = 'https://evil.example/pay'
test.each([
  ['name', { petName: link }],
  ['area', { place: { area: link } }],
  ['story', { story: `Pay at ${link}` }],
  ['collar', { collar: 'www.evil.example' }],
])('a link in a report’s %s is refused, also when it is changed later', async (_what, part) => {
  await refused(report(asha, part), 'reports.no_links')
  const id = await makeReport(db, { userId: asha.userId, at: mondayMorning })
  await refused(asha.call.reports.change({ id, ...part }), 'reports.no_links')
})

test('comments and sightings with a link are refused, and readers of payment ids, numbers and codes are warned', async () => {
  const id = await makeReport(db, {
    userId: asha.userId,
    at: mondayMorning,
    facts: { story: 'Call 98765 43210' },
  })
  const seenAt = hours(-1).toISOString()
  await refused(ravi.call.reports.comment({ id, text: `Look: ${link}` }), 'reports.no_links')
  await refused(ravi.call.reports.sight({ id, seenAt, place: link }), 'reports.no_links')
  await refused(ravi.call.reports.sight({ id, seenAt, place: 'Park', direction: link }), 'reports.no_links')
  await ravi.call.reports.comment({ id, text: 'Pay Rs 5000 to me@okaxis' })
  await ravi.call.reports.sight({ id, seenAt, place: '9th Main, 560038', text: 'By the bakery' })
  const { rows } = await world.visitor.reports.timeline({ id })
  expect(rows.map(({ kind, isRisky }) => [kind, isRisky]).toSorted()).toEqual([
    ['comment', true],
    ['sighting', false],
  ])
  expect(await world.visitor.reports.report({ id })).toMatchObject({ isRisky: true })
})

test('one’s own reports can be asked for by pet, and nobody else’s', async () => {
  const pet = await makePet(db, { ownerId: asha.ownerId, photoUrl: '/portraits/bruno.svg' })
  const id = await report(asha, { petId: pet.id })
  await report(asha)
  const of = async (who: Person) => (await who.call.reports.mine({ petId: pet.id })).rows.map((row) => row.id)
  expect(await of(asha)).toEqual([id])
  expect(await of(zoya)).toEqual([])
})

test('readers are warned of a writer whose name, from before such were refused, is a payment id', async () => {
  const id = await makeReport(db, { userId: asha.userId, at: mondayMorning })
  const mallory = await world.signUp('mallory.w')
  await mallory.call.reports.comment({ id, text: 'I have him' })
  const isRisky = async () => (await world.visitor.reports.timeline({ id })).rows[0]!.isRisky
  expect(await isRisky()).toBe(false)
  await db.updateTable('users').set({ name: 'evil@ybl UPI' }).where('id', '=', mallory.userId).execute()
  expect(await isRisky()).toBe(true)
})

test('a report of one’s own pet shows the pet’s photo; someone else’s pet can’t be reported', async () => {
  const { id: petId } = await makePet(db, { ownerId: asha.ownerId, photoUrl: '/portraits/bruno.svg' })
  const id = (await asha.call.reports.create({ ...lost, petId })).id
  expect((await world.visitor.reports.report({ id })).photos).toEqual(['/portraits/bruno.svg'])
  await refused(ravi.call.reports.create({ ...lost, petId }), 'reports.pet_not_found')
  const { id: plain } = await makePet(db, { ownerId: asha.ownerId })
  await refused(asha.call.reports.create({ ...lost, petId: plain }), 'reports.photo_needed')
})

test.each([
  ['without a photo', {}, 'reports.photo_needed'],
  ['seen in an hour', { seenAt: hours(1).toISOString() }, 'reports.seen_in_future'],
  ['seen three years ago', { seenAt: days(-1100).toISOString() }, 'reports.seen_too_long_ago'],
])('a lost pet %s is refused', async (_what, part, code) => {
  await refused(asha.call.reports.create({ ...lost, ...part }), code)
})

test('a found pet needs neither photo nor name, and says where it is now', async () => {
  const id = await report(asha, {
    status: 'found',
    petName: ' ',
    // Nowhere near the lost ones of other tests, which it would match.
    place: { area: 'Hosur' },
    photos: [],
    hasReward: true,
    whereabouts: 'at_vet',
    canKeep: false,
  })
  expect(await world.visitor.reports.report({ id })).toMatchObject({
    status: 'found',
    petName: null,
    photos: [],
    hasReward: false,
    whereabouts: 'at_vet',
    canKeep: false,
  })
})

test('the list has active reports of others, newest first, 20 a page, by species, days and distance', async () => {
  const place = { lat: 22.5, lon: 88.3 }
  const make = (count: number, part: object) =>
    makeReport(db, { userId: asha.userId, at: hours(-count), position: place, ...part })
  const near: string[] = []
  for (let count = 1; count <= 22; count++) near.push(await make(count, {}))
  const cat = await make(200, { facts: { species: 'cat' } })
  const far = await make(3, { position: { lat: 22.7, lon: 88.3 } })
  const search = { status: 'lost' as const, ...place, within: 10 }
  const first = await ravi.call.reports.reports(search)
  expect(first.rows.map(({ id }) => id)).toEqual(near.slice(0, 20))
  expect(first.rows[0]).toMatchObject({ distanceKm: 0, photoUrl: '/portraits/bruno.svg' })
  const second = await ravi.call.reports.reports({ ...search, cursor: first.nextCursor! })
  expect(second).toMatchObject({ rows: [...near.slice(20), cat].map((id) => ({ id })), nextCursor: null })
  const ids = async (part: object) =>
    (await world.visitor.reports.reports({ ...search, ...part })).rows.map(({ id }) => id)
  expect(await ids({ species: 'cat' })).toEqual([cat])
  expect(await ids({ species: 'cat', days: 7 })).toEqual([])
  expect((await ids({ within: 25 })).includes(far)).toBe(true)
  expect(await ids({ status: 'found' })).toEqual([])
  expect((await asha.call.reports.reports(search)).rows).toEqual([])
  expect((await asha.call.reports.mine({})).rows.length).toBe(20)
  await asha.call.reports.reunite({ id: near[0]! })
  expect((await ids({})).includes(near[0]!)).toBe(false)
})

test('distances are counted from the rounded place, so three of them don’t give the exact one away', async () => {
  const [a, b] = [
    { lat: 10.00081, lon: 76.00081 },
    { lat: 10.00319, lon: 76.00319 },
  ]
  for (const position of [a, b]) await makeReport(db, { userId: asha.userId, at: mondayMorning, position })
  const rows = await db
    .selectFrom('pet_reports')
    .select(['shown_latitude', 'shown_longitude', 'position'])
    .where('latitude', 'in', [a.lat, b.lat])
    .execute()
  expect(rows[0]).toEqual(rows[1])
  expect(rows[0]).toMatchObject({ shown_latitude: 10.002, shown_longitude: 76.002 })
})

test('its followers hear once that a pet is home; then nothing can be added or moved', async () => {
  const id = await report()
  await ravi.call.reports.follow({ id, isFollowed: true })
  await zoya.call.reports.follow({ id, isFollowed: true })
  await zoya.call.reports.follow({ id, isFollowed: false })
  expect(await ravi.call.reports.report({ id })).toMatchObject({ isFollowed: true })
  const outcomes = await Promise.allSettled([
    asha.call.reports.reunite({ id }),
    asha.call.reports.withdraw({ id }),
    asha.call.reports.reunite({ id }),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { state, closedAt } = await asha.call.reports.report({ id })
  expect(closedAt).toEqual(mondayMorning)
  const title = state === 'reunited' ? 'Good news: Bruno is home' : 'Report withdrawn: Bruno'
  expect(await told(ravi, id)).toEqual([['report_updated', title]])
  expect(await told(zoya, id)).toEqual([])
  await refused(asha.call.reports.revive({ id }), 'reports.move_not_allowed')
  await refused(asha.call.reports.change({ id, story: 'More' }), 'reports.not_active')
})

test('those who wrote to each other about a pet hear that it is home', async () => {
  const id = await report()
  const found = await report(ravi, { status: 'found' })
  const zoyas = await report(zoya, { status: 'found' })
  const helper = await world.signUp('helper')
  await helper.call.reports.message({ id, text: 'Is he shy?' })
  await asha.call.reports.message({ id: found, text: 'That may be Bruno.' })
  await asha.call.reports.reunite({ id })
  const isHome = ['report_updated', 'Good news: Bruno is home']
  expect(await told(helper, id)).toContainEqual(isHome)
  expect(await told(ravi, id)).toContainEqual(isHome)
  expect(await told(zoya, id)).not.toContainEqual(isHome)
  expect(await told(asha, id)).not.toContainEqual(isHome)
  await ravi.call.reports.remove({ id: found })
  await zoya.call.reports.remove({ id: zoyas })
})

test('a withdrawn report is its reporter’s alone', async () => {
  const id = await report()
  await asha.call.reports.withdraw({ id })
  for (const call of [world.visitor, ravi.call]) {
    await refused(call.reports.report({ id }), 'request.not_found')
    await refused(call.reports.timeline({ id }), 'request.not_found')
  }
  expect(await asha.call.reports.report({ id })).toMatchObject({ state: 'withdrawn' })
  await refused(ravi.call.reports.comment({ id, text: 'Hello?' }), 'request.not_found')
})

test('comments and sightings reach the reporter and the followers, and the timeline shows them', async () => {
  const id = await report()
  await ravi.call.reports.sight({
    id,
    seenAt: hours(-1).toISOString(),
    place: 'CMH Road, near the metro',
    direction: 'Towards Ulsoor',
    photo: await makePhoto(),
  })
  expect(await told(asha, id)).toEqual([['report_marked_seen', 'Somebody saw Bruno']])
  world.clock.now = hours(1)
  await zoya.call.reports.comment({ id, text: 'I will look in the park.' })
  expect(await told(asha, id)).toEqual([
    ['new_comment_on_report', 'New comment: Bruno'],
    ['report_marked_seen', 'Somebody saw Bruno'],
  ])
  expect(await told(ravi, id)).toEqual([['new_comment_on_report', 'New comment: Bruno']])
  expect(await told(zoya, id)).toEqual([])
  const { rows } = await ravi.call.reports.timeline({ id })
  expect(rows).toMatchObject([
    { kind: 'comment', by: 'zoya', text: 'I will look in the park.', mayRemove: false, isReporter: false },
    { kind: 'sighting', place: 'CMH Road, near the metro', direction: 'Towards Ulsoor', mayRemove: true },
  ])
  const photo = world.url + rows[1]!.photoUrl
  expect((await fetch(photo)).status).toBe(200)
  await refused(ravi.call.reports.removeEntry({ id: rows[0]!.id }), 'request.not_found')
  await asha.call.reports.removeEntry({ id: rows[0]!.id })
  await ravi.call.reports.removeEntry({ id: rows[1]!.id })
  expect((await world.visitor.reports.timeline({ id })).rows).toEqual([])
  await refused(
    ravi.call.reports.sight({ id, seenAt: hours(9).toISOString(), place: 'Here' }),
    'reports.seen_in_future',
  )
})

test('one person writes at most ten times a day about somebody else’s report, and renewing it twice is one line', async () => {
  const id = await report()
  for (let one = 1; one <= 10; one++) await ravi.call.reports.comment({ id, text: `Number ${one}` })
  await refused(ravi.call.reports.comment({ id, text: 'Once more' }), 'reports.wrote_enough')
  await asha.call.reports.comment({ id, text: 'Thank you' })
  for (let one = 0; one < 2; one++) await asha.call.reports.renew({ id })
  const { rows } = await asha.call.reports.timeline({ id })
  expect(rows.filter(({ kind }) => kind === 'renewed')).toHaveLength(1)
})

test('people whom the reporter has blocked can’t write under the report, and don’t see the phone number', async () => {
  const id = await report(asha, { contactPhone: '+919810012345' })
  expect(await zoya.call.reports.report({ id })).toMatchObject({ sharesPhone: true })
  await db
    .insertInto('message_blocks')
    .values({
      blocker_id: asha.userId,
      blocked_id: zoya.userId,
      created_at: mondayMorning,
      blocked_name: 'zoya',
      pet_names: '{}',
    })
    .execute()
  await refused(zoya.call.reports.comment({ id, text: 'Me again' }), 'reports.closed_to_me')
  expect(await zoya.call.reports.report({ id })).toMatchObject({ sharesPhone: false })
  await db.deleteFrom('message_blocks').execute()
})

/** Holds all mails and pushes of this person all day, and says what waits. */
async function keepQuiet({ call, userId }: Person) {
  await call.notifications.setTiming({ pace: 'at_once', quiet: { from: '00:00', until: '23:59' } })
  return async (): Promise<string[]> => {
    await deliver()
    const waiting = db
      .selectFrom('waiting_notices as w')
      .innerJoin('notifications as n', 'n.id', 'w.notification_id')
      .where('w.user_id', '=', userId)
      .orderBy('n.created_at')
      .select('n.title')
    return (await waiting.execute()).map(({ title }) => title)
  }
}

test('a sighting wakes the reporter of a lost pet, and no follower', async () => {
  const [nila, tara] = [await world.signUp('nila'), await world.signUp('tara')]
  const [forReporter, forFollower] = [await keepQuiet(nila), await keepQuiet(tara)]
  const id = await report(nila)
  await tara.call.reports.follow({ id, isFollowed: true })
  await ravi.call.reports.sight({ id, seenAt: hours(-1).toISOString(), place: 'CMH Road' })
  expect(await forFollower()).toEqual(['Somebody saw Bruno'])
  expect(await forReporter()).toEqual([])
})

test('waiting notices of a report go with a removed comment, with later news and with the report', async () => {
  const bela = await world.signUp('bela')
  const waiting = await keepQuiet(bela)
  const id = await report()
  await bela.call.reports.follow({ id, isFollowed: true })
  await zoya.call.reports.comment({ id, text: 'Wrong report, sorry.' })
  expect(await waiting()).toEqual(['New comment: Bruno'])
  const { rows } = await zoya.call.reports.timeline({ id })
  await zoya.call.reports.removeEntry({ id: rows[0]!.id })
  expect(await waiting()).toEqual([])

  await zoya.call.reports.comment({ id, text: 'I will look in the park.' })
  await asha.call.reports.change({ id, collar: 'Red' })
  expect(await waiting()).toEqual(['New comment: Bruno', 'Updated: Bruno'])
  await asha.call.reports.reunite({ id })
  expect(await waiting()).toEqual(['Good news: Bruno is home'])

  const usha = await world.signUp('usha')
  const waitingThere = await keepQuiet(usha)
  const other = await report()
  await usha.call.reports.follow({ id: other, isFollowed: true })
  await zoya.call.reports.comment({ id: other, text: 'I will look there too.' })
  expect(await waitingThere()).toEqual(['New comment: Bruno'])
  await asha.call.reports.remove({ id: other })
  expect(await waitingThere()).toEqual(['Report deleted'])
})

test('a waiting question whether a report still holds goes once it is answered', async () => {
  const indu = await world.signUp('indu')
  const waiting = await keepQuiet(indu)
  const [bruno, kavi] = [await report(indu), await report(indu, { petName: 'Kavi' })]
  world.clock.now = days(7)
  await sweep(askIfReportsHold)
  expect((await waiting()).sort()).toEqual(['Is Bruno still missing?', 'Is Kavi still missing?'])
  await indu.call.reports.renew({ id: bruno })
  expect(await waiting()).toEqual(['Is Kavi still missing?'])
  await indu.call.reports.change({ id: kavi, collar: 'Red' })
  expect(await waiting()).toEqual([])
})

test.each([
  ['reunite', 12.3],
  ['withdraw', 13.9],
  ['remove', 15.4],
] as const)(
  'a waiting notice of a match goes when the other reporter closes theirs: %s',
  async (how, lat) => {
    const [finder, owner] = [await world.signUp(`finder${how}`), await world.signUp(`owner${how}`)]
    const waiting = await keepQuiet(owner)
    const place = { area: 'Mysuru', position: { lat, lon: 76.64 } }
    const dog = { place, breed: 'Indie', sex: 'male' as const, colours: 'Brown', size: 'medium' as const }
    await report(owner, dog)
    const seenAt = hours(-1).toISOString()
    const found = await report(finder, { ...dog, status: 'found', petName: null, seenAt })
    expect(await waiting()).toEqual(['A found pet may be Bruno'])
    await finder.call.reports[how]({ id: found })
    expect(await waiting()).toEqual([])
  },
)

test('a block drops the waiting notices of what that person wrote, and of nobody else', async () => {
  const [gita, hema] = [await world.signUp('gita'), await world.signUp('hema')]
  const waiting = await keepQuiet(gita)
  const id = await report(gita)
  await hema.call.reports.comment({ id, text: 'I know where he is.' })
  await zoya.call.reports.comment({ id, text: 'I will look too.' })
  expect(await waiting()).toHaveLength(2)
  await db.transaction().execute((tx) => {
    const announce = world.app.jobs.announceIn(tx)
    const block = { blockerId: gita.userId, blockedId: hema.userId }
    return announce<PersonBlocked>('messaging.person_blocked', block)
  })
  expect(await waiting()).toHaveLength(1)
})

test('a block drops the waiting notice of a match with that person’s report, and later matches with it aren’t announced', async () => {
  const [gopal, hina, ila] = [
    await world.signUp('gopal'),
    await world.signUp('hina'),
    await world.signUp('ila'),
  ]
  const waiting = await keepQuiet(gopal)
  const place = { area: 'Shillong', position: { lat: 25.57, lon: 91.88 } }
  const dog = { place, breed: 'Indie', sex: 'male' as const, colours: 'Brown', size: 'medium' as const }
  const own = await report(gopal, dog)
  const find = (finder: Person) =>
    report(finder, { ...dog, status: 'found', petName: null, seenAt: hours(-1).toISOString() })
  await find(hina)
  await find(ila)
  expect(await waiting()).toHaveLength(2)
  const block = { blocker_id: gopal.userId, blocked_id: hina.userId, created_at: mondayMorning }
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('message_blocks')
      .values({ ...block, blocked_name: 'hina', pet_names: '{}' })
      .execute()
    const announce = world.app.jobs.announceIn(tx)
    const data = { blockerId: gopal.userId, blockedId: hina.userId }
    return announce<PersonBlocked>('messaging.person_blocked', data)
  })
  expect(await waiting()).toHaveLength(1)
  const again = await find(hina)
  expect(await waiting()).toHaveLength(1)
  expect(await told(gopal, own)).toHaveLength(2)
  expect(await told(hina, again)).toHaveLength(1)
  await db.deleteFrom('message_blocks').execute()
})

test('followers hear nothing of a writer whom they have blocked', async () => {
  const id = await report()
  await ravi.call.reports.follow({ id, isFollowed: true })
  const block = { blocker_id: ravi.userId, blocked_id: zoya.userId, created_at: mondayMorning }
  await db
    .insertInto('message_blocks')
    .values({ ...block, blocked_name: 'zoya', pet_names: '{}' })
    .execute()
  await zoya.call.reports.comment({ id, text: 'Me again' })
  expect(await told(ravi, id)).toEqual([])
  expect(await told(asha, id)).toEqual([['new_comment_on_report', 'New comment: Bruno']])
  await db.deleteFrom('message_blocks').execute()
})

test('an edit keeps the other parts, and several within an hour are told once', async () => {
  const id = await report(asha, { breed: 'Beagle', photos: [await makePhoto(), await makePhoto('two.jpg')] })
  await ravi.call.reports.follow({ id, isFollowed: true })
  const [first] = (await asha.call.reports.report({ id })).photos
  await asha.call.reports.change({ id, collar: 'Red', removePhotos: [first!] })
  await asha.call.reports.change({ id, photos: [await makePhoto('three.jpg')], story: 'He ran off.' })
  const seen = await ravi.call.reports.report({ id })
  expect(seen).toMatchObject({ breed: 'Beagle', collar: 'Red', story: 'He ran off.' })
  expect(seen.photos).toHaveLength(2)
  expect(seen.photos).not.toContain(first)
  expect((await fetch(world.url + first)).status).toBe(404)
  expect(await told(ravi, id)).toEqual([['report_updated', 'Updated: Bruno']])
  await refused(asha.call.reports.change({ id, removePhotos: seen.photos }), 'reports.photo_needed')
  const six = await Promise.all(Array.from({ length: 5 }, (_, one) => makePhoto(`${one}.jpg`)))
  await refused(asha.call.reports.change({ id, photos: six }), 'reports.too_many_photos')
  await refused(ravi.call.reports.change({ id, story: 'Mine' }), 'request.not_found')
})

test('the reporter is asked each week; an answer or an edit counts, and 182 days of silence make it stale', async () => {
  const id = await report()
  await ravi.call.reports.follow({ id, isFollowed: true })
  world.clock.now = days(7)
  expect(await sweep(askIfReportsHold)).toBeGreaterThan(0)
  await sweep(askIfReportsHold)
  expect(await told(asha, id)).toEqual([['report_updated', 'Is Bruno still missing?']])
  expect((await asha.call.reports.report({ id })).own).toMatchObject({ isAsked: true })
  await asha.call.reports.renew({ id })
  expect((await asha.call.reports.report({ id })).own).toMatchObject({ isAsked: false, staleAt: days(189) })
  world.clock.now = new Date(days(189).getTime() - 1)
  await sweep(lapseReports)
  expect(await ravi.call.reports.report({ id })).toMatchObject({ state: 'active' })
  world.clock.now = days(189)
  await sweep(lapseReports)
  expect(await ravi.call.reports.report({ id })).toMatchObject({ state: 'stale' })
  for (const who of [asha, ravi])
    expect((await told(who, id))[0]).toEqual(['report_updated', 'No longer active: Bruno'])
  await refused(ravi.call.reports.comment({ id, text: 'Any news?' }), 'reports.not_active')
  await asha.call.reports.revive({ id })
  expect((await told(ravi, id))[0]).toEqual(['report_updated', 'Active again: Bruno'])
  expect((await ravi.call.reports.timeline({ id })).rows.map(({ kind }) => kind)).toEqual([
    'revived',
    'lapsed',
    'renewed',
  ])
})

test('a deleted report goes with its photos and timeline, and its followers are told', async () => {
  const before = (await filesOnDisk(world.dataDir)).length
  const id = await report()
  await ravi.call.reports.sight({
    id,
    seenAt: hours(-1).toISOString(),
    place: 'CMH Road',
    photo: await makePhoto(),
  })
  await refused(ravi.call.reports.remove({ id }), 'request.not_found')
  await asha.call.reports.remove({ id })
  await refused(asha.call.reports.report({ id }), 'request.not_found')
  expect(await told(ravi, id)).toEqual([['report_deleted', 'Report deleted']])
  expect((await ravi.call.notifications.list({})).rows[0]!.metadata).toEqual({
    report_id: id,
    pet_name: 'Bruno',
    status: 'lost',
    pet_picture_url: null,
  })
  // The finder's file has no row any more, and goes with the nightly sweep.
  expect((await filesOnDisk(world.dataDir)).length).toBe(before + 1)
  const { uploads } = await db
    .selectFrom('uploads')
    .where('user_id', '=', ravi.userId)
    .select((eb) => eb.fn.countAll<number>().as('uploads'))
    .executeTakeFirstOrThrow()
  expect(uploads).toBe(0)
})

test('a lost and a found report of the same pet match, and only their two reporters see that', async () => {
  const place = { area: 'Kochi', position: { lat: 9.93, lon: 76.26 } }
  const dog = { place, breed: 'Indie', sex: 'male' as const, colours: 'Brown', size: 'medium' as const }
  const id = await report(asha, dog)
  const seenAt = hours(-1).toISOString()
  const found = await report(ravi, { ...dog, status: 'found', petName: null, seenAt })
  await report(ravi, { ...dog, status: 'found', petName: null, seenAt: hours(-30).toISOString() })
  await report(ravi, { ...dog, status: 'found', petName: null, seenAt, species: 'cat' })
  const { rows } = await asha.call.reports.matches({ id })
  expect(rows).toMatchObject([{ id: found, score: 85, distanceKm: 0 }])
  expect(rows[0]!.reasons).toContain('same breed (Indie)')
  expect((await ravi.call.reports.matches({ id: found })).rows.map((row) => row.id)).toContain(id)
  await refused(zoya.call.reports.matches({ id }), 'request.not_found')
})

test('species, place and time alone are enough for both reporters to see the other’s report', async () => {
  const place = { area: 'Madurai', position: { lat: 9.925, lon: 78.119 } }
  const id = await report(asha, { place, petName: null, seenAt: hours(-3).toISOString() })
  const seenAt = hours(-2).toISOString()
  const found = await ravi.call.reports.create({ status: 'found', species: 'dog', seenAt, place })
  const reasons = expect.arrayContaining(['same species', 'about 1 km apart'])
  expect((await asha.call.reports.matches({ id })).rows).toMatchObject([{ id: found.id, score: 40, reasons }])
  expect((await ravi.call.reports.matches({ id: found.id })).rows).toMatchObject([{ id, score: 40, reasons }])
  expect((await told(ravi, found.id)).at(-1)).toEqual([
    'report_updated',
    'Somebody may be looking for the found dog',
  ])
})

test('a complaint reaches the desk without the reporter, and a removal tells the reporter why', async () => {
  const desk = await openDesk(world, 'meera')
  const id = await report()
  await ravi.call.reports.follow({ id, isFollowed: true })
  world.clock.now = hours(1)
  await ravi.call.reports.complain({ id, reason: 'He asks for money.' })
  await refused(ravi.call.reports.complain({ id, reason: 'Again' }), 'reports.already_complained')
  await refused(asha.call.reports.complain({ id, reason: 'Mine' }), 'reports.own_report')
  const listed = (await desk.call.petReports({})).rows[0]
  expect(listed).toMatchObject({
    id,
    petName: 'Bruno',
    reporter: { id: asha.userId },
    removed: null,
    complaints: [{ reason: 'He asks for money.', at: hours(1) }],
  })
  expect(await told(asha, id)).toEqual([])
  const removals = await Promise.allSettled(
    ['A scam', 'A scam too'].map((reason) => desk.call.removePetReport({ id, reason })),
  )
  expect(removals.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  for (const call of [asha.call, ravi.call, world.visitor])
    await refused(call.reports.report({ id }), 'request.not_found')
  expect((await asha.call.reports.mine({})).rows.map((row) => row.id)).not.toContain(id)
  for (const who of [asha, ravi])
    expect(await told(who, id)).toEqual([['report_deleted', 'Report removed: Bruno']])
  expect((await desk.call.petReports({ show: 'removed' })).rows[0]).toMatchObject({
    id,
    removed: { by: 'meera', at: hours(1) },
  })
  expect((await desk.call.log({})).rows[0]).toMatchObject({ action: 'pet.report_removed' })
})

test('support removes one comment: its writer reads why, its report stays, and of two admins one is faster', async () => {
  const desk = await openDesk(world, 'omar', 'support')
  const id = await report(asha, { petName: 'Moti' })
  await ravi.call.reports.comment({ id, text: 'Filthy words' })
  await ravi.call.reports.comment({ id, text: 'I’ll look around the lake' })
  await world.app.jobs.deliverEvents(world.clock.now)
  const entries = async () => (await desk.call.petReportEntries({ id })).rows
  const bad = (await entries()).find(({ text }) => text === 'Filthy words')!
  expect(bad).toMatchObject({ kind: 'comment', writer: { id: ravi.userId, name: 'ravi' } })
  await refused(desk.call.removePetReportEntry({ id, reason: 'Rude' }), 'request.not_found')
  const tries = await Promise.allSettled(
    [1, 2].map(() => desk.call.removePetReportEntry({ id: bad.id, reason: 'It insults people.' })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await world.app.jobs.deliverEvents(world.clock.now)
  const { rows } = await ravi.call.notifications.list({})
  expect(rows.filter(({ title }) => title === 'Your comment was removed: Moti')).toMatchObject([
    { message: 'Support removed your comment under the report of Moti. Reason: It insults people.' },
  ])
  expect((await entries()).map(({ text }) => text)).toEqual(['I’ll look around the lake'])
  expect((await world.visitor.reports.timeline({ id })).rows.map(({ text }) => text)).toEqual([
    'I’ll look around the lake',
  ])
  expect((await desk.call.log({ subjectId: id })).rows).toMatchObject([
    { action: 'pet.comment_removed', reason: 'It insults people.' },
  ])
})

test('people who complained hear whether the report stays, and can complain again then', async () => {
  const desk = await openDesk(world, 'leela')
  const id = await report(asha, { petName: 'Rex' })
  const saved = world.clock.now
  await ravi.call.reports.complain({ id, reason: 'He asks for money.' })
  await zoya.call.reports.complain({ id, reason: 'He asks me as well.' })
  const decisions = await Promise.allSettled(
    [1, 2].map(() => desk.call.keepPetReport({ id, reason: 'He asked for a photo.' })),
  )
  expect(decisions.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await world.app.jobs.deliverEvents(saved)
  const news = async (who: Person) =>
    (await who.call.notifications.list({})).rows.filter(
      ({ title }) => title === 'Your complaint about a pet report: Rex',
    )
  for (const who of [ravi, zoya])
    expect(await news(who)).toMatchObject([{ type: 'report_resolved', message: outcomeText.no_breach }])
  expect((await desk.call.petReports({ search: 'Rex' })).rows.find((row) => row.id === id)).toMatchObject({
    complaints: [{ closed: { outcome: 'no_breach' } }, { closed: { outcome: 'no_breach' } }],
  })
  await ravi.call.reports.complain({ id, reason: 'Now he asks for a deposit.' })
  await desk.call.removePetReport({ id, reason: 'A scam' })
  await world.app.jobs.deliverEvents(saved)
  expect((await news(ravi)).map(({ message }) => message)).toEqual([outcomeText.acted, outcomeText.no_breach])
  expect((await news(zoya)).length).toBe(1)
  expect((await desk.call.log({})).rows.slice(0, 2)).toMatchObject([
    { action: 'pet.report_removed' },
    { action: 'pet.report_kept' },
  ])
})

test('the reports of a suspended person are hidden from everyone else', async () => {
  const id = await report(zoya)
  await db
    .updateTable('users')
    .set({ suspended_at: mondayMorning, suspended_reason: 'Scam' })
    .where('id', '=', zoya.userId)
    .execute()
  await refused(ravi.call.reports.report({ id }), 'request.not_found')
  const { rows } = await ravi.call.reports.reports({ status: 'lost' })
  expect(rows.map((row) => row.id)).not.toContain(id)
})
