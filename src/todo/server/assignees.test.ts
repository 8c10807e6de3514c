import { afterEach, expect, test } from 'vitest'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { makeMember } from '#/households/server/household.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeTask } from './factory.ts'
import { remindOfTasks } from './sweeps.ts'

const world = await openWorld()
const { db } = world
let people = 0
const today = '2026-11-02'
afterEach(() => {
  world.clock.now = mondayMorning
})
const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })

/** Asha's household: Ravi helps with Bruno, Tara with both pets. */
async function openHousehold() {
  const [asha, ravi, tara] = (await Promise.all(
    ['asha', 'ravi', 'tara'].map((name) => world.signUp(`${name}${people++}`)),
  )) as [Person, Person, Person]
  const [bruno, kavi] = await Promise.all(
    ['Bruno', 'Kavi'].map(async (name) => (await makePet(db, { ownerId: asha.ownerId, name })).id),
  )
  const join = (who: Person, petIds: string[], wantsReminders: boolean) =>
    makeMember(db, {
      userId: asha.userId,
      petIds,
      email: who.email,
      now: mondayMorning,
      memberId: who.userId,
      wantsReminders,
    })
  const members = { ravi: await join(ravi, [bruno!], false), tara: await join(tara, [bruno!, kavi!], true) }
  const pill = await makeTask(db, {
    userId: asha.userId,
    petId: bruno!,
    title: 'Pill',
    kind: 'medicine',
    remind: 'at_time',
    startsOn: today,
    now: mondayMorning,
    repeat: { every: 'days', days: 1 },
  })
  return { asha, ravi, tara, bruno: bruno!, kavi: kavi!, members, pill }
}
const assigneeFor = async (who: Person, id: string) =>
  (await who.call.todo.list({})).tasks.find((task) => task.id === id)?.assignee

test('a task is assigned to the owner, to a caregiver or to nobody, and all who see it see to whom', async () => {
  const { asha, ravi, tara, bruno, members, pill } = await openHousehold()
  expect(await assigneeFor(asha, pill)).toBeNull()
  await asha.call.todo.assign({ id: pill, assignee: members.ravi })
  const { name } = (await ravi.call.accounts.me()).user!
  expect(await assigneeFor(asha, pill)).toEqual({ memberId: members.ravi, name, isCaller: false })
  expect(await assigneeFor(ravi, pill)).toEqual({ memberId: members.ravi, name, isCaller: true })
  expect(await assigneeFor(tara, pill)).toEqual({ memberId: members.ravi, name, isCaller: false })
  await asha.call.todo.assign({ id: pill, assignee: 'me' })
  expect(await assigneeFor(asha, pill)).toMatchObject({ memberId: null, isCaller: true })
  expect(await assigneeFor(ravi, pill)).toMatchObject({ memberId: null, isCaller: false })
  await asha.call.todo.assign({ id: pill, assignee: null })
  expect(await assigneeFor(ravi, pill)).toBeNull()
  const fields = { title: 'Walk', kind: 'walk' as const, dueOn: today, petId: bruno }
  const { id } = await asha.call.todo.add({ ...fields, assignee: members.tara })
  expect(await assigneeFor(tara, id)).toMatchObject({ isCaller: true })
  await asha.call.todo.change({ id, ...fields, assignee: members.ravi })
  expect(await assigneeFor(ravi, id)).toMatchObject({ isCaller: true })
})

test('only people who help with the pet are assigned, and only by its owner', async () => {
  const { asha, ravi, kavi, members, pill } = await openHousehold()
  const fields = { title: 'Brush', kind: 'grooming' as const, dueOn: today }
  await refused(
    asha.call.todo.add({ ...fields, petId: kavi, assignee: members.ravi }),
    'todo.assignee_not_found',
  )
  await refused(asha.call.todo.add({ ...fields, assignee: members.ravi }), 'todo.assignee_not_found')
  const { id } = await asha.call.todo.add({ ...fields, petId: kavi, assignee: 'me' })
  await refused(asha.call.todo.assign({ id, assignee: members.ravi }), 'todo.assignee_not_found')
  await refused(
    asha.call.todo.change({ id: pill, ...fields, petId: kavi, assignee: members.ravi }),
    'todo.assignee_not_found',
  )
  const other = await openHousehold()
  await refused(asha.call.todo.assign({ id: pill, assignee: other.members.ravi }), 'todo.assignee_not_found')
  await refused(ravi.call.todo.assign({ id: pill, assignee: 'me' }), 'request.not_found')
})

