import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { release, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR } from '#/kernel/duration.ts'
import { endsWithUs } from '#/kernel/testing/ends-with-us.ts'
import { namesCluster, reportsSyncErrors, stopLeftBehind } from './embedded-postgres/server.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const root = process.getuid?.() === 0
const NOBODY = 65_534
const waiting = { timeout: 20_000, interval: 20 }

let folder: string
let open: EmbeddedPostgres[]
let children: ChildProcess[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pawfolk-embedded-'))
  await chmod(folder, 0o755)
  open = []
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(open.map((postgres) => postgres.stop()))
  for (const postgres of open) await rm(postgres.directory, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

async function start(dataDir = join(folder, 'data')): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  open.push(postgres)
  return postgres
}

async function query(postgres: { url: string }, text: string) {
  const client = new pg.Client({ connectionString: postgres.url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function postmaster(postgres: { directory: string }): Promise<number> {
  return Number((await readFile(join(postgres.directory, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** A zombie counts as dead, because only the machine's process 1 can remove it. */
async function isAlive(pid: number): Promise<boolean> {
  const { stdout } = spawn('ps', ['-p', String(pid), '-o', 'state='])
  const state = (await stdout.toArray()).join('').trim()
  return state !== '' && !state.startsWith('Z')
}

/** Starts another process on the same DATA_DIR. It prints its address, and on SIGINT runs a query, stops and leaves. */
async function startElsewhere(dataDir: string, uid?: number) {
  const program = `
    import { startEmbeddedPostgres } from '#/kernel/server/embedded-postgres.ts'
    import pg from 'pg'
    const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    process.once('SIGINT', async () => {
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      await client.query('select 1')
      await client.end()
      await postgres.stop()
      process.stdout.write('left\\n')
    })
    process.stdout.write(JSON.stringify({ url: postgres.url, directory: postgres.directory }) + '\\n')`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    uid,
    gid: uid,
    env: { ...process.env, ...endsWithUs },
  })
  children.push(child)
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk
  })
  const lines = createInterface(child.stdout)
  const first = await Promise.race([once(lines, 'line'), once(child, 'close')])
  if (typeof first[0] !== 'string') throw new Error(complaints)
  return { child, lines, ...(JSON.parse(first[0]) as { url: string; directory: string }) }
}

test('a first start makes a UTF-8 cluster with checksums that no network can reach', async () => {
  const postgres = await start()
  const [settings] = await query(
    postgres,
    `select current_database() as database, current_setting('server_encoding') as encoding,
      current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
      current_setting('fsync') as fsync,
      (select format('%s:%s', datlocprovider, datlocale) from pg_database where datname = current_database()) as locale`,
  )
  expect(settings).toEqual({
    database: 'pawfolk',
    encoding: 'UTF8',
    checksums: 'on',
    addresses: '',
    fsync: 'on',
    locale: 'b:C.UTF-8',
  })
  const socket = new URL(postgres.url).searchParams.get('host')!
  expect((await stat(socket)).mode & 0o777).toBe(0o700)
})

test('a second process joins, and only the last one to leave stops the server', async () => {
  const first = await start()
  const pid = await postmaster(first)
  const second = await startElsewhere(join(folder, 'data'))
  expect(second.url).toBe(first.url)
  expect(await postmaster(first)).toBe(pid)
  await first.stop()
  expect(await isAlive(pid)).toBe(true)
  expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }])
  second.child.kill('SIGINT')
  expect(await once(second.lines, 'line')).toEqual(['left'])
  expect(await isAlive(pid)).toBe(false)
})

test('two simultaneous first starts share one cluster', async () => {
  const [one, two, three] = await Promise.all([start(), start(), start()])
  expect(new Set([one.url, two.url, three.url]).size).toBe(1)
  await query(one, 'create table seen ()')
  expect(await query(three, "select to_regclass('seen')::text as found")).toEqual([{ found: 'seen' }])
  expect((await readdir(join(folder, 'data'))).filter((name) => name.includes('.new-'))).toEqual([])
})

test('overlapping starts and stops all succeed', async () => {
  await start()
  for (let round = 0; round < 3; round += 1) {
    const leaving = open.splice(0)
    const [next] = await Promise.all([start(), ...leaving.map((postgres) => postgres.stop())])
    expect(await query(next, 'select 1 as one')).toEqual([{ one: 1 }])
  }
})

test('after a crash, files are synced by one call if the system reports its errors', async () => {
  expect(reportsSyncErrors('linux', '6.1.0-18-amd64')).toBe(true)
  expect(reportsSyncErrors('linux', '5.8.0')).toBe(true)
  expect(reportsSyncErrors('linux', '5.4.0-200-generic')).toBe(false)
  expect(reportsSyncErrors('darwin', '24.1.0')).toBe(false)
  const postgres = await start()
  const method = reportsSyncErrors(process.platform, release()) ? 'syncfs' : 'fsync'
  expect(await query(postgres, 'show recovery_init_sync_method')).toEqual([
    { recovery_init_sync_method: method },
  ])
})

test('kill -9 of Postgres: it comes back automatically at the same address, with committed data', async () => {
  const postgres = await start()
  await query(postgres, 'create table kept as select 7 as seven')
  const pid = await postmaster(postgres)
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(async () => {
    expect(await query(postgres, 'select seven from kept')).toEqual([{ seven: 7 }])
    expect(await postmaster(postgres)).not.toBe(pid)
  }, waiting)
})

test('kill -9 of everything: the next start recovers', async () => {
  const lost = await startElsewhere(join(folder, 'data'))
  await query(lost, 'create table kept as select 7 as seven')
  const pid = await postmaster(lost)
  lost.child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  const next = await start()
  expect(await query(next, 'select seven from kept')).toEqual([{ seven: 7 }])
})

test('kill -9 of our process alone: the next start joins the running server and can stop it', async () => {
  const lost = await startElsewhere(join(folder, 'data'))
  const pid = await postmaster(lost)
  lost.child.kill('SIGKILL')
  await once(lost.child, 'exit')
  const next = await start()
  expect(await postmaster(next)).toBe(pid)
  // The dead process's lock goes with its session, a moment later.
  await vi.waitFor(async () => {
    const held = await query(next, "select from pg_locks where locktype = 'advisory'")
    expect(held).toHaveLength(1)
  }, waiting)
  await next.stop()
  expect(await isAlive(pid)).toBe(false)
})

test('a stale process id that now belongs to another process doesn’t prevent the start', async () => {
  const first = await start()
  const lockFile = join(first.directory, 'postmaster.pid')
  const left = await readFile(lockFile, 'utf8')
  const { uid, gid } = await stat(first.directory)
  await first.stop()
  const stranger = spawn('sleep', ['60'], { uid, gid })
  children.push(stranger)
  await writeFile(lockFile, left.replace(/^\d+/, String(stranger.pid)), { mode: 0o600 })
  await chown(lockFile, uid, gid)
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a stale process id that now belongs to another Postgres neither prevents the start nor stops that one', async () => {
  const neighbour = await start(join(folder, 'neighbour'))
  const theirs = await postmaster(neighbour)
  const first = await start()
  const lockFile = join(first.directory, 'postmaster.pid')
  const left = (await readFile(lockFile, 'utf8')).replace(/^\d+/, String(theirs))
  const { uid, gid } = await stat(first.directory)
  await first.stop()
  const leaveStale = async () => {
    await writeFile(lockFile, left, { mode: 0o600 })
    await chown(lockFile, uid, gid)
  }
  await leaveStale()
  const again = await start()
  expect(await query(again, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await postmaster(again)).not.toBe(theirs)
  await again.stop()

  await leaveStale()
  await stopLeftBehind(first.directory)
  expect(await postmaster(neighbour)).toBe(theirs)
  expect(await query(neighbour, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a command line names a cluster only by its whole path', () => {
  const args = '/opt/postgres -D /data/postgres -p 5432'
  expect(namesCluster(args, '/data/postgres')).toBe(true)
  expect(namesCluster('/opt/postgres -D /data/postgres', '/data/postgres')).toBe(true)
  expect(namesCluster(args, '/data')).toBe(false)
  expect(namesCluster(args, '/data/post')).toBe(false)
  expect(namesCluster('/opt/postgres -D /old/data/postgres', '/data/postgres')).toBe(false)
})

test('what killed first starts left is removed, also once there is a cluster', async () => {
  const first = await start()
  await first.stop()
  const [old, young] = ['00000000', '11111111'].map((name) => `${first.directory}.new-${name}`)
  for (const draft of [old!, young!]) await mkdir(draft)
  const longAgo = new Date(Date.now() - HOUR)
  await utimes(old!, longAgo, longAgo)
  await start()
  const names = await readdir(dirname(first.directory))
  expect(names.filter((name) => name.includes('.new-'))).toEqual([
    `${first.directory.split('/').at(-1)}.new-11111111`,
  ])
})

test('Ctrl-C reaches our process and not Postgres', async () => {
  const other = await startElsewhere(join(folder, 'data'))
  const pid = await postmaster(other)
  process.kill(-other.child.pid!, 'SIGINT')
  expect(await once(other.lines, 'line')).toEqual(['left'])
  expect(await isAlive(pid)).toBe(false)
})

test('a restarting server ends no process, and stopping twice is stopping once', async () => {
  const postgres = await start()
  await query(
    postgres,
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name ~ $$anchor$$',
  )
  await vi.waitFor(async () => {
    const anchors = await query(postgres, 'select from pg_stat_activity where application_name ~ $$anchor$$')
    expect(anchors).toHaveLength(1)
  }, waiting)
  const pid = await postmaster(postgres)
  await Promise.all([postgres.stop(), postgres.stop()])
  expect(await isAlive(pid)).toBe(false)
})

test('the log names the constraint that refused a row, but none of its values', async () => {
  const postgres = await start()
  await query(postgres, 'create table people (email text constraint one_each unique)')
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const add = () => client.query('insert into people values ($1)', ['asha@example.org'])
  await add()
  await expect(add()).rejects.toThrow('one_each')
  await client.end()
  const log = await readFile(postgres.logFile, 'utf8')
  expect(log).toContain('one_each')
  expect(log).not.toContain('asha@example.org')
})

test('a deadlock is in the log, with its statements', async () => {
  const postgres = await start()
  await query(postgres, 'create table pairs as select n from generate_series(1, 2) n')
  const clients = [1, 2].map(() => new pg.Client({ connectionString: postgres.url }))
  await Promise.all(clients.map((client) => client.connect()))
  const lock = (client: pg.Client, n: number) =>
    client.query('select from pairs where n = $1 for update', [n])
  const [one, two] = clients as [pg.Client, pg.Client]
  await Promise.all([one.query('begin'), two.query('begin')])
  await Promise.all([lock(one, 1), lock(two, 2)])
  const ends = await Promise.allSettled([lock(one, 2), lock(two, 1)])
  expect(ends.map((end) => end.status).sort()).toEqual(['fulfilled', 'rejected'])
  await Promise.all(clients.map((client) => client.end()))
  const log = await readFile(postgres.logFile, 'utf8')
  expect(log).toContain('deadlock detected')
  expect(log).toContain('STATEMENT:  select from pairs where n = $1 for update')
})

test.runIf(root)('root may keep DATA_DIR in a folder that only root can enter', async () => {
  await chmod(folder, 0o700)
  const dataDir = join(folder, 'data')
  const first = await start(dataDir)
  expect(first.directory.startsWith(folder)).toBe(false)
  expect((await stat(first.directory)).uid).not.toBe(0)
  await query(first, 'create table kept as select 7 as seven')
  await first.stop()

  const moved = join(folder, 'moved')
  await rename(dataDir, moved)
  const second = await start(moved)
  expect(await query(second, 'select seven from kept')).toEqual([{ seven: 7 }])

  const copy = join(folder, 'copy')
  await cp(moved, copy, { recursive: true })
  const third = await start(copy)
  expect(third.directory).not.toBe(second.directory)
  expect(await query(third, "select to_regclass('kept') as found")).toEqual([{ found: null }])
})

test.runIf(root)('two simultaneous first starts agree on a place that the account can enter', async () => {
  await chmod(folder, 0o700)
  const [one, two] = await Promise.all([start(), start()])
  expect(one.directory).toBe(two.directory)
})

test.runIf(root)('an ordinary user starts it, and root can take over and hand back', async (context) => {
  const dataDir = join(folder, 'theirs')
  await mkdir(dataDir, { mode: 0o700 })
  await chown(dataDir, NOBODY, NOBODY)
  const probe = spawn(process.execPath, ['--version'], { uid: NOBODY, gid: NOBODY, stdio: 'ignore' })
  const reached = await once(probe, 'exit').then(
    ([code]) => code === 0,
    () => false,
  )
  context.skip(!reached, 'the user nobody cannot reach this clone')

  const theirs = await startElsewhere(dataDir, NOBODY)
  await query(theirs, 'create table kept as select 7 as seven')
  theirs.child.kill('SIGINT')
  await once(theirs.lines, 'line')

  const ours = await start(dataDir)
  expect(await query(ours, 'select seven from kept')).toEqual([{ seven: 7 }])
  expect(dirname(ours.directory)).toBe(dataDir)
  await ours.stop()

  const again = await startElsewhere(dataDir, NOBODY)
  expect(await query(again, 'select seven from kept')).toEqual([{ seven: 7 }])
  again.child.kill('SIGINT')
  await once(again.lines, 'line')
})
