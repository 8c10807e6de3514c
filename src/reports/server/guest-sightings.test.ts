import { expect, test } from 'vitest'
import { ask } from '#/accounts/server/sign-in.factory.ts'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { DAY, HOUR } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { readOutbox } from '#/kernel/server/outbox.ts'
import { mailsADay, shares } from '#/notifications/rules.ts'
import { filesOnDisk, makePhoto } from '#/pets/server/photo.factory.ts'
import type { EntryAdded } from '#/reports/events.ts'
import { addEntry } from './entries.ts'
import { makeReport } from './report.factory.ts'
import { forgetGuestPhones } from './sweeps.ts'

const world = await openWorld({ RATE_LIMITS: 'on' })
const { db, clock, visitor } = world
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const report = (facts = {}) => makeReport(db, { userId: asha.userId, at: clock.now, facts })
const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })

async function confirm(phoneNumber: string): Promise<string> {
  await db.deleteFrom('phone_codes').execute()
  expect(await ask(world.url, '/phone-codes', { phoneNumber })).toMatchObject({ status: 200 })
  const [text] = (await readOutbox(world.dataDir, 20)).filter(({ kind }) => kind === 'sms')
  const [, code] = /^(\d{6})/.exec(text!.text)!
  const answer = await ask(world.url, '/confirm-phone', { phoneNumber, code })
  return String(answer.body['proof'])
}

type Sighting = Parameters<typeof visitor.reports.sightAsGuest>[0]
const sighting = (id: string, part: Partial<Sighting> & Pick<Sighting, 'phoneProof'>): Sighting => ({
  id,
  seenAt: clock.now.toISOString(),
  place: 'Behind the bakery',
  phone: '98765 43210',
  ...part,
})

test('somebody without an account tells where they saw a pet, and its owner alone sees their number and the exact place', async () => {
  const id = await report()
  const phoneProof = await confirm('98765 43210')
  const photo = Buffer.from(await (await makePhoto()).arrayBuffer()).toString('base64')
  const position = { lat: 12.978434, lon: 77.640881 }
  const files = (await filesOnDisk(world.dataDir)).length
  await visitor.reports.sightAsGuest(sighting(id, { phoneProof, position, photo, direction: 'South' }))
  expect((await filesOnDisk(world.dataDir)).length).toBe(files + 1)
  const [own] = (await asha.call.reports.timeline({ id })).rows
  expect(own).toMatchObject({
    kind: 'sighting',
    by: null,
    isReporter: false,
    mayRemove: true,
    mayComplain: true,
    isBlocked: null,
    place: 'Behind the bakery',
    direction: 'South',
    phone: '+919876543210',
    position: { lat: 12.97843, lon: 77.64088 },
  })
  expect(await fetch(world.url + own!.photoUrl)).toMatchObject({ status: 200 })
  for (const reader of [visitor, ravi.call]) {
    const [seen] = (await reader.reports.timeline({ id })).rows
    expect(seen).toMatchObject({ phone: null, position: { lat: 12.978, lon: 77.64 }, mayRemove: false })
  }
  await world.app.jobs.deliverEvents(clock.now)
  expect((await asha.call.notifications.list({})).rows[0]).toMatchObject({ title: 'Somebody saw Bruno' })
  await asha.call.reports.removeEntry({ id: own!.id })
  expect((await visitor.reports.timeline({ id })).rows).toEqual([])
})

test('another number’s proof, an old one, links and closed reports are refused', async () => {
  const id = await report()
  const phoneProof = await confirm('98765 43211')
  await refused(visitor.reports.sightAsGuest(sighting(id, { phoneProof })), 'reports.phone_not_confirmed')
  const mine = { phoneProof, phone: '98765 43211' }
  const link = sighting(id, { ...mine, place: 'https://evil.example' })
  await refused(visitor.reports.sightAsGuest(link), 'reports.no_links')
  const closed = await report({ state: 'stale' })
  await refused(visitor.reports.sightAsGuest(sighting(closed, mine)), 'reports.not_active')
  const withdrawn = await report({ state: 'withdrawn', closed_at: clock.now })
  await refused(visitor.reports.sightAsGuest(sighting(withdrawn, mine)), 'request.not_found')
  clock.now = new Date(mondayMorning.getTime() + 2 * HOUR)
  await refused(visitor.reports.sightAsGuest(sighting(id, mine)), 'reports.phone_not_confirmed')
  clock.now = mondayMorning
})

