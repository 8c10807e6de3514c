import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServerProcess } from '#/app/testing/server-process.ts'
import { createTestDatabase } from '#/kernel/testing/database.ts'

/** Stands before a database, and goes away for a moment when it is first sent each of these texts, one after the other. */
async function restartingDatabase(databaseUrl: string, moments: string[]) {
  const url = new URL(databaseUrl)
  const socketFile = `${url.searchParams.get('host')}/.s.PGSQL.${url.port || 5432}`
  const open = new Set<Socket>()
  let awayUntil = 0
  const server = createServer((near) => {
    near.on('error', () => near.destroy())
    if (performance.now() < awayUntil) return near.destroy()
    const far = connect(socketFile)
    open.add(near)
    far.on('error', () => near.destroy())
    far.on('close', () => near.destroy())
    near.on('close', () => {
      open.delete(near)
      far.destroy()
    })
    far.pipe(near)
    near.on('data', (bytes) => {
      if (moments.length === 0 || !bytes.includes(moments[0]!)) return void far.write(bytes)
      moments.shift()
      awayUntil = performance.now() + 1_200
      for (const one of open) one.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, left: () => moments, close: () => server.close() }
}

test('a process that starts while Postgres restarts waits for it, at whichever step', async () => {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'pawfolk-start-again-'))
  const restarting = await restartingDatabase(database.url, [
    'pawfolk migrate',
    'pawfolk listener',
    'jobs.queue',
    'jobs.schedule',
  ])
  const server = await startServerProcess({ DATA_DIR: dataDir, DATABASE_URL: restarting.url })
  expect(restarting.left()).toEqual([])
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  // Leaves nothing behind that would hold the process.
  expect(await server.end('SIGTERM')).toBe(0)
  restarting.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)
