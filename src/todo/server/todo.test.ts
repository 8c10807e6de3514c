import { afterEach, expect, test } from 'vitest'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { makePet } from '#/pets/server/factory.ts'
import type { Task } from '#/todo/contract.ts'
import { taskLimits } from '#/todo/rules.ts'
import { remindOfTasks } from './sweeps.ts'

const world = await openWorld()
const { db } = world
let people = 0
const newPerson = () => world.signUp(`person${people++}`)
const [asha, ravi] = (await Promise.all(['asha', 'ravi'].map(world.signUp))) as [Person, Person]
const { id: bruno } = await makePet(db, { ownerId: asha.ownerId })
const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })

/** Sets the clock to a time in Kolkata. */
const at = (day: string, clock = '09:00') => {
  world.clock.now = new Date(`${day}T${clock}:00+05:30`)
}
afterEach(() => {
  world.clock.now = mondayMorning
})

const today = '2026-11-02'
const walk = { title: 'Walk in the park', kind: 'walk' as const, dueOn: today }
const daily = {
  ...walk,
  title: 'Feed',
  kind: 'feeding' as const,
  repeat: { every: 'days' as const, days: 1 },
}
const listed = async (who: Person, id: string): Promise<Task | undefined> =>
  (await who.call.todo.list({})).tasks.find((task) => task.id === id)
const dates = async (who: Person, id: string) => {
  const task = await listed(who, id)
  return task && [task.on, task.dueOn]
}

test('a task is added for a pet, shown by its day, and ticked once', async () => {
  const { id } = await asha.call.todo.add({ ...walk, petId: bruno, at: '18:00', notes: ' The long way ' })
  const { today: day, tasks } = await asha.call.todo.list({})
  expect(day).toBe(today)
  expect(tasks.find((task) => task.id === id)).toMatchObject({
    title: 'Walk in the park',
    kind: 'walk',
    on: today,
    dueOn: today,
    at: '18:00',
    notes: 'The long way',
    pet: { id: bruno, name: 'Bruno' },
    repeat: null,
    ends: null,
    remind: 'none',
    source: null,
    lastTick: null,
  })
  await asha.call.todo.tick({ id, on: today })
  expect(await listed(asha, id)).toBeUndefined()
  const { rows } = await asha.call.todo.done({})
  expect(rows[0]).toMatchObject({
    taskId: id,
    title: 'Walk in the park',
    on: today,
    tick: { at: mondayMorning, by: 'asha', isOwn: true },
  })
})

test('the days are those of the owner’s clocks, not the server’s', async () => {
  const person = await newPerson()
  await person.call.accounts.noticeTimeZone({ timeZone: 'America/Los_Angeles' })
  world.clock.now = new Date('2026-11-03T04:00:00Z')
  expect((await person.call.todo.list({})).today).toBe('2026-11-02')
  await person.call.todo.add({ ...walk, dueOn: '2026-11-02' })
  await person.call.accounts.noticeTimeZone({ timeZone: 'Asia/Kolkata' })
  expect((await person.call.todo.list({})).today).toBe('2026-11-03')
  await refused(person.call.todo.add({ ...walk, dueOn: '2026-11-02' }), 'todo.due_in_past')
})

test.each([
  ['due yesterday', { dueOn: '2026-11-01' }, 'todo.due_in_past'],
  ['due in eleven years', { dueOn: '2037-11-02' }, 'todo.due_too_late'],
  ['whose repeat ends before it starts', { ...daily, ends: { on: '2026-11-01' } }, 'todo.end_before_start'],
  ['with a reminder an hour before no time', { remind: 'hour' as const }, 'todo.time_needed'],
  ['due on 31 February', { dueOn: '2027-02-31' }, 'request.malformed'],
  ['that comes a million times', { ...daily, ends: { after: 1_000_000 } }, 'request.malformed'],
  ['on no weekday', { repeat: { every: 'week' as const, weekdays: [] } }, 'request.malformed'],
  ['with two ends', { ...daily, ends: { on: '2027-01-01', after: 3 } }, 'request.malformed'],
  ['at 24:00', { at: '24:00' }, 'request.malformed'],
])('a task %s is refused', async (_, part, code) => {
  await refused(asha.call.todo.add({ ...walk, ...part }), code)
})

