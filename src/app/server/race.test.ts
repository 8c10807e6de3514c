import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type Client, clientAt, signUpAt } from '#/app/testing/people.ts'
import { startServerProcess } from '#/app/testing/server-process.ts'
import { openDatabase } from '#/kernel/server/db.ts'
import { startEmbeddedPostgres } from '#/kernel/server/embedded-postgres.ts'
import { findBrokenInvariants } from '#/kernel/server/invariants.ts'
import { createLog } from '#/kernel/server/log.ts'
import { WEEKDAYS } from '#/kernel/time.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeStylist } from '#/styling/server/styling.factory.ts'
import { makeTrainer } from '#/training/server/training.factory.ts'
import { addHours, makeVet } from '#/veterinary/server/factory.ts'

// Its own cluster, so that the log is only about this race.
const dataDir = await mkdtemp(join(tmpdir(), 'pawfolk-race-'))
const postgres = await startEmbeddedPostgres({ dataDir, durable: false })
const settings = { DATA_DIR: dataDir, AUTH_SECRET: 'a secret that both processes of this race know' }
const servers = await Promise.all([startServerProcess(settings), startServerProcess(settings)])
const { db, close } = openDatabase(postgres.url, { log: createLog('silent') })
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGTERM')))
  await close()
  await postgres.stop()
  // Under root it may be elsewhere.
  for (const folder of [postgres.directory, dataDir]) await rm(folder, { recursive: true, force: true })
})

const owners = await Promise.all(
  ['asha', 'ravi', 'zoya', 'hana'].map((name) => signUpAt(servers[0]!.url, name)),
)

/** Makes one vet per test, so that no owner reaches the limit on pending requests. */
async function makeBusyVet(name: string): Promise<string> {
  const { userId } = await signUpAt(servers[0]!.url, name)
  const vetId = await makeVet(db, {
    userId,
    fullName: name,
    hours: [{ days: WEEKDAYS, start: '08:00', end: '20:00' }],
  })
  // A second plan that overlaps the first: none of its slots equals one of the others.
  await addHours(db, vetId, { days: WEEKDAYS, start: '08:15', end: '19:45' })
  return vetId
}
const meera = await makeBusyVet('meera')
const kabir = await makeBusyVet('kabir')
const callers: Client[] = servers.flatMap(({ url }) => owners.map(({ cookie }) => clientAt(url, { cookie })))

const { days } = await callers[0]!.booking.openDays({ trade: 'veterinary', providerId: meera })
const date = days.filter(({ state }) => state === 'available')[3]!.date

type Outcome = { won: true } | { won: false; code: unknown; status: unknown }

/** Books, and retries if a busy machine had no free connection. */
async function outcomeOf(book: () => Promise<unknown>): Promise<Outcome> {
  for (let tries = 1; ; tries++)
    try {
      await book()
      return { won: true }
    } catch (error) {
      const { code, status } = error as { code?: unknown; status?: unknown }
      if (status !== 503 || tries === 5) return { won: false, code, status }
    }
}

/** Makes 200 bookings at once through both processes; `slotOf` chooses each slot. */
function race(
  vetId: string,
  slotOf: (racer: number) => { startTime: string; endTime: string },
): Promise<Outcome[]> {
  return Promise.all(
    Array.from({ length: 200 }, (_, racer) => {
      const { veterinary } = callers[racer % callers.length]!
      return outcomeOf(() => veterinary.book({ vetId, slot: { date, ...slotOf(racer) } }))
    }),
  )
}

async function expectOneWinner(
  vetId: string,
  outcomes: Outcome[],
  range: { from: string; to: string },
): Promise<void> {
  const lost = outcomes.filter((outcome) => !outcome.won)
  expect(outcomes.length - lost.length).toBe(1)
  for (const outcome of lost) expect(outcome).toEqual({ won: false, code: 'booking.slot_taken', status: 409 })
  const rows = await db
    .selectFrom('veterinary_appointments')
    .select('id')
    .where('veterinary_id', '=', vetId)
    .where('start_time', '>=', range.from)
    .where('start_time', '<', range.to)
    .execute()
  expect(rows).toHaveLength(1)
}

test('one person who is a vet, trainer and stylist is booked once per time, through two processes', async () => {
  const { userId } = await signUpAt(servers[0]!.url, 'leela')
  const hours = [{ days: WEEKDAYS, start: '10:00', end: '11:00' }] as const
  const vetId = await makeVet(db, { userId, fullName: 'Leela', hours: [{ ...hours[0], slotMinutes: 60 }] })
  const trainerId = await makeTrainer(db, { userId, hours })
  const stylistId = await makeStylist(db, { userId, hours })
  const pets = await Promise.all(owners.map(({ ownerId }) => makePet(db, { ownerId, name: 'Bruno' })))
  const slot = { date, startTime: '10:00', endTime: '11:00' }
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, racer) => {
      const { veterinary, training, styling } = callers[racer % callers.length]!
      const { id: petId } = pets[racer % pets.length]!
      const ways = [
        () => veterinary.book({ vetId, slot }),
        () => training.book({ trainerId, slot, sessionType: 'Puppy Training' }),
        () => styling.book({ stylistId, slot, pets: [{ petId, service: 'Full Grooming' }] }),
      ]
      return outcomeOf(ways[racer % ways.length]!)
    }),
  )
  const lost = outcomes.filter(({ won }) => !won)
  expect(lost).toHaveLength(59)
  for (const outcome of lost) expect(outcome).toEqual({ won: false, code: 'booking.slot_taken', status: 409 })
  const rows = await db
    .selectFrom('appointments')
    .select('id')
    .where('provider_user_id', '=', userId)
    .execute()
  expect(rows).toHaveLength(1)
})

test('of 200 simultaneous bookings of one slot through two processes, one wins and 199 are refused', {
  timeout: 90_000,
}, async () => {
  for (const hour of ['09', '10', '11']) {
    const outcomes = await race(meera, () => ({ startTime: `${hour}:00`, endTime: `${hour}:30` }))
    await expectOneWinner(meera, outcomes, { from: `${hour}:00`, to: `${hour}:30` })
  }
})

test('of 200 simultaneous bookings of overlapping times, one wins and 199 are refused', {
  timeout: 90_000,
}, async () => {
  for (const hour of ['14', '16', '18']) {
    const outcomes = await race(kabir, (racer) =>
      racer % 2
        ? { startTime: `${hour}:00`, endTime: `${hour}:30` }
        : { startTime: `${hour}:15`, endTime: `${hour}:45` },
    )
    await expectOneWinner(kabir, outcomes, { from: `${hour}:00`, to: `${hour}:30` })
  }
})

test('the races caused no deadlock, and every invariant holds', async () => {
  // Postgres's counters lag, but its log doesn't. A deliberate error proves that this is the right log.
  await expect(sql`select 1 / 0 as "the race is over"`.execute(db)).rejects.toThrow('division by zero')
  const log = await readFile(postgres.logFile, 'utf8')
  expect(log).toContain('the race is over')
  expect(log).not.toContain('deadlock detected')
  expect(await findBrokenInvariants(postgres.url)).toEqual([])
})
