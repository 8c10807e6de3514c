import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '#/accounts/server/sign-in.factory.ts'
import { boot } from '#/app/boot.ts'
import { openWorld } from '#/app/testing/world.ts'
import { readConfig } from '#/kernel/server/config.ts'
import { createLog } from '#/kernel/server/log.ts'

const world = await openWorld()

async function get(url: string, path: string, headers: Record<string, string> = {}) {
  const asking = request(`${url}${path}`, { headers })
  asking.end()
  const [response] = await once(asking, 'response')
  return { status: response.statusCode as number, body: await text(response) }
}

test('requests from the same machine see what would have been sent, the newest first', async () => {
  for (const name of ['asha', 'ravi']) {
    const email = `${name}@example.org`
    await ask(world.url, '/sign-up/email', { email, password: 'bruno-and-luna' })
    await ask(world.url, '/request-password-reset', { email })
    await expect
      .poll(async () => (await world.visitor.accounts.outbox()).messages[0], { timeout: 5_000 })
      .toMatchObject({ kind: 'mail', to: email, subject: 'Set a new password for Pawfolk' })
  }
  expect((await world.visitor.accounts.outbox()).messages).toHaveLength(2)
})

test('another machine, a proxy, or a page with a name of its own gets not found', async () => {
  const { port } = new URL(world.url)
  expect((await get(world.url, '/api/outbox', { host: `localhost:${port}` })).status).toBe(200)
  const others: Record<string, string>[] = [
    { host: `192.168.1.20:${port}` },
    { host: `rebound.evil.example:${port}` },
    { host: 'localhost.evil.example' },
    { 'x-forwarded-for': '10.0.0.1' },
  ]
  for (const headers of others) expect((await get(world.url, '/api/outbox', headers)).status).toBe(404)
})

test('production has neither the page nor its contents', async () => {
  await writeFile(join(world.dataDir, '__spa-fallback.html'), '<title>Pawfolk</title>')
  for (const [NODE_ENV, status] of [
    ['test', 200],
    ['production', 404],
  ] as const) {
    const app = await boot({
      config: readConfig({
        NODE_ENV,
        DATA_DIR: world.dataDir,
        DATABASE_POOL: '4',
        AUTH_SECRET: 'known-to-the-test-and-to-nobody-else',
        PUBLIC_URL: 'https://pawfolk.example',
        PAYMENT_GATEWAY: 'sandbox',
      }),
      databaseUrl: world.databaseUrl,
      log: createLog('silent'),
      webFolder: world.dataDir,
    })
    onTestFinished(() => app.close())
    app.http.listen(0, '127.0.0.1')
    await once(app.http, 'listening')
    const url = `http://127.0.0.1:${(app.http.address() as AddressInfo).port}`
    for (const path of ['/outbox', '/outbox/', '/api/outbox'])
      expect(`${NODE_ENV} ${path} ${(await get(url, path)).status}`).toBe(`${NODE_ENV} ${path} ${status}`)
    expect((await get(url, '/login')).status).toBe(200)
  }
})
