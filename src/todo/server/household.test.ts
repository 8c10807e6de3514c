import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { makeMember } from '#/households/server/household.factory.ts'
import { HOUR } from '#/kernel/duration.ts'
import { liveChannel } from '#/kernel/server/live.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeTask } from './factory.ts'
import { remindOfTasks } from './sweeps.ts'

const world = await openWorld()
const { db } = world
let people = 0
const today = '2026-11-02'
const daily = { every: 'days', days: 1 } as const
const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })
afterEach(() => {
  world.clock.now = mondayMorning
})

/** Asha's household with a caregiver, a task of the pet they share, and one of a pet they don't. */
async function openHousehold() {
  const [asha, ravi] = (await Promise.all(
    ['asha', 'ravi'].map((name) => world.signUp(`${name}${people++}`)),
  )) as [Person, Person]
  const { id: bruno } = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
  const { id: kavi } = await makePet(db, { ownerId: asha.ownerId, name: 'Kavi' })
  const one = { userId: asha.userId, petIds: [bruno], email: ravi.email, now: mondayMorning }
  const member = await makeMember(db, { ...one, memberId: ravi.userId, wantsReminders: true })
  const task = { userId: asha.userId, startsOn: today, now: mondayMorning, repeat: daily }
  const pill = await makeTask(db, {
    ...task,
    petId: bruno,
    title: 'Pill',
    kind: 'medicine',
    remind: 'at_time',
  })
  const hidden = await makeTask(db, { ...task, petId: kavi, title: 'Not shared' })
  const home = await makeTask(db, { ...task, title: 'At home' })
  return { asha, ravi, bruno, kavi, member, pill, hidden, home }
}
const titlesOf = async (who: Person) => (await who.call.todo.list({})).tasks.map(({ title }) => title)

test('a caregiver sees the tasks of shared pets beside their own, marked with the household', async () => {
  const { asha, ravi, bruno, pill } = await openHousehold()
  await ravi.call.todo.add({ title: 'Mine', kind: 'other', dueOn: today })
  const { tasks } = await ravi.call.todo.list({})
  expect(tasks.map(({ title, household }) => [title, household?.ownerName]).sort()).toEqual([
    ['Mine', undefined],
    ['Pill', (await asha.call.accounts.me()).user?.name],
  ])
  expect(tasks.find(({ id }) => id === pill)).toMatchObject({
    on: today,
    pet: { id: bruno, name: 'Bruno' },
    source: null,
    snoozeUntil: null,
  })
  expect(await titlesOf(asha)).not.toContain('Mine')
})

test('a caregiver ticks with name and time, the second tick is asked about, and only they take theirs back', async () => {
  const { asha, ravi, pill } = await openHousehold()
  const { tickId } = await ravi.call.todo.tick({ id: pill, on: today })
  const { name } = (await ravi.call.accounts.me()).user!
  await expect(asha.call.todo.tick({ id: pill, on: today })).rejects.toMatchObject({
    code: 'todo.already_ticked',
    data: { at: mondayMorning.toISOString(), by: name, isOwn: false },
  })
  const mine = await asha.call.todo.tick({ id: pill, on: today, again: true })
  const { rows } = await ravi.call.todo.done({})
  expect(rows.map(({ tick, household }) => [tick.isOwn, household !== null])).toEqual([
    [false, true],
    [true, true],
  ])
  await refused(ravi.call.todo.untick({ id: mine.tickId }), 'request.not_found')
  await ravi.call.todo.untick({ id: tickId })
  await asha.call.todo.untick({ id: mine.tickId })
  expect(await titlesOf(ravi)).toEqual(['Pill'])
})

test('of ticks by two people at the same moment one is recorded', async () => {
  const { asha, ravi, pill } = await openHousehold()
  const tries = await Promise.allSettled(
    [asha, ravi, asha, ravi, ravi, asha].map((who) => who.call.todo.tick({ id: pill, on: today })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of tries)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'todo.already_ticked' })
})