test('only one’s own living pets get tasks', async () => {
  await refused(ravi.call.todo.add({ ...walk, petId: bruno }), 'todo.pet_not_found')
  const { id: old } = await makePet(db, { ownerId: asha.ownerId, facts: { status: 'in_memory' } })
  await refused(asha.call.todo.add({ ...walk, petId: old }), 'todo.pet_not_found')
})

test('a pet’s tasks are hidden while it is archived', async () => {
  const { id: petId } = await makePet(db, { ownerId: asha.ownerId })
  const { id } = await asha.call.todo.add({ ...walk, petId })
  await db.updateTable('pets').set({ status: 'archived' }).where('id', '=', petId).execute()
  expect(await listed(asha, id)).toBeUndefined()
  await db.updateTable('pets').set({ status: 'active' }).where('id', '=', petId).execute()
  expect(await listed(asha, id)).toBeDefined()
})

test('someone else’s task is not found, whatever is tried', async () => {
  const { id } = await asha.call.todo.add(daily)
  const { tickId } = await asha.call.todo.tick({ id, on: today })
  await refused(ravi.call.todo.tick({ id, on: today }), 'request.not_found')
  await refused(ravi.call.todo.untick({ id: tickId }), 'request.not_found')
  await refused(ravi.call.todo.snooze({ id, on: today, to: '2026-11-03' }), 'request.not_found')
  await refused(ravi.call.todo.change({ id, ...daily }), 'request.not_found')
  await refused(ravi.call.todo.remove({ id }), 'request.not_found')
})

test('a second tick is asked about, with who ticked and when, and recorded if wanted', async () => {
  const { id } = await asha.call.todo.add(daily)
  await asha.call.todo.tick({ id, on: today })
  world.clock.now = new Date(mondayMorning.getTime() + HOUR)
  await expect(asha.call.todo.tick({ id, on: today })).rejects.toMatchObject({
    code: 'todo.already_ticked',
    data: { at: mondayMorning.toISOString(), by: 'asha', isOwn: true },
  })
  const { tickId } = await asha.call.todo.tick({ id, on: today, again: true })
  expect(await dates(asha, id)).toEqual(['2026-11-03', '2026-11-03'])
  await asha.call.todo.untick({ id: tickId })
  expect(await dates(asha, id)).toEqual(['2026-11-03', '2026-11-03'])
})

test('ticking tomorrow’s dose on the day of the last one is asked about too', async () => {
  const { id } = await asha.call.todo.add(daily)
  await asha.call.todo.tick({ id, on: today })
  await refused(asha.call.todo.tick({ id, on: '2026-11-03' }), 'todo.already_ticked')
  await asha.call.todo.tick({ id, on: '2026-11-03', again: true })
  expect(await dates(asha, id)).toEqual(['2026-11-04', '2026-11-04'])
})

test('of ticks at the same moment one is recorded', async () => {
  const { id } = await asha.call.todo.add(daily)
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, () => asha.call.todo.tick({ id, on: today })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of tries) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'todo.already_ticked' })
  }
})

test('a tick taken back opens its day again; of two ticks of a day the other one stays', async () => {
  const { id } = await asha.call.todo.add(daily)
  const first = await asha.call.todo.tick({ id, on: today })
  const again = await asha.call.todo.tick({ id, on: today, again: true })
  await asha.call.todo.untick({ id: first.tickId })
  await refused(asha.call.todo.tick({ id, on: today }), 'todo.already_ticked')
  await asha.call.todo.untick({ id: again.tickId })
  expect(await dates(asha, id)).toEqual([today, today])
  await refused(asha.call.todo.untick({ id: again.tickId }), 'request.not_found')
})

