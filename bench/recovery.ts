import { setTimeout as delay } from 'node:timers/promises'
import type { ServerProcess } from '#/app/testing/server-process.ts'
import type { Figure } from './goals.ts'
import { measure, type Sample } from './load.ts'
import type { Stage } from './stage.ts'

/** Measures how long answers are missing after a `kill -9` of Postgres, and then of the server, during bookings. */
export async function measureRecovery(
  stage: Stage,
  server: ServerProcess,
  databaseUrl: string,
  booking: () => Sample,
): Promise<Figure[]> {
  const load = measure(server.url, { connections: 8, seconds: 3, next: booking })
  await delay(500)
  const killed = performance.now()
  process.kill(await stage.postmaster(), 'SIGKILL')
  // It still reports ready until it notices.
  while ((await isReady(server.url)) && performance.now() - killed < 2_000) await delay(5)
  while (!(await isReady(server.url))) await delay(5)
  const databaseBack = performance.now() - killed
  const { longest } = await load

  const dying = measure(server.url, { connections: 8, seconds: 1, next: booking })
  await delay(300)
  await server.end('SIGKILL')
  const began = performance.now()
  const next = await stage.server(databaseUrl)
  while (!(await isReady(next.url))) await delay(5)
  const serverBack = performance.now() - began
  await dying
  await next.end('SIGTERM')
  return [
    { what: 'kill -9 of Postgres under load: ready again after', value: databaseBack },
    { what: 'kill -9 of Postgres under load: longest answer meanwhile', value: longest },
    { what: 'kill -9 of the server: the next one is ready after', value: serverBack },
  ]
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
