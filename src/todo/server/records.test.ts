import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { examination, makeVisit } from '#/care/server/visit.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const [asha, meera] = await Promise.all(['asha', 'meera'].map(world.signUp))
await makeVet(db, { userId: meera!.userId, fullName: 'Meera Iyer', licenseId: 'KVC/2211' })
await vi.waitUntil(async () => (await meera!.call.accounts.me()).user?.records['veterinary_doctor'])
afterEach(() => {
  world.clock.now = mondayMorning
})

const tasksOf = async (petId: string) =>
  (await asha!.call.todo.list({})).tasks.filter(({ pet }) => pet?.id === petId)
const shown = async (petId: string) => (await tasksOf(petId)).map(({ title, dueOn }) => [dueOn, title])
/** Also those that are done, dismissed or over. */
const everTasksOf = (petId: string) =>
  db.selectFrom('tasks').select('id').where('pet_id', '=', petId).execute()
const newPet = async () => (await makePet(db, { ownerId: asha!.ownerId })).id

async function sign(content = {}) {
  const petId = await newPet()
  const { bookingId } = await makeVisit(db, asha!, meera!, { petId })
  const { id } = await meera!.call.care.addNote({ bookingId, petId, ...examination, ...content })
  expect(await shown(petId)).toEqual([])
  await meera!.call.care.sign({ id, seen: 1 })
  return { petId, noteId: id }
}

test('a signed note brings its follow-up, its course and the next vaccination, each linked to its source', async () => {
  const { petId, noteId } = await sign()
  const source = { label: 'Visit note', path: `/dashboard/pet-visit-notes?note=${noteId}` }
  expect(await tasksOf(petId)).toMatchObject([
    {
      kind: 'medicine',
      title: 'Give Cetirizine 10 mg',
      detail: '1 tablet, every 12 h',
      dueOn: '2026-11-02',
      at: '20:00',
      repeat: { every: 'days', days: 1 },
      ends: { on: '2026-11-08' },
      remind: 'at_time',
      source,
    },
    {
      kind: 'medicine',
      title: 'Give Cetirizine 10 mg',
      // It is past eight in the morning: the first dose is tomorrow's, and the last a day later.
      dueOn: '2026-11-03',
      at: '08:00',
      repeat: { every: 'days', days: 1 },
      ends: { on: '2026-11-09' },
      remind: 'at_time',
      source,
    },
    { kind: 'follow_up', title: 'Follow-up with Dr. Meera Iyer', dueOn: '2026-11-15', remind: 'day', source },
    {
      kind: 'vaccination',
      title: 'Vaccination: Rabies',
      dueOn: '2027-11-01',
      remind: 'day',
      source: { label: 'Vaccinations', path: `/profile/add-pet?pet=${petId}` },
    },
  ])
})

test('a refill is bought three days before each part is used up, while the prescription is valid', async () => {
  const medicine = { ...examination.medicines[0]!, days: 30, refills: 12 }
  const { petId } = await sign({ medicines: [medicine], followUpOn: null, vaccinations: [], validMonths: 2 })
  expect(await tasksOf(petId)).toMatchObject([
    { title: 'Give Cetirizine 10 mg', at: '20:00', ends: { on: '2027-01-02' } },
    // It ends with the prescription, although it began a day later.
    { title: 'Give Cetirizine 10 mg', at: '08:00', dueOn: '2026-11-03', ends: { on: '2027-01-02' } },
    {
      title: 'Buy more Cetirizine 10 mg',
      dueOn: '2026-11-29',
      ends: { after: 2 },
      repeat: { every: 'days', days: 30 },
    },
  ])
})

test('a medicine for no number of days brings no task', async () => {
  const medicine = { ...examination.medicines[0]!, days: null }
  const { petId } = await sign({ medicines: [medicine], followUpOn: null, vaccinations: [] })
  expect(await tasksOf(petId)).toEqual([])
})

test('one task stands for the latest vaccination with a vaccine, however it is written', async () => {
  const petId = await newPet()
  const add = (name: string, givenOn: string, nextDueOn: string | null) =>
    asha!.call.pets.addVaccination({ petId, name, givenOn, nextDueOn })
  const { id } = await add('Rabies', '2025-11-20', '2026-11-20')
  expect(await shown(petId)).toEqual([['2026-11-20', 'Vaccination: Rabies']])
  await add('DHPP', '2026-10-01', '2026-12-01')
  const newer = await add('rabies', '2026-11-01', '2027-11-01')
  await add('Rabies', '2024-11-20', '2025-11-20')
  expect(await shown(petId)).toEqual([
    ['2026-12-01', 'Vaccination: DHPP'],
    ['2027-11-01', 'Vaccination: rabies'],
  ])
  await asha!.call.pets.changeVaccination({
    petId,
    id: newer.id,
    name: 'rabies',
    givenOn: '2026-11-01',
    nextDueOn: '2027-05-01',
  })
  expect((await shown(petId))[1]).toEqual(['2027-05-01', 'Vaccination: rabies'])
  await asha!.call.pets.removeVaccination({ petId, id: newer.id })
  expect((await shown(petId))[0]).toEqual(['2026-11-20', 'Vaccination: Rabies'])
  await asha!.call.pets.changeVaccination({
    petId,
    id,
    name: 'Rabies',
    givenOn: '2025-11-20',
    nextDueOn: null,
  })
  expect(await shown(petId)).toEqual([['2026-12-01', 'Vaccination: DHPP']])
})

