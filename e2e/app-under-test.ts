/** Starts the built app once for all stories, on its own database with demo data, and stops it afterwards. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startFacebook, startGoogle } from '#/accounts/server/social.factory.ts'
import { cloneDatabase, openTestServer, type TestServer } from '#/kernel/testing/test-server.ts'
import { serverFile } from '../scripts/build.ts'
import { startTiles } from './tiles.ts'

const PATIENCE = 60_000

export default async function startApp(): Promise<() => Promise<void>> {
  const address = new URL(process.env['E2E_URL'] ?? '')
  const server = await openTestServer(process.env['TEST_DATABASE_URL'])
  const dataDir = await mkdtemp(join(tmpdir(), 'pawfolk-e2e-'))
  const database = await cloneDatabase(server)
  // Workers inherit it, and use it for data that no form makes.
  process.env['E2E_DATABASE_URL'] = database.url
  // For stories that start their own app.
  const { url, template, run } = server
  process.env['E2E_DATABASE_SERVER'] = JSON.stringify({ url, template, run } satisfies TestServer)
  await mkdir('test-results', { recursive: true })
  const logFile = 'test-results/app.log'
  const peers = await Promise.all([startGoogle(), startFacebook(), startTiles()])
  const app = spawn(process.execPath, [serverFile], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that Ctrl-C stops it below, after the browsers.
    detached: true,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: address.hostname,
      PORT: address.port,
      PUBLIC_URL: address.origin,
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SEED: 'demo',
      RATE_LIMITS: 'off',
      ...peers[0].settings,
      ...peers[1].settings,
      MAP_TILES: peers[2].url,
      CONTACT_PHONE: '+91 00000 04000',
      CONTACT_WHATSAPP: '+910000004001',
    },
  })
  const log = createWriteStream(logFile)
  app.stdout.pipe(log, { end: false })
  app.stderr.pipe(log, { end: false })

  const stop = async () => {
    if (app.exitCode === null && app.signalCode === null) {
      app.kill('SIGTERM')
      await once(app, 'exit')
    }
    log.end()
    for (const peer of peers) await peer.close()
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  const begun = Date.now()
  while (!(await isReady(address))) {
    if (app.exitCode !== null || Date.now() - begun > PATIENCE) {
      await stop()
      throw new Error(`The app did not start:\n${await readFile(logFile, 'utf8')}`)
    }
    await delay(50)
  }
  return stop
}

async function isReady(address: URL): Promise<boolean> {
  return fetch(new URL('/readyz', address)).then(
    (answer) => answer.ok,
    () => false,
  )
}