test('a number tells about three sightings a day, also when many are sent at once', async () => {
  const ids = await Promise.all([1, 2, 3, 4, 5].map(() => report()))
  const mine = { phone: '98765 43212', phoneProof: await confirm('98765 43212') }
  const tries = await Promise.allSettled(ids.map((id) => visitor.reports.sightAsGuest(sighting(id, mine))))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  await refused(visitor.reports.sightAsGuest(sighting(ids[0]!, mine)), 'reports.guest_wrote_enough')
})

/** Links a number to an account, as a login with a code does. */
const linkPhone = (who: Person, phone: string) =>
  db
    .insertInto('accounts')
    .values({
      id: newId(),
      user_id: who.userId,
      provider_id: 'phone',
      issuer: 'phone',
      account_id: phone,
      updated_at: clock.now,
    })
    .execute()

test('people whom the reporter blocked, and suspended ones, can’t tell about a sighting without logging in', async () => {
  const id = await report()
  const zoya = await world.signUp('zoya')
  await linkPhone(zoya, '+919876543220')
  const theirs = { phone: '98765 43220', phoneProof: await confirm('98765 43220') }
  await zoya.call.reports.sight({ id, seenAt: clock.now.toISOString(), place: 'Park' })
  const [own] = (await asha.call.reports.timeline({ id })).rows
  await asha.call.reports.blockWriter({ id: own!.id, isBlocked: true })
  await refused(zoya.call.reports.comment({ id, text: 'Hello' }), 'reports.closed_to_me')
  await refused(visitor.reports.sightAsGuest(sighting(id, theirs)), 'reports.closed_to_me')
  await asha.call.reports.blockWriter({ id: own!.id, isBlocked: false })
  await visitor.reports.sightAsGuest(sighting(id, theirs))
  await db
    .updateTable('users')
    .set({ suspended_at: clock.now, suspended_reason: 'Scam' })
    .where('id', '=', zoya.userId)
    .execute()
  await refused(visitor.reports.sightAsGuest(sighting(id, theirs)), 'reports.closed_to_me')
})

test('a guest’s notice isn’t sent to followers who blocked the account of that number', async () => {
  const id = await report()
  const kabir = await world.signUp('kabir')
  await linkPhone(kabir, '+919876543221')
  await ravi.call.reports.follow({ id, isFollowed: true })
  await db
    .insertInto('message_blocks')
    .values({
      blocker_id: ravi.userId,
      blocked_id: kabir.userId,
      created_at: clock.now,
      blocked_name: 'Kabir',
      pet_names: '{}',
    })
    .execute()
  const theirs = { phone: '98765 43221', phoneProof: await confirm('98765 43221') }
  await visitor.reports.sightAsGuest(sighting(id, theirs))
  await world.app.jobs.deliverEvents(clock.now)
  const toldOf = async (who: Person) =>
    (await who.call.notifications.list({})).rows.filter(({ relatedReportId }) => relatedReportId === id)
  expect(await toldOf(asha)).toHaveLength(1)
  expect(await toldOf(ravi)).toEqual([])
})