test('a caregiver can do nothing else', async () => {
  const { ravi, bruno, pill, hidden, home } = await openHousehold()
  const changed = { title: 'Mine now', kind: 'other' as const, dueOn: today }
  await refused(ravi.call.todo.change({ id: pill, ...changed }), 'request.not_found')
  await refused(ravi.call.todo.remove({ id: pill }), 'request.not_found')
  await refused(ravi.call.todo.snooze({ id: pill, on: today, to: '2026-11-03' }), 'request.not_found')
  await refused(ravi.call.todo.add({ ...changed, petId: bruno }), 'todo.pet_not_found')
  for (const id of [hidden, home]) await refused(ravi.call.todo.tick({ id, on: today }), 'request.not_found')
  await refused(ravi.call.pets.get({ id: bruno }), 'request.not_found')
})

test.each<[string, (house: Awaited<ReturnType<typeof openHousehold>>) => Promise<unknown>]>([
  ['leaves', ({ ravi, member }) => ravi.call.households.leave({ id: member })],
  ['is removed', ({ asha, member }) => asha.call.households.remove({ id: member })],
  ['gets other pets', ({ asha, member, kavi }) => asha.call.households.share({ id: member, petIds: [kavi] })],
  [
    'is blocked',
    ({ asha, ravi }) =>
      db
        .insertInto('message_blocks')
        .values({
          blocker_id: asha.userId,
          blocked_id: ravi.userId,
          created_at: mondayMorning,
          blocked_name: 'Ravi',
          pet_names: '{}',
        })
        .execute(),
  ],
  [
    'helps an owner who is suspended',
    ({ asha }) =>
      db
        .updateTable('users')
        .set({ suspended_at: mondayMorning, suspended_reason: 'Spam' })
        .where('id', '=', asha.userId)
        .execute(),
  ],
  [
    'helps with a pet that dies',
    ({ bruno }) => db.updateTable('pets').set({ status: 'in_memory' }).where('id', '=', bruno).execute(),
  ],
])('a caregiver who %s no longer sees, ticks or unticks its tasks', async (_, happen) => {
  const house = await openHousehold()
  const { ravi, pill } = house
  const { tickId } = await ravi.call.todo.tick({ id: pill, on: today })
  await happen(house)
  expect(await titlesOf(ravi)).not.toContain('Pill')
  expect((await ravi.call.todo.done({})).rows).toEqual([])
  await refused(ravi.call.todo.tick({ id: pill, on: '2026-11-03', again: true }), 'request.not_found')
  await refused(ravi.call.todo.untick({ id: tickId }), 'request.not_found')
})

test('days and ticks follow the owner’s clocks', async () => {
  const { asha, ravi, pill } = await openHousehold()
  await ravi.call.accounts.noticeTimeZone({ timeZone: 'America/Los_Angeles' })
  world.clock.now = new Date('2026-11-03T04:00:00Z')
  const { today: theirs, tasks } = await ravi.call.todo.list({})
  expect([theirs, tasks[0]?.on]).toEqual(['2026-11-02', '2026-11-03'])
  await ravi.call.todo.tick({ id: pill, on: '2026-11-03' })
  expect((await asha.call.todo.list({})).tasks.find(({ id }) => id === pill)?.on).toBe('2026-11-04')
})

test('caregivers get the reminders if they want them', async () => {
  const { asha, ravi, member } = await openHousehold()
  const remind = () =>
    world.app.jobs.runSweep(remindOfTasks({ DEFAULT_TIME_ZONE: 'Asia/Kolkata' }).name, world.clock.now)
  const told = async (who: Person) =>
    (await who.call.notifications.list({ type: 'task_reminder' })).rows.length
  world.clock.now = new Date('2026-11-03T03:30:00Z')
  await remind()
  expect([await told(asha), await told(ravi)]).toEqual([1, 1])
  await ravi.call.households.choose({ id: member, isWanted: false })
  world.clock.now = new Date('2026-11-04T03:30:00Z')
  await remind()
  expect([await told(asha), await told(ravi)]).toEqual([2, 1])
})