test('missed days of a repeat don’t pile up, but one task waits until it is done', async () => {
  const feed = await asha.call.todo.add(daily)
  const once = await asha.call.todo.add(walk)
  at('2026-11-05')
  expect(await dates(asha, feed.id)).toEqual(['2026-11-05', '2026-11-05'])
  expect(await dates(asha, once.id)).toEqual([today, today])
  await asha.call.todo.tick({ id: feed.id, on: '2026-11-05' })
  await refused(asha.call.todo.tick({ id: feed.id, on: '2026-11-03' }), 'todo.changed_meanwhile')
})

test('a tick just after midnight counts for the day on the screen', async () => {
  const { id } = await asha.call.todo.add(daily)
  at('2026-11-03', '00:05')
  await asha.call.todo.tick({ id, on: today })
  expect(await dates(asha, id)).toEqual(['2026-11-03', '2026-11-03'])
})

test('only days of the repeat can be ticked', async () => {
  const weekly = { ...walk, repeat: { every: 'week' as const, weekdays: ['wednesday' as const] } }
  const { id } = await asha.call.todo.add(weekly)
  expect(await dates(asha, id)).toEqual(['2026-11-04', '2026-11-04'])
  await refused(asha.call.todo.tick({ id, on: '2026-11-03' }), 'todo.changed_meanwhile')
  await refused(asha.call.todo.tick({ id, on: '2026-11-11' }), 'todo.changed_meanwhile')
})

test('an end without a repeat is left out', async () => {
  const { repeat: _, ...once } = daily
  const { id } = await asha.call.todo.add({ ...once, ends: { after: 3 } })
  await asha.call.todo.change({ ...once, id, ends: { after: 2 } })
})

test('a repeat that ends after three times is gone after the third', async () => {
  const { id } = await asha.call.todo.add({ ...daily, ends: { after: 3 } })
  for (const on of [today, '2026-11-03', '2026-11-04']) {
    at(on)
    await asha.call.todo.tick({ id, on })
  }
  expect(await listed(asha, id)).toBeUndefined()
})

test('a repeat that ended is gone the day after, ticked or not', async () => {
  const { id } = await asha.call.todo.add({ ...daily, ends: { on: '2026-11-03' } })
  at('2026-11-03')
  expect(await listed(asha, id)).toBeDefined()
  at('2026-11-04')
  expect(await listed(asha, id)).toBeUndefined()
})

test('a task is put off, for its current day only and not beyond the next', async () => {
  const weekly = { ...walk, repeat: { every: 'week' as const, weekdays: ['monday' as const] } }
  const { id } = await asha.call.todo.add(weekly)
  expect((await listed(asha, id))?.snoozeUntil).toBe('2026-11-08')
  await asha.call.todo.snooze({ id, on: today, to: '2026-11-04' })
  expect(await dates(asha, id)).toEqual([today, '2026-11-04'])
  await refused(asha.call.todo.snooze({ id, on: today, to: '2026-11-09' }), 'todo.snooze_not_allowed')
  await refused(asha.call.todo.snooze({ id, on: today, to: today }), 'todo.snooze_not_allowed')
  await refused(asha.call.todo.snooze({ id, on: '2026-11-09', to: '2026-11-10' }), 'todo.changed_meanwhile')
  at('2026-11-09')
  expect(await dates(asha, id)).toEqual(['2026-11-09', '2026-11-09'])
  const feed = await asha.call.todo.add({ ...daily, dueOn: '2026-11-09' })
  expect((await listed(asha, feed.id))?.snoozeUntil).toBeNull()
})

test('a change of the words goes on; a change of the repeat starts anew', async () => {
  const { id } = await asha.call.todo.add(daily)
  await asha.call.todo.tick({ id, on: today })
  const next = { ...daily, id, dueOn: '2026-11-03' }
  await asha.call.todo.change({ ...next, title: 'Feed twice' })
  expect(await listed(asha, id)).toMatchObject({ title: 'Feed twice', on: '2026-11-03' })
  await asha.call.todo.change({ ...next, ends: { after: 2 } })
  expect(await listed(asha, id)).toMatchObject({ on: '2026-11-03', ends: { after: 2 } })
  await asha.call.todo.change({ ...next, dueOn: '2026-11-05', repeat: { every: 'month' } })
  expect(await listed(asha, id)).toMatchObject({ on: '2026-11-05', repeat: { every: 'month' }, ends: null })
  await refused(asha.call.todo.change({ ...next, dueOn: '2026-10-05' }), 'todo.due_in_past')
})

