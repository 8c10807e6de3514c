/**
 * Vite serves and reloads the web app, and forwards the rest to a server that restarts when its source changes. Both share
 * one address, as in production.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'vite'
import { readConfig } from '#/kernel/server/config.ts'
import { startEmbeddedPostgres } from '#/kernel/server/embedded-postgres.ts'
import { devProxy } from './dev-proxy.ts'
import { freePort } from './free-port.ts'
import { root } from './steps.ts'

const config = readConfig()
// Keeps the database running when the server restarts.
const postgres = config.DATABASE_URL ? undefined : await startEmbeddedPostgres({ dataDir: config.DATA_DIR })

const apiPort = await freePort()
const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/app/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  // Its own process group, so that on Ctrl-C we end things in order.
  detached: true,
  env: {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(apiPort),
    // The server sees this address, not the public one.
    DEMO_ADMIN: config.DEMO_ADMIN ? 'on' : 'off',
    PUBLIC_URL: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
  },
})

let ending = false
async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  if (api.exitCode === null && api.signalCode === null) {
    api.kill('SIGTERM')
    await once(api, 'exit')
  }
  await vite.close()
  await postgres?.stop()
  process.exit(code)
}

const vite = await createServer({
  root,
  clearScreen: false,
  server: {
    host: config.HOST,
    port: config.PORT,
    strictPort: true,
    proxy: devProxy(apiPort),
  },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
api.once('exit', () => end(1))
try {
  await vite.listen()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  await end(1)
}