test('a task of a health record is assigned too', async () => {
  const { asha, ravi, bruno, members } = await openHousehold()
  await asha.call.pets.addVaccination({
    petId: bruno,
    name: 'Rabies',
    givenOn: '2025-11-20',
    nextDueOn: '2026-11-20',
  })
  const recall = (await asha.call.todo.list({})).tasks.find(({ kind }) => kind === 'vaccination')!
  await asha.call.todo.assign({ id: recall.id, assignee: members.ravi })
  expect(await assigneeFor(ravi, recall.id)).toMatchObject({ isCaller: true })
})

test.each<[string, (house: Awaited<ReturnType<typeof openHousehold>>) => Promise<unknown>]>([
  ['leaves', ({ ravi, members }) => ravi.call.households.leave({ id: members.ravi })],
  ['is removed', ({ asha, members }) => asha.call.households.remove({ id: members.ravi })],
  [
    'gets other pets',
    ({ asha, members, kavi }) => asha.call.households.share({ id: members.ravi, petIds: [kavi] }),
  ],
  [
    'leaves Pawfolk',
    ({ ravi }) => db.deleteFrom('household_members').where('member_id', '=', ravi.userId).execute(),
  ],
])('a caregiver who %s has no tasks assigned any more', async (_, happen) => {
  const house = await openHousehold()
  const { asha, members, pill } = house
  await asha.call.todo.assign({ id: pill, assignee: members.ravi })
  await happen(house)
  expect(await assigneeFor(asha, pill)).toBeNull()
  const { assignee_id } = await db
    .selectFrom('tasks')
    .select('assignee_id')
    .where('id', '=', pill)
    .executeTakeFirstOrThrow()
  expect(assignee_id).toBeNull()
})

test('a task stays assigned when its caregiver gets another pet beside it', async () => {
  const { asha, bruno, kavi, members, pill } = await openHousehold()
  await asha.call.todo.assign({ id: pill, assignee: members.ravi })
  await asha.call.households.share({ id: members.ravi, petIds: [kavi, bruno] })
  expect(await assigneeFor(asha, pill)).toMatchObject({ memberId: members.ravi })
})

test('of an assignment and a removal at the same moment, nobody who has gone keeps the task', async () => {
  for (let round = 0; round < 5; round++) {
    const { asha, members, pill } = await openHousehold()
    await Promise.allSettled([
      asha.call.todo.assign({ id: pill, assignee: members.ravi }),
      asha.call.households.remove({ id: members.ravi }),
      asha.call.todo.assign({ id: pill, assignee: members.ravi }),
    ])
    expect(await assigneeFor(asha, pill)).toBeNull()
  }
})

test('the reminder goes to the assignee alone; without one, to the owner and caregivers who want it', async () => {
  const { asha, ravi, tara, members, pill } = await openHousehold()
  const told = async () => {
    await world.app.jobs.runSweep(remindOfTasks({ DEFAULT_TIME_ZONE: 'Asia/Kolkata' }).name, world.clock.now)
    return Promise.all(
      [asha, ravi, tara].map(
        async (who) => (await who.call.notifications.list({ type: 'task_reminder' })).rows.length,
      ),
    )
  }
  await asha.call.todo.assign({ id: pill, assignee: members.ravi })
  world.clock.now = new Date('2026-11-03T03:30:00Z')
  expect(await told()).toEqual([0, 1, 0])
  await asha.call.todo.assign({ id: pill, assignee: 'me' })
  world.clock.now = new Date('2026-11-04T03:30:00Z')
  expect(await told()).toEqual([1, 1, 0])
  await asha.call.todo.assign({ id: pill, assignee: null })
  world.clock.now = new Date('2026-11-05T03:30:00Z')
  expect(await told()).toEqual([2, 1, 1])
})
