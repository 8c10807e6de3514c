import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { boot } from '#/app/boot.ts'
import { openWorld } from '#/app/testing/world.ts'
import { readConfig } from '#/kernel/server/config.ts'
import { openDiskStorage } from '#/kernel/server/files/disk-storage.ts'
import { createLog } from '#/kernel/server/log.ts'
import { newId } from '#/kernel/server/new-id.ts'

const world = await openWorld()
type Line = { route: string; status: number; cut?: true }
const lines: Line[] = []
const errors: object[] = []
const keep = (about: Line) => 'route' in about && lines.push(about)
const app = await boot({
  config: readConfig({ NODE_ENV: 'test', DATA_DIR: world.dataDir, RATE_LIMITS: 'off', DATABASE_POOL: '4' }),
  databaseUrl: world.databaseUrl,
  log: Object.assign(createLog('silent'), {
    info: keep,
    error: (about: object) => void errors.push(about),
  }),
  webFolder: world.dataDir,
})
app.http.listen(0, '127.0.0.1')
await once(app.http, 'listening')
const { port } = app.http.address() as AddressInfo
afterAll(() => app.close())

async function lineAfter(send: () => Promise<unknown>): Promise<Line> {
  lines.splice(0)
  await send()
  await expect.poll(() => lines.length).toBe(1)
  return lines[0]!
}

async function talk(text: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`${text}\r\nHost: localhost\r\n\r\n`)
  return socket
}

test('the log tells complete answers from abandoned and interrupted ones', async () => {
  const answered = await lineAfter(() => fetch(`http://127.0.0.1:${port}/healthz`))
  expect([answered.status, 'cut' in answered]).toEqual([200, false])

  const gone = await lineAfter(async () => {
    const arrived = once(app.http, 'request')
    const socket = await talk('POST /rpc/support/sendMessage HTTP/1.1\r\nContent-Length: 90')
    await arrived
    socket.resetAndDestroy()
  })
  expect(gone).toMatchObject({ route: '/rpc/support/sendMessage', status: 499, cut: true })

  const name = `${newId()}.webp`
  await openDiskStorage(world.dataDir).write(name, Buffer.alloc(20_000_000), 'image/webp')
  const torn = await lineAfter(async () => {
    const socket = await talk(`GET /files/${name} HTTP/1.1`)
    await once(socket, 'data')
    socket.resetAndDestroy()
  })
  expect(torn).toMatchObject({ route: '/files/*', status: 200, cut: true })
})

test('a client that hangs up before its requests are read isn’t logged as an error', async () => {
  const { cookie } = await world.signUp('asha')
  const body = JSON.stringify({ upTo: newId() })
  const head = [
    'POST /api/notifications/reads HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    `Cookie: ${cookie}`,
    `Content-Length: ${body.length}`,
    '',
    '',
  ].join('\r\n')
  lines.splice(0)
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  const arrived = once(app.http, 'request')
  socket.write(`${head}${body}`.repeat(20))
  await arrived
  socket.destroy()
  await expect.poll(() => lines.length).toBe(20)
  // These wait for the same database connections, so the others have ended by then.
  const read = () => fetch(`http://127.0.0.1:${port}/api/notifications`, { headers: { cookie } })
  await Promise.all(Array.from({ length: 8 }, read))
  expect(errors).toEqual([])
})
