import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { makePet } from '#/pets/server/factory.ts'
import type { MeetAsk } from '#/sitting/meet-contract.ts'
import { makeSitter, makeSittingRequest } from '#/sitting/server/sitter.factory.ts'
import { makeMeet } from './meet.factory.ts'

const world = await openWorld({ DATABASE_POOL: '20' })
const { db, clock } = world
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const people = await Promise.all(['om', 'tara', 'uma', 'veda', 'kiran', 'nila'].map(world.signUp))
const [om, tara, uma, veda, kiran, nila] = people as [Person, Person, Person, Person, Person, Person]
const house = (person: Person, rest = {}) =>
  makeSitter(db, { userId: person.userId, fullName: 'Om Prakash', ...rest })
const omId = await house(om)
const others = await Promise.all([tara, uma, veda, kiran, nila].map((person) => house(person)))
for (const person of people)
  await vi.waitUntil(async () => (await person.call.accounts.me()).user?.records['pet_sitter'])
const bruno = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
await db.updateTable('users').set({ email_verified: true }).where('id', '=', asha.userId).execute()
const rani = await makePet(db, { ownerId: ravi.ownerId, name: 'Rani' })

beforeEach(async () => {
  clock.now = mondayMorning
  await db.deleteFrom('meet_greets').execute()
  await db.deleteFrom('message_blocks').execute()
})

// Wednesday at 10:00 and 17:30 in Kolkata.
const morning = { date: '2026-11-04', time: '10:00' }
const evening = { date: '2026-11-04', time: '17:30' }
const tenOClock = new Date('2026-11-04T04:30:00Z')
const halfPastFive = new Date('2026-11-04T12:00:00Z')
const hours = (count: number) => new Date(mondayMorning.getTime() + count * HOUR)

type Asking = Parameters<Person['call']['sitting']['askToMeet']>[0]
const asking = (rest: Partial<Asking> = {}): Asking => ({
  sitterId: omId,
  service: 'day-care',
  petIds: [bruno.id],
  kind: 'public',
  place: 'Cubbon Park, main gate',
  times: [evening, morning],
  message: 'Bruno is shy at first.',
  ...rest,
})
const ask = (rest: Partial<MeetAsk> = {}, by = asha) => by.call.sitting.askToMeet(asking(rest))
const list = async (
  person: Person,
  side: 'owner' | 'sitter',
  tab: 'requests' | 'upcoming' | 'past' | 'open',
) => (await person.call.sitting.meetGreets({ side, tab })).rows
const sweep = () => world.app.jobs.runSweep('end-overdue-meet-greets', clock.now)

test('an owner asks with times, a place and pets, the sitter picks a time, and nobody’s calendar changes', async () => {
  const { id } = await ask()
  const [seen] = await list(om, 'sitter', 'requests')
  expect(seen).toMatchObject({
    id,
    status: 'asked',
    kind: 'public',
    place: 'Cubbon Park, main gate',
    service: 'day-care',
    message: 'Bruno is shy at first.',
    pets: [{ name: 'Bruno' }],
    suggestedBy: 'owner',
    times: [tenOClock, halfPastFive],
    answerBy: hours(48),
    moves: ['accept', 'suggest', 'decline'],
  })
  expect(await list(asha, 'owner', 'open')).toMatchObject([{ id, moves: ['cancel'] }])
  const linked = { tab: 'past' as const, id }
  expect((await asha.call.sitting.meetGreets({ side: 'owner', ...linked })).rows).toMatchObject([{ id }])
  expect((await ravi.call.sitting.meetGreets({ side: 'owner', ...linked })).rows).toEqual([])
  await om.call.sitting.acceptMeeting({ id, startsAt: halfPastFive })
  expect(await list(asha, 'owner', 'upcoming')).toMatchObject([
    {
      id,
      status: 'agreed',
      startsAt: halfPastFive,
      endsAt: new Date('2026-11-04T12:30:00Z'),
      moves: ['cancel'],
    },
  ])
  expect(await db.selectFrom('calendar_holds').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('appointments').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('booking_requests').selectAll().execute()).toEqual([])
})

