import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { rowsReadBy } from '#/kernel/testing/rows-read.ts'
import { doneStatement, openStatement } from './list.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const client = new pg.Client({ connectionString: world.databaseUrl })
await client.connect()
await client.query('set synchronous_commit = off')
// Asha's list has 5,000 ticks of 50 tasks; Ravi stands for everybody else.
await client.query(
  `insert into tasks (id, user_id, kind, title, starts_on, open_on, repeats, every_days, remind, created_at, updated_at)
   select gen_random_uuid(), u.id, 'other', 'Task ' || n, '2026-01-01', date '2026-11-01' + n % 30, 'days', 1, 'none', now(), now()
     from (values ($1::uuid, 50), ($2::uuid, 2000)) as u (id, many), generate_series(1, u.many) n`,
  [asha.userId, ravi.userId],
)
await client.query(
  `insert into task_ticks (id, task_id, user_id, occurs_on, ticked_by, ticked_at)
   select gen_random_uuid(), t.id, t.user_id, date '2026-10-31' - n, t.user_id, $1::timestamptz - n * interval '6 hours'
     from tasks t, generate_series(1, case when t.user_id = $2::uuid then 100 else 10 end) n`,
  [mondayMorning, asha.userId],
)
await client.query('vacuum analyze')
afterAll(() => client.end())

test('a page of what was done reads about its own ticks among 5,000', async () => {
  const since = new Date(mondayMorning.getTime() - 30 * DAY)
  const statement = doneStatement(world.db, asha.userId, since).compile()
  expect(await rowsReadBy(client, statement, 'task_ticks')).toBeLessThan(50)
})

test('the open tasks read one tick each', async () => {
  const statement = openStatement(world.db, asha.userId, '2026-11-02').compile()
  expect(await rowsReadBy(client, statement, 'task_ticks')).toBeLessThanOrEqual(50)
  expect(await rowsReadBy(client, statement, 'tasks')).toBeLessThanOrEqual(50)
})

test('a caregiver’s page of what was done reads no ticks of other lists', async () => {
  const { id: petId } = await asha.call.pets.add({ name: 'Bruno', species: 'dog' })
  await client.query('update tasks set pet_id = $1 where user_id = $2', [petId, asha.userId])
  await client.query('vacuum analyze tasks')
  const tara = await world.signUp('tara')
  const since = new Date(mondayMorning.getTime() - 30 * DAY)
  const shared = [{ userId: asha.userId, ownerName: 'Asha', zone: null, petIds: [petId] }]
  const statement = doneStatement(world.db, tara.userId, since, undefined, shared).compile()
  expect(await rowsReadBy(client, statement, 'task_ticks')).toBeLessThan(5_200)
})
