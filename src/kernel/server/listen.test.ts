import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { openSilentDatabase, type SilentDatabase } from '#/kernel/testing/silent-database.ts'
import { openDatabase } from './db.ts'
import { type Listener, openListener } from './listen.ts'
import { createLog } from './log.ts'

const waiting = { timeout: 20_000, interval: 20 }
const log = createLog('silent')
const testDatabase = await createTestDatabase()
const database = openDatabase(testDatabase.url, { log, max: 2 })
const opened: { listener: Listener; way: SilentDatabase }[] = []

afterEach(async () => {
  for (const { listener, way } of opened.splice(0)) {
    await listener.close()
    await way.close()
  }
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

async function openOne() {
  const way = await openSilentDatabase(testDatabase.url)
  const listener = await openListener(way.url, ['bell'], log)
  opened.push({ listener, way })
  return { listener, way }
}

async function listening(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    "select count(*) from pg_stat_activity where application_name = 'pawfolk listener' and datname = current_database()",
  )
  return rows[0]!.count
}

test('listens again after its connection was cut, and says that it may have missed something', async () => {
  const { listener, way } = await openOne()
  const heard: string[] = []
  listener.on('bell', (payload) => heard.push(payload))
  listener.onConnect(() => heard.push('back'))
  way.hangUp()
  await vi.waitFor(() => expect(listener.connected).toBe(false), waiting)
  await vi.waitFor(() => expect(heard).toEqual(['back']), waiting)
  await database.pool.query("select pg_notify('bell', 'ding')")
  await vi.waitFor(() => expect(heard).toEqual(['back', 'ding']), waiting)
})

test('a database that was silent for a while is left with one connection', async () => {
  const { listener, way } = await openOne()
  way.fallSilent()
  way.hangUp()
  // An attempt waits 5 s before the next one begins.
  const before = way.connections
  await vi.waitFor(() => expect(way.connections).toBe(before + 2), waiting)
  way.speakAgain()
  await vi.waitFor(() => expect(listener.connected).toBe(true), waiting)
  await vi.waitFor(async () => expect(await listening()).toBe(1), waiting)
})

test('a listener closed while it reconnects ends, and doesn’t come back', async () => {
  const { listener, way } = await openOne()
  way.fallSilent()
  way.hangUp()
  const before = way.connections
  await vi.waitFor(() => expect(way.connections).toBe(before + 1), waiting)
  const reconnected = vi.fn()
  listener.onConnect(reconnected)
  await listener.close()
  await vi.waitFor(() => expect(way.open).toBe(0), waiting)
  way.speakAgain()
  await vi.waitFor(async () => expect(await listening()).toBe(0), waiting)
  expect(reconnected).not.toHaveBeenCalled()
  expect(listener.connected).toBe(false)
})
