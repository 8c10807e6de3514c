import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { procedures } from '#/app/testing/inputs.ts'
import { openWorld } from '#/app/testing/world.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
// The readiness check hasn't been called yet.
const fresh = await openWorld()

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: string }

/** Sends any method with any body, unlike a browser. */
function send({ method, path, headers, body }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${world.url}${path}`, { method, headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', (error) => reject(new Error(`${method} ${path}: ${error.message}`)))
    sent.end(body)
  })
}

const json = { 'content-type': 'application/json' }
const role = JSON.stringify({ json: { role: 'pet_sitter' } })

test('a write under another method’s name is not found and changes nothing', async () => {
  const headers = { ...json, cookie: asha.cookie, 'content-length': String(role.length) }
  for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE']) {
    expect(await send({ method, path: '/rpc/accounts/chooseRole', headers, body: role }), method).toBe(404)
  }
  expect((await asha.call.accounts.me()).user?.role).toBe('pet_owner')
})

test('no link leads to a write: GET is refused for all of them', async () => {
  const writes = procedures().filter(({ procedure }) => procedure['~orpc'].route.method !== 'GET')
  expect(writes.length).toBeGreaterThan(100)
  const query = `data=${encodeURIComponent(role)}`
  for (const { path } of writes) {
    const target = `/rpc/${path.join('/')}`
    expect(
      await send({ method: 'GET', path: `${target}?${query}`, headers: { cookie: asha.cookie } }),
      target,
    ).toBe(404)
  }
  expect((await asha.call.accounts.me()).user?.role).toBe('pet_owner')
})

test('in REST, the path’s id wins over ids in body and query', async () => {
  const [bruno, coco] = [
    await asha.call.pets.add({ name: 'Bruno', species: 'dog' }),
    await asha.call.pets.add({ name: 'Coco', species: 'cat' }),
  ]
  const headers = { ...json, cookie: asha.cookie }
  const body = JSON.stringify({ id: coco.id, name: 'Rex', species: 'dog' })
  expect(await send({ method: 'PATCH', path: `/api/pets/${bruno.id}`, headers, body })).toBe(200)
  expect((await asha.call.pets.list()).rows.map(({ name }) => name).toSorted()).toEqual(['Coco', 'Rex'])
  const read = await fetch(`${world.url}/api/pets/${bruno.id}?id=${coco.id}`, {
    headers: { cookie: asha.cookie },
  })
  expect(await read.json()).toMatchObject({ id: bruno.id })
})

test('HEAD is answered like GET, without a body', async () => {
  for (const [path, status] of [
    ['/api/pets', 200],
    ['/api/pets/made-up', 400],
    ['/api/made-up', 404],
  ] as const) {
    const answer = await fetch(`${world.url}${path}`, { method: 'HEAD', headers: { cookie: asha.cookie } })
    expect([answer.status, await answer.text()], path).toEqual([status, ''])
  }
  expect((await fetch(`${world.url}/api/pets`, { method: 'HEAD' })).status).toBe(401)
})

test('a body of unknown or excessive length is refused for every method', async () => {
  for (const method of ['HEAD', 'GET', 'POST']) {
    const chunked = { ...json, 'transfer-encoding': 'chunked' }
    expect(
      await send({ method, path: '/rpc/accounts/chooseRole', headers: chunked, body: role }),
      method,
    ).toBe(411)
  }
  const path = '/rpc/support/sendMessage'
  expect(await send({ method: 'POST', path, headers: { ...json, 'content-length': '300000' } })).toBe(413)
})

test('files are taken only where files belong, and only from the signed-in', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '4' }
  const post = (path: string, cookie?: string) =>
    send({ method: 'POST', path, headers: cookie ? { ...headers, cookie } : headers, body: '--x-' })
  expect(await post('/rpc/support/sendMessage')).toBe(415)
  expect(await post('/api/pets', asha.cookie)).toBe(415)
  expect(await post('/rpc/pets/add')).toBe(401)
  expect(await post('/rpc/pets/add', asha.cookie)).toBe(400)
})

test('the metrics hold no word that a client made up', async () => {
  for (const path of ['/api/veterinary/vets/made-up', '/api/made-up', '/rpc/made/up', '/made-up']) {
    await fetch(`${world.url}${path}`)
    await fetch(`${world.url}${path}`, { method: 'POST', headers: { origin: 'https://evil.example' } })
  }
  const metrics = await (await fetch(`${world.url}/metrics`)).text()
  expect(metrics).not.toContain('made-up')
  expect(metrics).toContain('route="/api/veterinary/vets/{id}"')
})

const metricsAt = (url: string, headers: Record<string, string> = {}) =>
  new Promise<number>((resolve, reject) => {
    const sent = request(`${url}/metrics`, { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })

test('the metrics are refused to pages whose name resolves to this machine, and to clients behind a proxy or tunnel', async () => {
  const { port } = new URL(world.url)
  for (const host of ['localhost', '127.0.0.1', '[::1]'])
    expect(await metricsAt(world.url, { host: `${host}:${port}` }), host).toBe(200)
  const foreign: Record<string, string>[] = [
    { host: `rebound.example:${port}` },
    { host: 'localhost.evil.example' },
    { 'x-forwarded-for': '203.0.113.7' },
    { via: '1.1 proxy' },
  ]
  for (const headers of foreign)
    expect(await metricsAt(world.url, headers), JSON.stringify(headers)).toBe(404)
})

test('where the site has an address of its own the metrics ask for the operator’s token, on this machine as well', async () => {
  const behindProxy = await openWorld({ PUBLIC_URL: 'https://pawfolk.example' })
  expect(await metricsAt(behindProxy.url)).toBe(404)
  const token = 'of-sixteen-letters-or-more'
  const opened = await openWorld({ PUBLIC_URL: 'https://pawfolk.example', METRICS_TOKEN: token })
  const by = (authorization: string) => metricsAt(opened.url, { authorization, host: 'pawfolk.example' })
  expect(await by(`Bearer ${token}`)).toBe(200)
  for (const wrong of [`Bearer ${token}x`, token, 'Bearer ', '']) expect(await by(wrong), wrong).toBe(404)
  expect(await metricsAt(opened.url)).toBe(404)
})

test('a foreign cookie under our visitor cookie’s name is ignored without an error', async () => {
  const message = {
    name: 'Zoya',
    email: 'zoya@example.org',
    topic: 'other',
    message: 'Is there a vet for parakeets near Pune?',
  }
  const post = async (cookie: string) => {
    const answer = await fetch(`${world.url}/api/contact-messages`, {
      method: 'POST',
      headers: { ...json, cookie: `pawfolk_visitor=${cookie}`, 'idempotency-key': 'one-and-the-same' },
      body: JSON.stringify(message),
    })
    return { status: answer.status, reference: ((await answer.json()) as { reference?: number }).reference }
  }
  for (const cookie of ['%00', 'x'.repeat(6_000)]) expect((await post(cookie)).status).toBe(200)
  // Not even with the id of someone who is logged in: their keys are their own.
  const posing = await post(asha.userId)
  const own = await asha.call.support.sendMessage(message as never, { context: { key: 'one-and-the-same' } })
  expect(own.reference).not.toBe(posing.reference)
})

test('a cursor that no page of ours ended with is malformed', async () => {
  const id = '01a1f765-758a-7137-a91a-ce4a93afab86'
  for (const instant of ['2026-02-30T00:00:00Z', '0000-01-01T00:00:00.000Z', '2026-11-02T03:30:00Z', 'x']) {
    const cursor = Buffer.from(JSON.stringify([instant, id])).toString('base64url')
    await expect(asha.call.appointments.appointments({ tab: 'past', cursor }), instant).rejects.toMatchObject(
      {
        code: 'request.malformed',
        status: 400,
      },
    )
  }
})

test('while a migration has not run, the process lives and is not ready', async () => {
  const statusOf = async (path: string) => (await fetch(`${fresh.url}${path}`)).status
  const run = await fresh.db
    .selectFrom('schema_migrations')
    .selectAll()
    .orderBy('name', 'desc')
    .executeTakeFirstOrThrow()
  await fresh.db.deleteFrom('schema_migrations').where('name', '=', run.name).execute()
  expect([await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([503, 200])
  await fresh.db.insertInto('schema_migrations').values(run).execute()
  expect(await statusOf('/readyz')).toBe(200)
})

test('while Postgres only reads, pages are still served, and the readiness check and the metrics say so', async () => {
  const readOnly = await openWorld()
  const ravi = await readOnly.signUp('ravi')
  const ready = async () => {
    const answer = await fetch(`${readOnly.url}/readyz`)
    return [answer.status, await answer.text()]
  }
  expect(await ready()).toEqual([200, 'ready'])
  await readOnly.db.connection().execute(async (db) => {
    const { rows } = await sql<{ name: string }>`select quote_ident(current_database()) as name`.execute(db)
    await sql.raw(`alter database ${rows[0]!.name} set default_transaction_read_only = on`).execute(db)
    // Only new connections have the setting.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    await sql`set default_transaction_read_only = on`.execute(db)
  })
  await expect
    .poll(() => ravi.call.pets.add({ name: 'Bruno', species: 'dog' }).catch(({ code }) => code))
    .toBe('request.unavailable')
  expect((await ravi.call.pets.list()).rows).toEqual([])
  expect(await ready()).toEqual([200, 'ready, but writes fail: read_only'])
  const metrics = await (await fetch(`${readOnly.url}/metrics`)).text()
  expect(metrics).toMatch(/database_refused_writes_total\{reason="read_only"\} [1-9]/)
})

test('connections that send nothing or half a header are closed within 20 s', async () => {
  const { hostname, port } = new URL(world.url)
  const opened = performance.now()
  const closings = [
    '',
    'GET /healthz HTTP/1.1\r\nHost: paw',
    'GET /healthz HTTP/1.1\r\nHost: pawfolk\r\n\r\nGET /healthz HTTP/1.1\r\nHost: paw',
  ].map(async (said) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined).resume()
    if (said) socket.write(said)
    await once(socket, 'close')
    return performance.now() - opened
  })
  for (const ms of await Promise.all(closings)) expect(ms).toBeLessThan(20_000)
}, 30_000)

test('a connection that a proxy keeps idle takes its next request after the time for headers is over', async () => {
  const { hostname, port } = new URL(world.url)
  const socket = connect(Number(port), hostname)
  const ask = async () => {
    socket.write('GET /healthz HTTP/1.1\r\nHost: pawfolk\r\n\r\n')
    const [said] = (await once(socket, 'data')) as [Buffer]
    return said.toString()
  }
  expect(await ask()).toContain('Keep-Alive: timeout=75')
  await wait(16_000)
  expect(await ask()).toContain('200 OK')
  socket.destroy()
}, 30_000)
