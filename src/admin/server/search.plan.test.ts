import pg from 'pg'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { logStatement } from './queries.ts'
import { allUsersStatement, findUsers, newestUsersStatement, type UserSearch } from './users/user-search.ts'

const world = await openWorld()
const { db } = world

// A busy marketplace's year, with ids in order of time.
const filler = new pg.Client({ connectionString: world.databaseUrl })
await filler.connect()
await filler.query(`
  insert into users (id, name, email)
  select (lpad(to_hex(n), 12, '0') || '70008000000000000000')::uuid, 'Walker ' || md5(n::text), 'walker-' || n || '@example.org'
  from generate_series(1, 20000) n;
  update pet_owners o set phone_number = '+919' || lpad((n * 245489 % 1000000000)::text, 9, '0')
  from (select user_id, row_number() over (order by user_id) as n from pet_owners) numbered
  where numbered.user_id = o.user_id;
  insert into accounts (id, user_id, account_id, provider_id, issuer)
  select gen_random_uuid(), user_id, '+918' || lpad((n * 245489 % 1000000000)::text, 9, '0'), 'phone', 'local:phone'
  from (select user_id, row_number() over (order by user_id) as n from pet_owners) numbered where n % 3 = 0;
  insert into admin_audit_log (id, action, subject_kind, subject_id, happened_at)
  select gen_random_uuid(), (array['user.sessions_ended', 'user.suspension_lifted', 'admin.signed_in'])[n % 3 + 1],
    'user', gen_random_uuid(), now() from generate_series(1, 20000) n;
`)
await filler.query('vacuum analyze')
await filler.end()

type Plan = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/**
 * Counts the rows that the statement reads, by the plan after many executions, when Postgres considers a generic plan.
 */
async function rowsRead(compiled: { sql: string; parameters: readonly unknown[] }): Promise<number> {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    await client.query(`prepare asked as ${compiled.sql}`)
    const given = (values: readonly unknown[]) =>
      values.length > 0 ? `(${values.map((value) => client.escapeLiteral(String(value))).join(', ')})` : ''
    for (const words of [
      '%walker%',
      '%Penelope%',
      '%a%',
      '%98000%',
      '%walker-77@%',
      '%zz%',
      '%example%',
      '%42%',
    ]) {
      const others = compiled.parameters.map((value) => (/^%/.test(String(value)) ? words : value))
      await client.query(`execute asked ${given(others)}`)
    }
    const { rows } = await client.query(
      `explain (analyze, format json) execute asked ${given(compiled.parameters)}`,
    )
    const count = (plan: Plan): number =>
      (plan['Actual Rows'] +
        (plan['Rows Removed by Filter'] ?? 0) +
        (plan['Rows Removed by Index Recheck'] ?? 0)) *
        plan['Actual Loops'] +
      (plan.Plans ?? []).reduce((sum, child) => sum + count(child), 0)
    return count(rows[0]['QUERY PLAN'][0].Plan)
  } finally {
    await client.end()
  }
}

test.each<[string, UserSearch]>([
  ['everyone', {}],
  ['the suspended, of whom there is none', { only: 'suspended' }],
  ['words that one has', { search: 'walker-19998@' }],
  ['words that nobody has', { search: 'Penelope' }],
  ['part of one phone number', { search: '91907 44953' }],
])('a page of %s reads little of 20,000', async (_what, search) => {
  expect(await rowsRead(allUsersStatement(db, search).compile())).toBeLessThan(1_000)
})

test.each<[string, UserSearch]>([
  ['a word that all have', { search: 'walker' }],
  ['a letter', { search: 'e' }],
  ['digits that many numbers have', { search: '+91' }],
  ['a word that nobody has', { search: 'Penelope' }],
  ['the suspended, of whom there is none', { search: 'walker', only: 'suspended' }],
])('searching for %s among the newest reads little of 20,000', async (_what, search) => {
  expect(await rowsRead(newestUsersStatement(db, search).compile())).toBeLessThan(4_000)
})

test('a phone number is found in any spelling', async () => {
  const rows = await findUsers(db, { search: '+91 91907-44953' })
  expect(rows.map(({ phone_number }) => phone_number)).toEqual(['+919190744953'])
})

test('a page of the log reads few of 20,000 lines with any filter', async () => {
  for (const filter of [
    {},
    { adminId: newId() },
    { only: 'byUsers' as const },
    { action: 'user.suspended' },
    { subjectId: newId() },
  ])
    expect(await rowsRead(logStatement(db, filter).compile()), JSON.stringify(filter)).toBeLessThan(1_000)
})