test('an overdue task can be renamed without a new day', async () => {
  const { id } = await asha.call.todo.add(walk)
  at('2026-11-10')
  await asha.call.todo.change({ ...walk, id, title: 'Long walk' })
  expect(await listed(asha, id)).toMatchObject({ title: 'Long walk', dueOn: today })
})

test('a deleted task takes its ticks along', async () => {
  const { id } = await asha.call.todo.add(daily)
  await asha.call.todo.tick({ id, on: today })
  await asha.call.todo.remove({ id })
  expect((await asha.call.todo.done({})).rows.some(({ taskId }) => taskId === id)).toBe(false)
})

type Row = Parameters<ReturnType<typeof db.insertInto<'tasks'>>['values']>[0]
const row = { kind: 'other', remind: 'none', starts_on: today, open_on: today } as const
const fill = (person: Person, count: number, part: object = {}) =>
  db
    .insertInto('tasks')
    .values(
      Array.from({ length: count }, (_, index) => ({
        ...row,
        id: crypto.randomUUID(),
        user_id: person.userId,
        title: `Task ${index}`,
        created_at: mondayMorning,
        updated_at: mondayMorning,
        ...part,
      })) as Row,
    )
    .execute()

test('nobody adds to more than 200 open tasks, even at the same moment', async () => {
  const person = await newPerson()
  await fill(person, taskLimits.open - 1)
  const tries = await Promise.allSettled([1, 2, 3].map(() => person.call.todo.add(walk)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await refused(person.call.todo.add(walk), 'todo.too_many')
})

test('a tick is taken back even if the list is full by then, and nothing is left out of the list', async () => {
  const person = await newPerson()
  const { id } = await person.call.todo.add(walk)
  const { tickId } = await person.call.todo.tick({ id, on: today })
  await fill(person, taskLimits.open)
  await person.call.todo.untick({ id: tickId })
  expect((await person.call.todo.list({})).tasks).toHaveLength(taskLimits.open + 1)
  await fill(person, 500)
  expect((await person.call.todo.list({})).tasks).toHaveLength(taskLimits.open + 501)
})

test('a tick is taken back as long as it is listed: for 30 days', async () => {
  const person = await newPerson()
  const { id } = await person.call.todo.add(walk)
  const { tickId } = await person.call.todo.tick({ id, on: today })
  at('2026-12-03')
  await refused(person.call.todo.untick({ id: tickId }), 'request.not_found')
})

test('tasks that nobody sees leave room for others: repeats that are over, and those of archived pets', async () => {
  const person = await newPerson()
  const { id: petId } = await makePet(db, { ownerId: person.ownerId, facts: { status: 'archived' } })
  await fill(person, taskLimits.open, {
    repeats: 'days',
    every_days: 1,
    starts_on: '2026-10-01',
    open_on: '2026-10-01',
    last_on: '2026-10-31',
    over_on: '2026-11-01',
  })
  await fill(person, taskLimits.open, { pet_id: petId })
  await person.call.todo.add(walk)
  expect((await person.call.todo.list({})).tasks).toHaveLength(1)
})

test('what was done is listed 20 a page for 30 days, the latest first', async () => {
  const person = await newPerson()
  const { id } = await person.call.todo.add(daily)
  for (let count = 0; count < 24; count++) {
    world.clock.now = new Date(mondayMorning.getTime() + count * 60_000)
    await person.call.todo.tick({ id, on: today, again: true })
  }
  await refused(person.call.todo.tick({ id, on: today, again: true }), 'todo.ticked_enough')
  const first = await person.call.todo.done({})
  expect(first.rows).toHaveLength(20)
  const second = await person.call.todo.done({ cursor: first.nextCursor! })
  expect(second.rows).toHaveLength(4)
  expect(second.rows.at(-1)?.tick.at).toEqual(mondayMorning)
  at('2026-12-05')
  expect((await person.call.todo.done({})).rows).toEqual([])
})

const remind = () =>
  world.app.jobs.runSweep(remindOfTasks({ DEFAULT_TIME_ZONE: 'Asia/Kolkata' }).name, world.clock.now)
const told = async (who: Person) => {
  const { rows } = await who.call.notifications.list({ type: 'task_reminder' })
  return rows.map(({ title, message }) => [title, message])
}

test('a reminder that is moved after it came comes again', async () => {
  const person = await newPerson()
  const feed = { ...daily, title: 'Feed', kind: 'feeding' as const, remind: 'at_time' as const }
  const { id } = await person.call.todo.add({ ...feed, at: '10:00' })
  at(today, '10:00')
  await remind()
  await person.call.todo.change({ id, ...feed, at: '18:00' })
  at(today, '18:00')
  await remind()
  expect((await told(person)).map(([, message]) => message)).toEqual([
    'Due Mon, 2 Nov 2026, 18:00.',
    'Due Mon, 2 Nov 2026, 10:00.',
  ])
})

test('today’s dose that a list of yesterday ticked is asked about, and so is given once', async () => {
  const person = await newPerson()
  const { id } = await person.call.todo.add({ ...daily, title: 'Pill', kind: 'medicine' })
  at('2026-11-03', '08:10')
  await person.call.todo.tick({ id, on: today })
  const tick = { id, on: '2026-11-03' }
  await expect(person.call.todo.tick(tick)).rejects.toMatchObject({ code: 'todo.already_ticked' })
  await person.call.todo.tick({ ...tick, again: true })
})

test('a reminder comes once, by the owner’s clocks, and not for what is done', async () => {
  const person = await newPerson()
  const { id: petId } = await makePet(db, { ownerId: person.ownerId, name: 'Miso' })
  const pill = {
    ...daily,
    title: 'Pill',
    kind: 'medicine' as const,
    petId,
    at: '20:00',
    remind: 'hour' as const,
  }
  const { id } = await person.call.todo.add(pill)
  at(today, '18:59')
  await remind()
  expect(await told(person)).toEqual([])
  at(today, '19:00')
  await remind()
  await remind()
  expect(await told(person)).toEqual([['Miso: Pill', 'Due Mon, 2 Nov 2026, 20:00.']])
  await person.call.todo.tick({ id, on: today })
  at('2026-11-03', '12:00')
  await person.call.todo.tick({ id, on: '2026-11-03' })
  at('2026-11-03', '19:30')
  await remind()
  expect(await told(person)).toHaveLength(1)
  await person.call.accounts.noticeTimeZone({ timeZone: 'Europe/London' })
  at('2026-11-04', '23:00')
  await remind()
  expect(await told(person)).toHaveLength(1)
  world.clock.now = new Date('2026-11-04T19:00:00Z')
  await remind()
  expect(await told(person)).toHaveLength(2)
})

test('a reminder at a time that the clocks skip comes once they have moved', async () => {
  const person = await newPerson()
  await person.call.accounts.noticeTimeZone({ timeZone: 'America/New_York' })
  world.clock.now = new Date('2027-03-13T12:00:00Z')
  await person.call.todo.add({ ...walk, dueOn: '2027-03-14', at: '02:30', remind: 'at_time' })
  world.clock.now = new Date('2027-03-14T06:59:00Z')
  await remind()
  expect(await told(person)).toEqual([])
  world.clock.now = new Date('2027-03-14T07:00:00Z')
  await remind()
  expect(await told(person)).toHaveLength(1)
})

test('after a long stop old reminders are left out, and a pet in memory reminds of nothing', async () => {
  const person = await newPerson()
  const { id: petId } = await makePet(db, { ownerId: person.ownerId })
  await person.call.todo.add({ ...walk, dueOn: '2026-11-03', remind: 'at_time' })
  await person.call.todo.add({ ...walk, dueOn: '2026-11-04', petId, remind: 'at_time' })
  at('2026-11-03', '16:00')
  await remind()
  await db.updateTable('pets').set({ status: 'in_memory' }).where('id', '=', petId).execute()
  at('2026-11-04', '09:00')
  await remind()
  expect(await told(person)).toEqual([])
})