test('a meeting counts in no figure, no search and no cap on requests', async () => {
  const page = await asha.call.sitting.sitter({ id: omId })
  const calendar = await asha.call.sitting.calendar({ id: omId })
  for (const status of ['asked', 'declined', 'expired', 'cancelled'] as const)
    await makeMeet(db, {
      ownerId: status === 'asked' ? asha.ownerId : ravi.ownerId,
      sitterId: omId,
      times: [tenOClock],
      at: mondayMorning,
      facts: { status },
    })
  await makeMeet(db, {
    ownerId: ravi.ownerId,
    sitterId: omId,
    times: [tenOClock],
    at: mondayMorning,
    isAgreed: true,
  })
  expect(await asha.call.sitting.sitter({ id: omId })).toEqual(page)
  expect(await asha.call.sitting.calendar({ id: omId })).toEqual(calendar)
  const nobody = { rows: [] }
  expect(await om.call.appointments.visits({ tab: 'requests' })).toMatchObject(nobody)
  expect(await om.call.appointments.visits({ tab: 'upcoming' })).toMatchObject(nobody)
  expect(await asha.call.appointments.appointments({ tab: 'upcoming' })).toMatchObject(nobody)
  expect(await om.call.appointments.figures()).toMatchObject({ answers: null })
  const { rows } = await asha.call.sitting.sitters({
    service: 'day-care',
    startDate: '2026-11-04',
    startTime: '09:00',
    endTime: '18:00',
    petIds: [bruno.id],
  })
  expect(rows.map(({ id }) => id)).toContain(omId)
})

test('the side that hosts says where, and the other sees an address or a number only once they agreed', async () => {
  await expect(ask({ place: null })).rejects.toMatchObject({ code: 'sitting.meet_place_needed' })
  const home = await ask({ kind: 'owners_home', place: '12 Double Road' })
  expect(JSON.stringify(await list(om, 'sitter', 'requests'))).not.toContain('Double Road')
  const agreed = await om.call.sitting.acceptMeeting({ id: home.id, startsAt: tenOClock, place: 'Elsewhere' })
  expect(agreed.place).toBe('12 Double Road')
  await asha.call.sitting.cancelMeeting({ id: home.id, reason: null })
  expect(JSON.stringify(await list(om, 'sitter', 'past'))).not.toContain('Double Road')

  const call = await ask({ kind: 'phone', place: 'ignored' })
  expect(call.place).toBeNull()
  await expect(om.call.sitting.acceptMeeting({ id: call.id, startsAt: tenOClock })).rejects.toMatchObject({
    code: 'sitting.meet_place_needed',
  })
  await om.call.sitting.suggestMeeting({ id: call.id, times: [evening], place: '+91 98765 43210' })
  expect(JSON.stringify(await list(asha, 'owner', 'open'))).not.toContain('98765')
  const { place } = await asha.call.sitting.acceptMeeting({ id: call.id, startsAt: halfPastFive })
  expect(place).toBe('+91 98765 43210')
})

test('the two sides suggest times in turn, six times at most', async () => {
  const { id } = await ask({ times: [morning] })
  const suggest = (by: Person, time: string) =>
    by.call.sitting.suggestMeeting({ id, times: [{ date: '2026-11-05', time }] })
  await expect(suggest(asha, '11:00')).rejects.toMatchObject({ code: 'sitting.meet_moved_on' })
  for (const [by, time] of [
    [om, '11:00'],
    [asha, '12:00'],
    [om, '13:00'],
    [asha, '14:00'],
    [om, '15:00'],
  ] as const)
    await suggest(by, time)
  await expect(suggest(asha, '16:00')).rejects.toMatchObject({ code: 'sitting.meet_moved_on' })
  // A time that is no longer suggested can't be accepted.
  await expect(asha.call.sitting.acceptMeeting({ id, startsAt: tenOClock })).rejects.toMatchObject({
    code: 'sitting.meet_moved_on',
  })
  const { moves } = (await list(asha, 'owner', 'open'))[0]!
  expect(moves).toEqual(['accept', 'cancel'])
  await asha.call.sitting.acceptMeeting({ id, startsAt: new Date('2026-11-05T09:30:00Z') })
})

