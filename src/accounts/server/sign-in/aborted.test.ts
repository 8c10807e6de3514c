import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { ask } from '#/accounts/server/sign-in.factory.ts'
import { boot } from '#/app/boot.ts'
import { openWorld } from '#/app/testing/world.ts'
import { readConfig } from '#/kernel/server/config.ts'
import { createLog } from '#/kernel/server/log.ts'

const world = await openWorld()
const lines: string[] = []
const log = createLog('silent')
const app = await boot({
  config: readConfig({ NODE_ENV: 'test', DATA_DIR: world.dataDir, RATE_LIMITS: 'off', DATABASE_POOL: '4' }),
  databaseUrl: world.databaseUrl,
  log: Object.assign(log, { error: (_about: unknown, line: string) => lines.push(line) }),
  webFolder: world.dataDir,
})
app.http.listen(0, '127.0.0.1')
await once(app.http, 'listening')
const { port } = app.http.address() as AddressInfo
afterAll(() => app.close())

test('a client that disconnects while it sends is not an error of ours', async () => {
  for (const path of ['/sign-in/email', '/sign-up/email']) {
    const arrived = once(app.http, 'request')
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /api/auth${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"email"`,
    )
    const [request] = await arrived
    const gone = once(request, 'close').catch(() => undefined)
    socket.resetAndDestroy()
    await gone
    expect((await ask(`http://127.0.0.1:${port}`, path, 'no JSON')).status).toBe(400)
  }
  expect(lines).toEqual([])
})
