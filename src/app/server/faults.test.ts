import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { clientAt, type Person, signUpAt } from '#/app/testing/people.ts'
import { type ServerProcess, startServerProcess } from '#/app/testing/server-process.ts'
import { openDatabase } from '#/kernel/server/db.ts'
import { startEmbeddedPostgres } from '#/kernel/server/embedded-postgres.ts'
import { findBrokenInvariants } from '#/kernel/server/invariants.ts'
import { createLog } from '#/kernel/server/log.ts'
import { WEEKDAYS } from '#/kernel/time.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

// Two starts and hundreds of bookings take 14 s alone, and several times that on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

// Its own cluster with fsync on, because Postgres itself is killed here.
const dataDir = await mkdtemp(join(tmpdir(), 'pawfolk-faults-'))
const postgres = await startEmbeddedPostgres({ dataDir })
const settings = { DATA_DIR: dataDir, AUTH_SECRET: 'a secret that every process of this test knows' }
const running: ServerProcess[] = []
const start = async () => {
  const server = await startServerProcess(settings)
  running.push(server)
  return server
}
afterAll(async () => {
  for (const server of running) await server.end('SIGKILL')
  await database.close()
  await postgres.stop()
  // Under root it may be elsewhere.
  for (const folder of [postgres.directory, dataDir]) await rm(folder, { recursive: true, force: true })
})

const first = await start()
const database = openDatabase(postgres.url, { log: createLog('silent'), max: 2 })
const owners: Person[] = []
for (const name of ['asha', 'ravi', 'zoya', 'hana', 'ines', 'jai'])
  owners.push(await signUpAt(first.url, name))
const vets: string[] = []
for (const name of ['meera', 'kabir', 'arjun']) {
  const { userId } = await signUpAt(first.url, name)
  vets.push(
    await makeVet(database.db, {
      userId,
      fullName: name,
      hours: [{ days: WEEKDAYS, start: '00:00', end: '24:00' }],
    }),
  )
}
const { days } = await owners[0]!.call.booking.openDays({ trade: 'veterinary', providerId: vets[0]! })
const dates = days.filter(({ state }) => state === 'available').map(({ date }) => date)

type Request = { key: string; owner: Person; vetId: string; date: string; startTime: string; endTime: string }

/** Distinct slots, few enough per owner and vet not to meet the limit on waiting requests. */
function requestsFor(date: string, perVet = 2): Request[] {
  return owners.flatMap((owner, o) =>
    vets.flatMap((vetId) =>
      Array.from({ length: perVet }, (_, n) => {
        const hour = String(6 + o * 2 + n).padStart(2, '0')
        return {
          key: `${date}-${o}-${vetId}-${n}`,
          owner,
          vetId,
          date,
          startTime: `${hour}:00`,
          endTime: `${hour}:30`,
        }
      }),
    ),
  )
}

type Answer = { id: string } | { refusedWith: number | undefined }

async function book(url: string, { key, owner, vetId, ...slot }: Request): Promise<Answer> {
  try {
    const call = clientAt(url, { cookie: owner.cookie })
    const { id } = await call.veterinary.book({ vetId, slot }, { context: { key } })
    return { id }
  } catch (error) {
    return { refusedWith: (error as { status?: number }).status }
  }
}

/** Repeats a request under its key until it is answered, like a phone with a bad connection. */
async function bookUntilAnswered(url: string, request: Request): Promise<string> {
  const deadline = Date.now() + 20_000
  for (;;) {
    const answer = await book(url, request)
    if ('id' in answer) return answer.id
    // While the database is away the server says so; it never fails with a fault of its own.
    expect([503, undefined]).toContain(answer.refusedWith)
    if (Date.now() > deadline) throw new Error(`${request.key} got no answer`)
  }
}

async function expectEachOnce(requests: Request[], answers: Answer[], url: string): Promise<void> {
  const retried = await Promise.all(requests.map((request) => bookUntilAnswered(url, request)))
  for (const [index, answer] of answers.entries()) {
    if ('id' in answer) expect(retried[index]).toBe(answer.id)
    else expect([503, undefined]).toContain(answer.refusedWith)
  }
  const rows = await database.db
    .selectFrom('veterinary_appointments')
    .select('id')
    .where('appointment_date', '=', requests[0]!.date)
    .execute()
  expect(rows.map(({ id }) => id).sort()).toEqual([...retried].sort())
  expect(await findBrokenInvariants(postgres.url)).toEqual([])
}

/** Resolves after the first booking, when the others are under way. */
async function firstSuccess(answers: Promise<Answer>[]): Promise<void> {
  await Promise.any(answers.map(async (answer) => ('id' in (await answer) ? true : Promise.reject())))
}

test('kill -9 of the server in the middle of bookings loses nothing acknowledged, and a retry is the same booking', async () => {
  const victim = await start()
  const requests = requestsFor(dates[1]!)
  const answers = requests.map((request) => book(victim.url, request))
  await firstSuccess(answers)
  await victim.end('SIGKILL')
  const acknowledged = await Promise.all(answers)
  const started = performance.now()
  const next = await start()
  expect((await fetch(`${next.url}/readyz`)).status).toBe(200)
  expect(performance.now() - started).toBeLessThan(20_000)
  await expectEachOnce(requests, acknowledged, next.url)
})

test('after a kill -9 of Postgres during bookings, the process lives, answers 503 for a while and loses nothing', async () => {
  const requests = requestsFor(dates[2]!)
  const answers = requests.map((request) => book(first.url, request))
  await firstSuccess(answers)
  const postmaster = Number(
    (await readFile(join(postgres.directory, 'postmaster.pid'), 'utf8')).split('\n')[0],
  )
  process.kill(postmaster, 'SIGKILL')
  const acknowledged = await Promise.all(answers)
  await expect
    .poll(async () => (await fetch(`${first.url}/readyz`)).status, { timeout: 20_000, interval: 100 })
    .toBe(200)
  expect(first.process.exitCode).toBeNull()
  await expectEachOnce(requests, acknowledged, first.url)
})

test('SIGTERM under load finishes requests in flight and exits cleanly', async () => {
  const leaving = await start()
  const requests = requestsFor(dates[3]!, 1)
  const answers = requests.map((request) => book(leaving.url, request))
  await firstSuccess(answers)
  expect(await leaving.end('SIGTERM')).toBe(0)
  const acknowledged = await Promise.all(answers)
  await expectEachOnce(requests, acknowledged, first.url)
})
