import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { trainersStatement } from './trainers.ts'
import { makeTrainer, type TrainerInput } from './training.factory.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
async function add(name: string, input: Omit<TrainerInput, 'userId'> = {}) {
  const { userId } = await world.signUp(name)
  return makeTrainer(world.db, { userId, fullName: name, ...input })
}
const [om, kabir, lata, hidden] = [
  await add('om', { location: 'Indiranagar, Bengaluru', specializations: ['Puppy Training'] }),
  await add('kabir', { location: 'Koregaon Park, Pune', specializations: ['Agility Training'] }),
  await add('lata', { location: null, verificationStatus: 'verified' }),
  await add('hidden', { verificationStatus: 'rejected' }),
]
await world.db
  .updateTable('providers')
  .set({ rating: 4.5, total_reviews: 3 })
  .where('id', '=', kabir!)
  .execute()

const find = async (search: Parameters<typeof asha.call.training.trainers>[0]) =>
  (await asha.call.training.trainers(search)).rows.map(({ id }) => id as string)

test('trainers are listed without verification, best rated first', async () => {
  const found = await find({})
  expect(found[0]).toBe(kabir)
  expect(found.toSorted()).toEqual([om, kabir, lata].toSorted())
  await expect(asha.call.training.trainer({ id: hidden! })).rejects.toMatchObject({
    code: 'request.not_found',
  })
})

test('they are found by a part of their place and by what they teach', async () => {
  expect(await find({ location: 'pune' })).toEqual([kabir])
  expect(await find({ specialization: 'Puppy Training' })).toEqual(expect.arrayContaining([om]))
  expect(await find({ specialization: 'Puppy Training', location: 'pune' })).toEqual([])
})

test('where the operator demands verification, only verified ones are listed', async () => {
  const strict = await openWorld({ VERIFY_PROVIDERS: 'all' })
  const ravi = await strict.signUp('ravi')
  const { userId } = await strict.signUp('om')
  await makeTrainer(strict.db, { userId })
  expect((await ravi.call.training.trainers({})).rows).toEqual([])
})

test('a page of the list is read from an index in its order, however many trainers there are', async () => {
  await sql`
    with people as (
      insert into users (id, name, email)
      select gen_random_uuid(), 'Many', 'many-' || n || '@example.org' from generate_series(1, 3000) n returning id
    )
    insert into pet_trainers (id, user_id, full_name, hourly_rate, specializations)
    select gen_random_uuid(), id, 'Many', 50000, '{Socialization}' from people
  `.execute(world.db)
  await sql`vacuum analyze`.execute(world.db)
  const statement = trainersStatement(world.db, {}).compile()
  const { rows } = await sql<{
    'QUERY PLAN': string
  }>`explain ${sql.raw(statement.sql.replace('$1', '21'))}`.execute(world.db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('providers_unregulated')
  expect(plan).not.toMatch(/Sort|Seq Scan on (providers|pet_trainers)/)
})
