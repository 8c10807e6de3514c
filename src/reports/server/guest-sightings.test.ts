import { expect, test } from 'vitest'
import { ask } from '#/accounts/server/sign-in.factory.ts'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { readOutbox } from '#/kernel/server/outbox.ts'
import { filesOnDisk, makePhoto } from '#/pets/server/photo.factory.ts'
import { makeReport } from './report.factory.ts'
import { forgetGuestPhones } from './sweeps.ts'

const world = await openWorld({ RATE_LIMITS: 'on' })
const { db, clock, visitor } = world
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const report = (facts = {}) => makeReport(db, { userId: asha.userId, at: clock.now, facts })
const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })
const DAY = 86_400_000

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
    mayComplain: false,
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
  clock.now = new Date(mondayMorning.getTime() + 2 * 3_600_000)
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
