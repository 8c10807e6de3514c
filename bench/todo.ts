import pg from 'pg'
import { signUpAt } from '#/app/testing/people.ts'
import type { Figure } from './goals.ts'
import { rpc } from './scenarios.ts'
import { timeOf } from './search.ts'
import { type Stage, say } from './stage.ts'

const ticks = 5_000
const tasks = 100
const others = 20_000

/** An owner's household with one caregiver, who shares the pet of all its tasks, beside the tasks of everybody else. */
async function seed(databaseUrl: string, owner: string, caregiver: string, petId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  await run(
    `with joined as (
       insert into household_members (id, user_id, member_id, email, state, token_hash, invited_at, expires_at, joined_at)
       values (gen_random_uuid(), $1, $2, 'caregiver@bench.example', 'joined', '\\x00', now(), now(), now()) returning id)
     insert into household_pets (household_member_id, pet_id) select id, $3 from joined`,
    [owner, caregiver, petId],
  )
  await run(
    `insert into users (id, email, name)
     select gen_random_uuid(), 'other' || n || '@bench.example', 'Other' from generate_series(1, 1000) n`,
  )
  const columns =
    '(id, user_id, pet_id, kind, title, starts_on, open_on, repeats, every_days, remind, created_at, updated_at)'
  await run(
    `insert into tasks ${columns}
     select gen_random_uuid(), $1, $2, 'feeding', 'Meal ' || n, current_date - 60, current_date, 'days', 1, 'none', now(), now()
       from generate_series(1, ${tasks}) n`,
    [owner, petId],
  )
  await run(
    `insert into tasks ${columns}
     select gen_random_uuid(), u.id, null, 'other', 'Task ' || n, current_date - 60, current_date, 'days', 1, 'none', now(), now()
       from (select id, row_number() over () as k from users where email like 'other%') u, generate_series(1, ${others / 1000}) n`,
  )
  await run(
    `insert into task_ticks (id, task_id, user_id, occurs_on, ticked_by, ticked_at)
     select gen_random_uuid(), t.id, t.user_id, current_date - n, case when n % 2 = 0 then t.user_id else $2::uuid end,
       now() - n * interval '12 hours'
       from tasks t, generate_series(1, ${ticks / tasks}) n where t.user_id = $1 or n <= 10`,
    [owner, caregiver],
  )
  await run('vacuum analyze')
  await client.end()
}

/** Measures the lists of a household with 5,000 ticks, as its owner and as its caregiver. */
export async function measureTodo(stage: Stage, seconds: number): Promise<Figure[]> {
  say(`\nSeeding a household with ${ticks.toLocaleString('en')} ticks…`)
  const url = await stage.database('bench_todo')
  const server = await stage.server(url)
  const [owner, caregiver] = await Promise.all(
    ['owner', 'caregiver'].map((name) => signUpAt(server.url, `${name}-${Date.now()}`)),
  )
  const { id } = await owner!.call.pets.add({ name: 'Bruno', species: 'dog' })
  await seed(url, owner!.userId, caregiver!.userId, id)
  const figures: Figure[] = []
  for (const [at, who] of [
    ['owner', owner!],
    ['caregiver', caregiver!],
  ] as const) {
    const time = (path: string) =>
      timeOf(server.url, seconds, () => ({
        method: 'GET' as const,
        path: rpc(path, {}),
        headers: { cookie: who.cookie },
      }))
    figures.push(
      { what: 'to-do of a household with 5,000 ticks: 100 open tasks', value: await time('todo/list'), at },
      { what: 'to-do of a household with 5,000 ticks: first 20 done', value: await time('todo/done'), at },
    )
  }
  await server.end('SIGTERM')
  return figures
}