test('readers complain about a guest’s sighting, and the desk removes it with its photo', async () => {
  const id = await report()
  const mine = { phone: '98765 43222', phoneProof: await confirm('98765 43222') }
  const photo = Buffer.from(await (await makePhoto()).arrayBuffer()).toString('base64')
  const uploads = () => db.selectFrom('uploads').select('id').orderBy('id').execute()
  const before = await uploads()
  await visitor.reports.sightAsGuest(sighting(id, { ...mine, photo, text: 'Filthy words' }))
  const [entry] = (await ravi.call.reports.timeline({ id })).rows
  expect(entry).toMatchObject({ mayComplain: true, isBlocked: null })
  const complain = (who: Person) => who.call.reports.complainAboutEntry({ id: entry!.id, reason: 'Rude' })
  await complain(ravi)
  await refused(complain(ravi), 'reports.already_complained')
  await complain(asha)
  await ravi.call.reports.complain({ id, reason: 'The report too' })
  const desk = await openDesk(world, 'meera')
  const find = async () => (await desk.call.petReports({})).rows.find((row) => row.id === id)
  expect((await find())?.complaints.filter(({ sighting: about }) => about)).toMatchObject([
    { reason: 'Rude', sighting: { id: entry!.id, text: 'Behind the bakery · Filthy words', isThere: true } },
    { reason: 'Rude' },
  ])
  await refused(desk.call.removePetReportEntry({ id, reason: 'Rude' }), 'request.not_found')
  const tries = await Promise.allSettled(
    ['One', 'Two'].map((reason) => desk.call.removePetReportEntry({ id: entry!.id, reason })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'reports.already_removed' },
  })
  expect((await visitor.reports.timeline({ id })).rows).toEqual([])
  expect(await uploads()).toEqual(before)
  expect((await find())?.complaints.map(({ closed }) => closed?.outcome ?? null).toSorted()).toEqual([
    'acted',
    'acted',
    null,
  ])
  expect((await desk.call.log({})).rows[0]).toMatchObject({ action: 'pet.sighting_removed' })
  await world.app.jobs.deliverEvents(clock.now)
  expect((await ravi.call.notifications.list({})).rows[0]).toMatchObject({
    title: 'Your complaint about a sighting: Bruno',
  })
  await desk.call.keepPetReport({ id, reason: 'Fine' })
})

test('a reporter who deletes a guest’s sighting ends the complaints about it', async () => {
  const id = await report()
  const mine = { phone: '98765 43223', phoneProof: await confirm('98765 43223') }
  await visitor.reports.sightAsGuest(sighting(id, mine))
  const [entry] = (await asha.call.reports.timeline({ id })).rows
  await ravi.call.reports.complainAboutEntry({ id: entry!.id, reason: 'Rude' })
  await asha.call.reports.removeEntry({ id: entry!.id })
  const desk = await openDesk(world, 'leela')
  await refused(desk.call.keepPetReport({ id, reason: 'Nothing left' }), 'reports.no_open_complaint')
})

test('guests together can’t use up the mails that the reporter may get', async () => {
  const tara = await world.signUp('tara')
  const id = await makeReport(db, { userId: tara.userId, at: clock.now })
  const guests = Array.from({ length: mailsADay(false) }, (_, index) => `guest-${index}`)
  await db.transaction().execute(async (tx) => {
    for (const guest of guests) {
      const facts = { reportId: id, userId: null, kind: 'sighting', seenAt: clock.now } as const
      const entryId = await addEntry(tx, { ...facts, place: 'Here', now: clock.now })
      await world.app.jobs.announceIn(tx)<EntryAdded>('reports.entry_added', { entryId, guest })
    }
  })
  await world.app.jobs.deliverEvents(clock.now)
  const { count } = await db
    .selectFrom('rate_limits')
    .select('attempts as count')
    .where('key', '=', `notice-mail ${tara.userId}`)
    .executeTakeFirstOrThrow()
  expect(count).toBe(mailsADay(false) * shares.people)
})

test('numbers are forgotten after 90 days, and the sightings stay', async () => {
  const id = await report()
  const mine = { phone: '98765 43213', phoneProof: await confirm('98765 43213') }
  await visitor.reports.sightAsGuest(sighting(id, mine))
  const phones = async () => (await asha.call.reports.timeline({ id })).rows.map(({ phone }) => phone)
  const forget = () =>
    db
      .transaction()
      .execute((tx) =>
        forgetGuestPhones.run({ db: tx, now: clock.now, announce: world.app.jobs.announceIn(tx) }),
      )
  clock.now = new Date(mondayMorning.getTime() + 89 * DAY)
  await forget()
  expect(await phones()).toEqual(['+919876543213'])
  clock.now = new Date(mondayMorning.getTime() + 90 * DAY)
  await forget()
  expect(await phones()).toEqual([null])
  clock.now = mondayMorning
})

test('the invariants hold', async () => {
  expect(await world.findBrokenInvariants()).toEqual([])
})
