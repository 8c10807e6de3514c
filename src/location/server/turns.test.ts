import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { clientAt } from '#/app/testing/people.ts'
import { startServerProcess } from '#/app/testing/server-process.ts'
import { openDatabase } from '#/kernel/server/db.ts'
import { createLog } from '#/kernel/server/log.ts'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { openPeer } from './peer.factory.ts'
import { endTurn, takeTurn } from './queries.ts'
import { inTurn } from './turns.ts'

const database = await createTestDatabase()
const peer = await openPeer()
const dataDir = await mkdtemp(join(tmpdir(), 'pawfolk-turns-'))
const settings = {
  DATA_DIR: dataDir,
  DATABASE_URL: database.url,
  GEOCODER_URL: peer.url,
  AUTH_SECRET: 'a secret that both processes of this race know',
}
const servers = await Promise.all([startServerProcess(settings), startServerProcess(settings)])
const { db, close } = openDatabase(database.url, { log: createLog('silent'), max: 8 })
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGTERM')))
  await close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('two processes together call the service once a second, and a request that would wait too long is still answered', async () => {
  const callers = servers.map(({ url }) => clientAt(url, {}).location)
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, number) =>
      callers[number % 2]!.placeAt({ lat: 18 + number / 10, lon: 74 }),
    ),
  )
  for (const { place } of answers) expect(place).not.toBeNull()
  const times = peer.asked.map(({ at }) => at).sort((a, b) => a - b)
  expect(times.length).toBeGreaterThan(1)
  expect(times.length).toBeLessThan(answers.length)
  const gaps = times.slice(1).map((at, index) => at - times[index]!)
  for (const gap of gaps) expect(gap).toBeGreaterThan(950)
})

test('one of several processes has the turn until it gives it back or its time is over', async () => {
  const takeMany = () => Promise.all(Array.from({ length: 12 }, () => takeTurn(db, 'wanted', 60_000)))
  const waits = await takeMany()
  expect(waits.filter((wait) => wait === 0)).toHaveLength(1)
  for (const wait of waits.filter((wait) => wait !== 0)) expect(wait).toBeGreaterThan(30_000)
  await endTurn(db, 'wanted', 0)
  expect((await takeMany()).filter((wait) => wait === 0)).toHaveLength(1)
  expect(await takeTurn(db, 'other', 60_000)).toBe(0)
})

test('failing work gives its turn back, and a requested pause is kept', async () => {
  const fails = inTurn(db, 'pausing', async () => {
    throw new Error('out of luck')
  })
  await expect(fails).rejects.toThrow('out of luck')
  expect(await inTurn(db, 'pausing', async () => ({ result: 'done', pauseMs: 60_000 }))).toBe('done')
  expect(await inTurn(db, 'pausing', async () => ({ result: 'done' }))).toBeUndefined()
})