test('a booster closes the earlier recall, but what was ticked stays in the record', async () => {
  const petId = await newPet()
  await asha!.call.pets.addVaccination({
    petId,
    name: 'Rabies',
    givenOn: '2025-11-01',
    nextDueOn: '2026-11-01',
  })
  const [recall] = await tasksOf(petId)
  await asha!.call.todo.tick({ id: recall!.id, on: '2026-11-01' })
  await asha!.call.pets.addVaccination({
    petId,
    name: 'Rabies',
    givenOn: '2026-11-02',
    nextDueOn: '2027-11-02',
  })
  expect(await shown(petId)).toEqual([['2027-11-02', 'Vaccination: Rabies']])
  const { rows } = await asha!.call.todo.done({})
  expect(rows.filter(({ taskId }) => taskId === recall!.id)).toMatchObject([{ title: 'Vaccination: Rabies' }])
})

test('a task of a record can be put off, ticked and dismissed, but not changed; it comes back with a new date', async () => {
  const petId = await newPet()
  const vaccine = { petId, name: 'Rabies', givenOn: '2025-11-01' }
  const { id } = await asha!.call.pets.addVaccination({ ...vaccine, nextDueOn: '2026-11-01' })
  const task = (await tasksOf(petId))[0]!.id
  const fields = { id: task, title: 'Mine', kind: 'other' as const, dueOn: '2026-11-05' }
  await expect(asha!.call.todo.change(fields)).rejects.toMatchObject({ code: 'todo.from_record' })
  await asha!.call.todo.snooze({ id: task, on: '2026-11-01', to: '2026-11-10' })
  expect((await shown(petId))[0]![0]).toBe('2026-11-10')
  await asha!.call.todo.remove({ id: task })
  expect(await tasksOf(petId)).toEqual([])
  await asha!.call.pets.changeVaccination({
    ...vaccine,
    id,
    nextDueOn: '2026-11-01',
    name: 'Rabies (Nobivac)',
  })
  expect(await tasksOf(petId)).toEqual([])
  await asha!.call.pets.changeVaccination({ ...vaccine, id, nextDueOn: '2026-12-01' })
  expect(await shown(petId)).toEqual([['2026-12-01', 'Vaccination: Rabies']])
})

test('course and refills go with their prescription, and the follow-up with the note, which goes only with the pet', async () => {
  const medicine = { ...examination.medicines[0]!, days: 30, refills: 2 }
  const { petId, noteId } = await sign({ medicines: [medicine], vaccinations: [] })
  const kinds = async () => (await tasksOf(petId)).map(({ title }) => title)
  expect(await kinds()).toEqual([
    'Give Cetirizine 10 mg',
    'Give Cetirizine 10 mg',
    'Follow-up with Dr. Meera Iyer',
    'Buy more Cetirizine 10 mg',
  ])
  const [pill] = await tasksOf(petId)
  await asha!.call.todo.tick({ id: pill!.id, on: '2026-11-02' })
  await db.deleteFrom('prescriptions').where('note_id', '=', noteId).execute()
  expect(await kinds()).toEqual(['Follow-up with Dr. Meera Iyer'])
  const note = db.deleteFrom('visit_notes').where('id', '=', noteId)
  await expect(note.execute()).rejects.toThrow('a signed note never changes')
  await db.deleteFrom('pets').where('id', '=', petId).execute()
  expect(await everTasksOf(petId)).toEqual([])
  expect((await asha!.call.todo.done({})).rows.filter(({ taskId }) => taskId === pill!.id)).toEqual([])
})

test('with the pet all its tasks go', async () => {
  const { petId } = await sign()
  await asha!.call.todo.add({ title: 'Walk', kind: 'walk', dueOn: '2026-11-02', petId })
  await db.deleteFrom('pets').where('id', '=', petId).execute()
  expect(await tasksOf(petId)).toEqual([])
  expect(await everTasksOf(petId)).toEqual([])
})