/** Reminds a household in the caregiver's quiet hours. Returns what waits for the caregiver, and what they haven't read. */
async function remindQuietly(ravi: Person) {
  await ravi.call.notifications.setTiming({ pace: 'at_once', quiet: { from: '08:00', until: '18:00' } })
  world.clock.now = new Date('2026-11-03T03:30:00Z')
  await world.app.jobs.runSweep(remindOfTasks({ DEFAULT_TIME_ZONE: 'Asia/Kolkata' }).name, world.clock.now)
  return async () => {
    const waiting = db.selectFrom('waiting_notices').selectAll().where('user_id', '=', ravi.userId).execute()
    return [(await waiting).length, (await ravi.call.notifications.unread()).count]
  }
}

test('a reminder survives a new title, but not a new time', async () => {
  const { asha, ravi, bruno, pill } = await openHousehold()
  const state = await remindQuietly(ravi)
  const task = {
    id: pill,
    petId: bruno,
    kind: 'medicine' as const,
    dueOn: '2026-11-03',
    remind: 'at_time' as const,
    repeat: daily,
  }
  await asha.call.todo.change({ ...task, title: 'Pill', notes: 'With food' })
  expect(await state()).toEqual([1, 1])
  await asha.call.todo.change({ ...task, title: 'Pill', at: '20:00' })
  expect(await state()).toEqual([0, 0])
})

test.each<[string, (one: Awaited<ReturnType<typeof openHousehold>>) => Promise<unknown>]>([
  ['given', ({ asha, pill }) => asha.call.todo.tick({ id: pill, on: '2026-11-03' })],
  ['deleted', ({ asha, pill }) => asha.call.todo.remove({ id: pill })],
])('once a pill is %s, its reminder is read and isn’t mailed after quiet hours', async (_, happen) => {
  const household = await openHousehold()
  const state = await remindQuietly(household.ravi)
  expect(await state()).toEqual([1, 1])
  await happen(household)
  expect(await state()).toEqual([0, 0])
})

test('the open pages of both sides hear about a tick', async () => {
  const { asha, ravi, pill } = await openHousehold()
  const heard: string[] = []
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  await client.query(`listen ${liveChannel}`)
  client.on('notification', ({ payload }) => heard.push(payload!))
  await ravi.call.todo.tick({ id: pill, on: today })
  await expect
    .poll(() => heard.filter((line) => line.endsWith(' todo')).sort())
    .toEqual([asha, ravi].map(({ userId }) => `${userId} todo`).sort())
  await client.end()
})

test('a tick that waited on a phone keeps its time, arrives once, and yields to an earlier one', async () => {
  const { asha, ravi, pill } = await openHousehold()
  const hour = HOUR
  const first = await ravi.call.todo.tick({ id: pill, on: today, age: hour })
  const { tasks } = await asha.call.todo.list({})
  const madeAt = new Date(mondayMorning.getTime() - hour)
  expect(tasks.find(({ id }) => id === pill)?.lastTick?.at).toEqual(madeAt)
  const again = { code: 'todo.already_ticked', data: { at: madeAt.toISOString() } }
  await expect(ravi.call.todo.tick({ id: pill, on: today, age: 2 * hour })).rejects.toMatchObject({
    ...again,
    data: { isOwn: true, tickId: first.tickId },
  })
  await expect(asha.call.todo.tick({ id: pill, on: today, age: hour })).rejects.toMatchObject({
    ...again,
    data: { isOwn: false, tickId: null },
  })
  await refused(asha.call.todo.tick({ id: pill, on: today, age: 31 * 24 * hour }), 'request.malformed')
})
