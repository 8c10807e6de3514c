import { fork } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Figure } from './goals.ts'
import { median } from './median.ts'
import { cpuOf, memoryOf } from './processes.ts'
import { type Stage, say, stageSecret } from './stage.ts'
import type { Heard, Opening } from './stream-clients.ts'

/**
 * Garbage of the opening would count as memory of the streams: on a machine with much memory, V8 leaves it until it needs
 * the room. So the server collects it when asked to.
 */
const collecting = `--expose-gc --import="data:text/javascript,process.on('SIGUSR2',gc)"`
async function restingMemoryOf(pid: number): Promise<number> {
  for (let time = 0; time < 3; time++) {
    process.kill(pid, 'SIGUSR2')
    await wait(1_000)
  }
  return memoryOf(pid)
}

/** Each client process holds these many, below the usual limit of open files. */
const perProcess = 2_500
const idleSeconds = 60

/**
 * Measures many open streams, each of another person, at one process: their memory without garbage, one event to all, and their CPU while
 * nothing happens; and how long a commit at another process takes to reach a stream.
 */
export async function measureStreams(stage: Stage, count: number, rounds: number): Promise<Figure[]> {
  const databaseUrl = await stage.database('bench_streams')
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const people = await signIn(database, count)
  const server = await stage.server(databaseUrl, { NODE_OPTIONS: collecting })
  const pid = server.process.pid!

  const clients = Array.from({ length: Math.ceil(count / perProcess) }, (_, index) => {
    const child = fork(new URL('./stream-clients.ts', import.meta.url), { stdio: 'inherit' })
    const cookies = people.slice(index * perProcess, (index + 1) * perProcess).map(({ cookie }) => cookie)
    return { child, cookies }
  })
  const heard = () =>
    Promise.all(clients.map(async ({ child }) => ((await once(child, 'message')) as [Heard])[0]))
  try {
    // A first stream loads what all of them need.
    await fetch(`${server.url}/live/stream`, { headers: { cookie: people[0]!.cookie } }).then(({ body }) =>
      body?.cancel(),
    )
    await wait(2_000)
    const before = await restingMemoryOf(pid)
    say(`\nOpening ${count.toLocaleString('en')} streams…`)
    const opened = heard()
    for (const { child, cookies } of clients) child.send({ url: server.url, cookies } satisfies Opening)
    for (const { failed } of await opened) if (failed > 0) throw new Error(`${failed} streams were refused`)
    await wait(5_000)
    const kilobytes = ((await restingMemoryOf(pid)) - before) * 1024
    const figures: Figure[] = [{ what: '10,000 live streams: memory of each', value: kilobytes / count }]

    const toAll: number[] = []
    for (let round = 0; round < 5; round++) {
      const all = heard()
      const began = performance.timeOrigin + performance.now()
      await database.query(`select pg_notify('live', id || ' notifications') from users`)
      toAll.push(Math.max(...(await all).map(({ at }) => at)) - began)
    }
    figures.push({ what: '10,000 live streams: one event to all', value: median(toAll) })

    const used = await cpuOf(pid)
    await wait(idleSeconds * 1_000)
    figures.push({
      what: '10,000 live streams: CPU while nothing happens',
      value: (((await cpuOf(pid)) - used) / idleSeconds) * 100,
    })

    const one: number[] = []
    for (const { id } of people.slice(0, rounds)) {
      const answered = new AbortController()
      const first = Promise.race(
        clients.map(
          async ({ child }) => ((await once(child, 'message', { signal: answered.signal })) as [Heard])[0],
        ),
      )
      await database.query('begin')
      await database.query(`select pg_notify('live', $1)`, [`${id} messaging`])
      const began = performance.timeOrigin + performance.now()
      await database.query('commit')
      one.push((await first).at - began)
      answered.abort()
    }
    figures.push({ what: '10,000 live streams: commit elsewhere to event, median', value: median(one) })
    return figures
  } finally {
    for (const { child } of clients) child.kill()
    await database.end()
    await server.end('SIGTERM')
  }
}

/** Makes people with a session each; hashing so many passwords would take long. */
async function signIn(database: pg.Client, count: number): Promise<{ id: string; cookie: string }[]> {
  const people = Array.from({ length: count }, () => {
    const token = randomUUID()
    const signature = createHmac('sha256', stageSecret).update(token).digest('base64')
    const cookie = `pawfolk.session_token=${encodeURIComponent(`${token}.${signature}`)}`
    return { id: randomUUID() as string, token, cookie }
  })
  const [ids, tokens] = [people.map(({ id }) => id), people.map(({ token }) => token)]
  await database.query(
    `insert into users (id, name, email)
     select id, 'Somebody', id || '@pawfolk.example' from unnest($1::uuid[]) as id`,
    [ids],
  )
  await database.query(
    `insert into sessions (id, user_id, token, expires_at)
     select gen_random_uuid(), id, token, now() + interval '7 days' from unnest($1::uuid[], $2::text[]) as p(id, token)`,
    [ids, tokens],
  )
  return people
}