test.each([
  ['sitting.meet_too_soon', [{ date: '2026-11-02', time: '10:59' }]],
  ['sitting.meet_too_far', [{ date: '2027-01-02', time: '10:00' }]],
  ['sitting.meet_same_time', [morning, morning]],
])('a time is refused with %s', async (code, times) => {
  await expect(ask({ times })).rejects.toMatchObject({ code })
})

test('a time that the sitter’s clocks skip is refused', async () => {
  const away = await world.signUp('zoe')
  const awayId = await house(away, { timeZone: 'Europe/Berlin' })
  clock.now = new Date('2027-03-01T08:00:00Z')
  const times = [{ date: '2027-03-28', time: '02:30' }]
  await expect(ask({ sitterId: awayId, times })).rejects.toMatchObject({ code: 'sitting.meet_no_time' })
})

test('an owner has three meetings ahead, one with each sitter, and asks for five within a day', async () => {
  const first = await ask()
  await expect(ask()).rejects.toMatchObject({ code: 'sitting.meet_open' })
  for (const sitterId of others.slice(0, 2)) await ask({ sitterId })
  await expect(ask({ sitterId: others[2]! })).rejects.toMatchObject({ code: 'sitting.meet_too_many' })
  await asha.call.sitting.cancelMeeting({ id: first.id, reason: null })
  for (const sitterId of others.slice(2, 4)) {
    const { id } = await ask({ sitterId })
    await asha.call.sitting.cancelMeeting({ id, reason: null })
  }
  await expect(ask({ sitterId: others[4]! })).rejects.toMatchObject({ code: 'sitting.meet_enough_today' })
  clock.now = hours(24.1)
  await ask({ sitterId: others[4]! })
})

test('an owner without a confirmed address or number has one meeting ahead', async () => {
  const own = { petIds: [rani.id] }
  await ask(own, ravi)
  await expect(ask({ ...own, sitterId: others[0]! }, ravi)).rejects.toMatchObject({
    code: 'appointments.unconfirmed',
  })
})