const twice = ['08:00', '20:00']
const thrice = ['06:00', '14:00', '22:00']
const readings: [string, string[] | null][] = [
  ...['every 12 h', 'Every 12 hours', 'q12h', 'Q 12 hrs', '12 hourly', '12-hrly', 'every twelve hours'].map(
    (text): [string, string[]] => [text, twice],
  ),
  ...['twice a day', '2 times daily', '2x/day', 'twice daily after food', 'Twice daily (after food)'].map(
    (text): [string, string[]] => [text, twice],
  ),
  ...['B.I.D.', 'bd', 'BD pc', 'b.d. a.c.', 'BDS', '1 tab BD', '½ tablet b.d.', 'bd x 7 days'].map(
    (text): [string, string[]] => [text, twice],
  ),
  ...['morning and evening', 'Morning & night', 'morning-evening', 'subah shaam', 'सुबह शाम'].map(
    (text): [string, string[]] => [text, twice],
  ),
  ...['1-0-1', '1 - 0 - 1', '1–0–1', '1+0+1', '½-0-½', '1/2-0-1/2', '1.5-0-1', '1-0-1 after food'].map(
    (text): [string, string[]] => [text, twice],
  ),
  ['1-1-1', ['08:00', '14:00', '20:00']],
  ['morning, noon and night', ['08:00', '14:00', '20:00']],
  ['0-1-1', ['14:00', '20:00']],
  ['1-0-0', ['08:00']],
  ['0-0-1 for 7 days', ['20:00']],
  ['1-1-1-1', ['08:00', '12:00', '16:00', '20:00']],
  ['tds', thrice],
  ['T.I.D.', thrice],
  ['thrice daily before meals', thrice],
  ['every 8h', thrice],
  ['three times a day', thrice],
  ['2 drops q8h', thrice],
  ['every 6 hours', ['05:00', '11:00', '17:00', '23:00']],
  ['QID', ['05:00', '11:00', '17:00', '23:00']],
  ['q4h', ['02:00', '06:00', '10:00', '14:00', '18:00', '22:00']],
  ['HS', ['22:00']],
  ['at bedtime', ['22:00']],
  ['every morning on an empty stomach', ['08:00']],
  ...[
    ['once a day', 'OD', 'once daily after food', 'every 12 h if he scratches', 'every 12 days', 'as needed'],
    ['bd SOS', 'bd for 3 days, then od', '0-0-0', '1-1', '1-2 tablets', 'alternate days', 'weekly', 'twice'],
  ]
    .flat()
    .map((text): [string, null] => [text, null]),
]

test('what prescribers write is read as times of the day; other words stay one task', async () => {
  const { rows } = await sql<{ text: string; times: string[] | null }>`
    select text, dose_times(text, 7)::text[] as times
      from unnest(${readings.map(([text]) => text)}::text[]) with ordinality as t (text, position) order by position
  `.execute(db)
  const read = rows.map(({ text, times }) => [text, times?.map((time) => time.slice(0, 5)) ?? null])
  expect(read).toEqual(readings)
})

test.each([
  ['1-0-1', twice],
  ['twice daily after food', twice],
  ['every 8h', thrice],
  ['once a day', [null]],
])('a medicine given %s has a task for each of its times', async (howOften, times) => {
  const medicine = { ...examination.medicines[0]!, howOften, refills: 0 }
  const { petId } = await sign({ medicines: [medicine], followUpOn: null, vaccinations: [] })
  const tasks = await tasksOf(petId)
  expect(tasks.map(({ at }) => at).toSorted()).toEqual(times)
  const { rows } = await sql<{ doses: number }>`
    select sum(last_on - starts_on + 1)::int as doses from tasks where pet_id = ${petId}`.execute(db)
  expect(rows[0]!.doses).toBe(medicine.days! * times.length)
})

test('a course begins on its owner’s day, although the clinic is in another zone', async () => {
  await db
    .updateTable('users')
    .set({ time_zone: 'America/New_York' })
    .where('id', '=', asha!.userId)
    .execute()
  try {
    // 00:30 on the Tuesday in Bengaluru, and 14:00 on the Monday in New York.
    world.clock.now = new Date('2026-11-02T19:00:00Z')
    const medicine = { ...examination.medicines[0]!, howOften: 'bd', refills: 0 }
    const { petId } = await sign({ medicines: [medicine], followUpOn: null, vaccinations: [] })
    expect((await tasksOf(petId)).map(({ at, dueOn, ends }) => [at, dueOn, ends])).toEqual([
      ['20:00', '2026-11-02', { on: '2026-11-08' }],
      ['08:00', '2026-11-03', { on: '2026-11-09' }],
    ])
  } finally {
    await db.updateTable('users').set({ time_zone: 'Asia/Kolkata' }).where('id', '=', asha!.userId).execute()
  }
})

test('each dose is ticked on its own, and reminded of at its time, also on the evening of the first day', async () => {
  const medicine = { ...examination.medicines[0]!, refills: 0 }
  const { petId } = await sign({ medicines: [medicine], followUpOn: null, vaccinations: [] })
  const reminders = await db
    .selectFrom('tasks')
    .select('remind_local')
    .where('pet_id', '=', petId)
    .orderBy('at')
    .execute()
  expect(reminders.map(({ remind_local }) => remind_local)).toEqual(['2026-11-03 08:00', '2026-11-02 20:00'])
  const evening = (await tasksOf(petId)).find(({ at }) => at === '20:00')!
  await asha!.call.todo.tick({ id: evening.id, on: '2026-11-02' })
  expect((await tasksOf(petId)).map(({ at, dueOn }) => [at, dueOn]).toSorted()).toEqual([
    ['08:00', '2026-11-03'],
    ['20:00', '2026-11-03'],
  ])
})
