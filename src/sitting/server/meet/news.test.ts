import { beforeEach, expect, test, vi } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeSitter } from '#/sitting/server/sitter.factory.ts'
import { makeMeet } from './meet.factory.ts'

const world = await openWorld()
const { db, clock } = world
const { jobs } = world.app
const admin = await openDesk(world, 'desk')
const asha = await world.signUp('asha')
const om = await world.signUp('om')
const omId = await makeSitter(db, { userId: om.userId, fullName: 'Om Prakash' })
await vi.waitUntil(async () => (await om.call.accounts.me()).user?.records['pet_sitter'])
const bruno = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })

const tenOClock = new Date('2026-11-04T04:30:00Z')
const parties = { ownerId: asha.ownerId, sitterId: omId, petIds: [bruno.id], at: mondayMorning }
const ask = () =>
  asha.call.sitting.askToMeet({
    sitterId: omId,
    service: 'day-care',
    petIds: [bruno.id],
    kind: 'public',
    place: 'Cubbon Park',
    times: [{ date: '2026-11-04', time: '10:00' }],
  })
const agreed = () => makeMeet(db, { ...parties, times: [tenOClock], isAgreed: true })

async function settle() {
  while ((await jobs.deliverEvents(clock.now)) > 0);
}

/** Returns what somebody was told about meetings since the test began, latest first. */
async function told({ userId }: Person) {
  await settle()
  const rows = await db
    .selectFrom('notifications')
    .select(['title', 'message', 'metadata'])
    .where('user_id', '=', userId)
    .where('type', 'in', ['meet_greet', 'meet_greet_reminder'])
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ title, message, metadata }) => [title, message, (metadata as { href: string }).href])
}

const statusOf = async (id: string) =>
  (await db.selectFrom('meet_greets').select(['status', 'ended_by']).where('id', '=', id).executeTakeFirst())!

beforeEach(async () => {
  clock.now = mondayMorning
  await settle()
  await db.deleteFrom('meet_greets').execute()
  await db.deleteFrom('notifications').execute()
  await db.deleteFrom('message_blocks').execute()
})

test('the side that has to answer is told, and both hear what they agreed on, once', async () => {
  const { id } = await ask()
  expect(await told(asha)).toEqual([])
  expect(await told(om)).toEqual([
    [
      'asha would like to meet you',
      'Wed, 4 Nov 2026, 10:00. Please answer by Wed, 4 Nov 2026, 09:00.',
      `/appointments?side=visits&tab=requests&record=${id}`,
    ],
  ])
  await om.call.sitting.suggestMeeting({ id, times: [{ date: '2026-11-05', time: '18:00' }] })
  expect((await told(asha))[0]).toEqual([
    'Om Prakash suggests another time',
    'Thu, 5 Nov 2026, 18:00. Please answer by Wed, 4 Nov 2026, 09:00.',
    `/appointments?side=bookings&tab=upcoming&record=${id}`,
  ])
  await asha.call.sitting.acceptMeeting({ id, startsAt: new Date('2026-11-05T12:30:00Z') })
  expect((await told(asha))[0]![1]).toBe(
    'You’ll meet Om Prakash on Thu, 5 Nov 2026, 18:00, in a public place. It’s free. You’ll find the details under Appointments.',
  )
  expect((await told(om))[0]![1]).toContain('You’ll meet asha with Bruno on Thu, 5 Nov 2026, 18:00')
  expect(await told(om)).toHaveLength(2)
})

test('news that a later change has overtaken is skipped', async () => {
  const { id } = await ask()
  await om.call.sitting.acceptMeeting({ id, startsAt: tenOClock })
  await asha.call.sitting.cancelMeeting({ id, reason: 'Bruno is ill.' })
  expect(await told(om)).toEqual([
    [
      'Meet & greet cancelled',
      'asha can’t come on Wed, 4 Nov 2026, 10:00. Reason: Bruno is ill.',
      `/appointments?side=visits&tab=past&record=${id}`,
    ],
  ])
})

test('both sides hear that nobody answered in time', async () => {
  await ask()
  await settle()
  clock.now = new Date('2026-11-04T03:30:00Z')
  await jobs.runSweep('end-overdue-meet-greets', clock.now)
  expect((await told(asha))[0]![1]).toContain('Om Prakash didn’t answer in time.')
  expect((await told(om))[0]![1]).toBe('You didn’t answer asha in time.')
})

test('both are reminded once, the day before, but not if they agreed within that day', async () => {
  const id = await agreed()
  const remind = () => jobs.runSweep('remind-of-meet-greets', clock.now)
  expect(await remind()).toBe(0)
  clock.now = new Date('2026-11-03T04:30:00Z')
  expect(await remind()).toBe(1)
  expect(await remind()).toBe(0)
  expect(await told(asha)).toEqual([
    [
      'Tomorrow: meet & greet with Om Prakash',
      'You’ll meet Om Prakash on Wed, 4 Nov 2026, 10:00, in a public place.',
      `/appointments?side=bookings&tab=upcoming&record=${id}`,
    ],
  ])
  expect(await told(om)).toHaveLength(1)
  await db.deleteFrom('meet_greets').execute()
  await makeMeet(db, { ...parties, at: new Date('2026-11-03T05:00:00Z'), times: [tenOClock], isAgreed: true })
  clock.now = new Date('2026-11-03T05:30:00Z')
  expect(await remind()).toBe(0)
})

test('either side downloads an agreed meeting for their calendar, and nobody else', async () => {
  const id = await agreed()
  const ravi = await world.signUp('ravi')
  const file = async ({ cookie }: Person) => {
    const answer = await fetch(`${world.url}/meet-greets/${id}.ics`, { headers: { cookie } })
    return answer.ok ? (await answer.text()).replace(/\r?\n[ \t]/g, '') : answer.status
  }
  expect(await file(asha)).toContain('SUMMARY:Meet & greet with Om Prakash')
  expect(await file(asha)).toContain('DTSTART:20261104T043000Z')
  expect(await file(om)).toContain('SUMMARY:Meet & greet with asha (Bruno)')
  expect(await file(om)).toContain('LOCATION:Cubbon Park\\, main gate')
  expect(await file(ravi)).toBe(404)
  await om.call.sitting.cancelMeeting({ id, reason: null })
  expect(await file(asha)).toContain('METHOD:CANCEL')
})

test('a suspension of either side ends their meetings, and the other side hears of it', async () => {
  const first = await agreed()
  await admin.call.suspend({ id: om.userId, reason: 'Complaints' })
  expect((await told(asha))[0]![1]).toBe('Om Prakash can’t come on Wed, 4 Nov 2026, 10:00.')
  expect(await statusOf(first)).toEqual({ status: 'cancelled', ended_by: 'sitter' })
  await admin.call.liftSuspension({ id: om.userId })
})