test('requests that race keep to the limit', async () => {
  const answers = await Promise.allSettled(others.map((sitterId) => ask({ sitterId })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const again = await Promise.allSettled(
    [1, 2, 3].map(() => ravi.call.sitting.askToMeet(asking({ petIds: [rani.id] }))),
  )
  expect(again.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('of an acceptance and a cancellation that race, one wins, and the other is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await ask()
    const [accepted, cancelled] = await Promise.allSettled([
      om.call.sitting.acceptMeeting({ id, startsAt: tenOClock }),
      asha.call.sitting.cancelMeeting({ id, reason: null }),
    ])
    const row = await db.selectFrom('meet_greets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    // An agreed meeting can be cancelled, a cancelled one not be agreed.
    expect(cancelled.status).toBe('fulfilled')
    expect(row).toMatchObject({ status: 'cancelled', ended_by: 'owner' })
    expect(row.agreed_at !== null).toBe(accepted.status === 'fulfilled')
    expect(row.revision).toBe(accepted.status === 'fulfilled' ? 2 : 1)
    await db.deleteFrom('meet_greets').execute()
  }
  const { id } = await ask()
  const answers = await Promise.allSettled([
    om.call.sitting.acceptMeeting({ id, startsAt: tenOClock }),
    om.call.sitting.acceptMeeting({ id, startsAt: halfPastFive }),
    om.call.sitting.declineMeeting({ id, reason: null }),
  ])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('without an answer in 48 hours a meeting expires, and one that has taken place is past', async () => {
  const asked = await ask()
  const other = await ask({ sitterId: others[0]! })
  await tara.call.sitting.acceptMeeting({ id: other.id, startsAt: tenOClock })
  clock.now = hours(48)
  // By the clock at once, before the sweep.
  expect(await list(om, 'sitter', 'requests')).toMatchObject([{ status: 'expired', moves: [] }])
  await expect(om.call.sitting.acceptMeeting({ id: asked.id, startsAt: halfPastFive })).rejects.toMatchObject(
    {
      code: 'sitting.meet_moved_on',
    },
  )
  await sweep()
  clock.now = new Date('2026-11-04T05:00:00Z')
  await sweep()
  const past = await list(asha, 'owner', 'past')
  expect(past.map(({ id, status }) => [id, status])).toEqual([
    [other.id, 'passed'],
    [asked.id, 'expired'],
  ])
  expect(await sweep()).toBe(0)
})

test('an owner can ask again at once when the last meeting is over, even before the sweep', async () => {
  await ask()
  clock.now = hours(49)
  await ask({ times: [{ date: '2026-11-06', time: '10:00' }] })
  expect(await list(asha, 'owner', 'past')).toMatchObject([{ status: 'expired' }])
})

test('an owner who has booked the sitter doesn’t ask for a first meeting', async () => {
  const facts = { ownerId: ravi.ownerId, sitterId: others[3]!, startsAt: hours(72), petIds: [rani.id] }
  await makeSittingRequest(db, { ...facts, status: 'cancelled', cancelledBy: 'owner' })
  const { id } = await ask({ sitterId: others[3]!, petIds: [rani.id] }, ravi)
  await ravi.call.sitting.cancelMeeting({ id, reason: null })
  await makeSittingRequest(db, facts)
  await expect(ask({ sitterId: others[3]!, petIds: [rani.id] }, ravi)).rejects.toMatchObject({
    code: 'sitting.meet_booked',
  })
})

test('pets of others, services that aren’t offered and oneself are refused', async () => {
  await expect(ask({ petIds: [rani.id] })).rejects.toMatchObject({ code: 'appointments.pet_not_found' })
  const walker = await world.signUp('walker')
  const walkerId = await house(walker, { services: ['dog-walking'] })
  await expect(ask({ sitterId: walkerId })).rejects.toMatchObject({ code: 'sitting.service_not_offered' })
  const own = await makePet(db, { ownerId: om.ownerId, name: 'Moti' })
  await expect(ask({ petIds: [own.id] }, om)).rejects.toMatchObject({ code: 'appointments.own_calendar' })
  const cat = await makePet(db, { ownerId: asha.ownerId, name: 'Mia', species: 'cat' })
  await expect(ask({ petIds: [cat.id], service: 'dog-walking' })).rejects.toMatchObject({
    code: 'sitting.dogs_only',
  })
})

test('strangers, the other side and people who blocked each other can’t answer', async () => {
  const { id } = await ask()
  const answer = { id, startsAt: tenOClock }
  for (const stranger of [ravi, tara])
    await expect(stranger.call.sitting.acceptMeeting(answer)).rejects.toMatchObject({
      code: 'request.not_found',
    })
  await expect(asha.call.sitting.declineMeeting({ id, reason: null })).rejects.toMatchObject({
    code: 'request.not_found',
  })
  await expect(asha.call.sitting.acceptMeeting(answer)).rejects.toMatchObject({
    code: 'sitting.meet_moved_on',
  })
  const block = (blocker: Person, blocked: Person) =>
    db
      .insertInto('message_blocks')
      .values({
        blocker_id: blocker.userId,
        blocked_id: blocked.userId,
        created_at: mondayMorning,
        blocked_name: 'Asha',
        pet_names: sql`'{}'`,
      })
      .execute()
  await block(asha, om)
  await expect(om.call.sitting.acceptMeeting(answer)).rejects.toMatchObject({ code: 'sitting.meet_moved_on' })
  await block(tara, asha)
  await expect(ask({ sitterId: others[0]! })).rejects.toMatchObject({ code: 'sitting.meet_not_now' })
})

test('after a decline, the owner can ask the same sitter again 14 days later, and others at once', async () => {
  const { id } = await ask()
  await om.call.sitting.declineMeeting({ id, reason: null })
  await expect(ask()).rejects.toMatchObject({ code: 'sitting.meet_declined', status: 409 })
  await ask({ sitterId: others[0]! })
  await ask({ petIds: [rani.id] }, ravi)
  clock.now = new Date(hours(14 * 24).getTime() - 1)
  const times = [{ date: '2026-11-18', time: '10:00' }]
  await expect(ask({ times })).rejects.toMatchObject({ code: 'sitting.meet_declined' })
  clock.now = hours(14 * 24)
  await ask({ times })
})

test('an owner who has withdrawn or cancelled twice can ask the same sitter again 14 days later', async () => {
  const withdraw = async (isAgreed = false) => {
    const { id } = await ask()
    if (isAgreed) await om.call.sitting.acceptMeeting({ id, startsAt: tenOClock })
    await asha.call.sitting.cancelMeeting({ id, reason: null })
  }
  const { id } = await ask()
  await om.call.sitting.acceptMeeting({ id, startsAt: tenOClock })
  await om.call.sitting.cancelMeeting({ id, reason: 'Ill' })
  await withdraw()
  clock.now = hours(25)
  await withdraw(true)
  await expect(ask()).rejects.toMatchObject({ code: 'sitting.meet_withdrawn', status: 409 })
  clock.now = new Date(hours(14 * 24).getTime() + 1)
  await ask({ times: [{ date: '2026-11-18', time: '10:00' }] })
})

test('a request during an uncommitted decline is refused', async () => {
  const { id } = await ask()
  const asked = await db.transaction().execute(async (deciding) => {
    const decline = { status: 'declined', ended_by: 'sitter', updated_at: mondayMorning } as const
    await deciding.updateTable('meet_greets').set(decline).where('id', '=', id).execute()
    let isSettled = false
    const asking = Promise.allSettled([ask()]).finally(() => {
      isSettled = true
    })
    // It is refused at once, or waits for the decline to be written.
    await vi.waitUntil(async () => {
      const waiting = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
      return isSettled || waiting.rows.length > 0
    })
    return { asking }
  })
  expect(await asked.asking).toMatchObject([{ reason: { code: 'sitting.meet_open' } }])
})

test('when a decline and another request race, the request is refused', async () => {
  for (let round = 0; round < 6; round++) {
    await db.deleteFrom('meet_greets').execute()
    const { id } = await ask()
    const decline = () => om.call.sitting.declineMeeting({ id, reason: null })
    const answers = await Promise.allSettled(round % 2 ? [decline(), ask()] : [ask(), decline()])
    expect(answers[round % 2]).toMatchObject({
      reason: { code: expect.stringMatching(/^sitting\.meet_(open|declined)$/) },
    })
  }
})

test('links are refused in the message and the place, and needed for a video call', async () => {
  for (const [code, rest] of [
    ['sitting.meet_message_link', { message: 'All about him: www.bruno.example.com' }],
    ['sitting.meet_place_link', { place: 'maps.example.com/park' }],
    ['sitting.meet_place_link', { kind: 'owners_home', place: 'https://maps.example.com/home' }],
  ] as const)
    await expect(ask(rest)).rejects.toMatchObject({ code, status: 422 })
  const { id } = await ask({ kind: 'sitters_home' })
  const answer = { id, startsAt: tenOClock }
  await expect(
    om.call.sitting.acceptMeeting({ ...answer, place: 'See om.example.com/way' }),
  ).rejects.toMatchObject({
    code: 'sitting.meet_place_link',
  })
  await expect(
    om.call.sitting.suggestMeeting({ id, times: [evening], place: 'bit.ly/om' }),
  ).rejects.toMatchObject({ code: 'sitting.meet_place_link' })
  await om.call.sitting.acceptMeeting({ ...answer, place: '12 Double Road' })
  const call = await ask({ kind: 'video', petIds: [rani.id] }, ravi)
  await om.call.sitting.acceptMeeting({
    id: call.id,
    startsAt: tenOClock,
    place: 'https://meet.example.com/om',
  })
})

test('the data stays whole', async () => {
  expect(await world.findBrokenInvariants()).toEqual([])
})
