import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { inputSchemaOf, type Json, procedures, type Schema, sample } from '#/app/testing/inputs.ts'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { makePet, makeVaccination } from '#/pets/server/factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const stranger = await world.signUp('ravi')
const kabir = await world.signUp('kabir')
const desk = await openDesk(world, 'admin')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer' })
const otherVetId = await makeVet(db, { userId: kabir.userId, fullName: 'Kabir Shah' })
const strangersPet = await makePet(db, { ownerId: stranger.ownerId, name: 'Tiger' })
const strangersAppointment = await makeAppointment(db, {
  ownerId: stranger.ownerId,
  vetId: otherVetId,
  startsAt: new Date('2026-11-05T05:00:00Z'),
})

const ashasPet = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
const ashasVaccination = await makeVaccination(db, { petId: ashasPet.id, givenOn: '2026-01-01' })

const longText = 'x'.repeat(100_000)
const deep = JSON.parse('['.repeat(2_000) + ']'.repeat(2_000)) as Json
const wrong: Json[] = [
  null,
  true,
  -1,
  0,
  2 ** 53,
  1e308,
  '',
  'NaN',
  longText,
  '\u0000\u0007\u001b[31m',
  '\ud800',
  '__proto__',
  '<script>alert(1)</script>',
  "'; drop table users; --",
  '2026-02-30',
  '2026-11-01',
  '2027-11-30',
  '24:00',
  '99:99',
  'not-a-uuid',
  newId(),
  strangersPet.id,
  strangersAppointment,
  [],
  [null],
  {},
  JSON.parse('{"__proto__": { "role": "admin" }, "constructor": 1}'),
  deep,
]

/** Rows of one's own to change: on those of nobody every field would be refused for the same reason. */
const ownRows: Record<string, Record<string, Json>> = {
  'pets.get': { id: ashasPet.id },
  'pets.change': { id: ashasPet.id },
  'pets.addVaccination': { petId: ashasPet.id },
  'pets.changeVaccination': { petId: ashasPet.id, id: ashasVaccination },
}

/** The input with one thing wrong, for each field at each depth and each wrong value; and the whole of it wrong. */
function* spoiled(schema: Schema, whole = sample(schema, vetId)): Generator<Json> {
  yield* wrong
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    const rest = whole as Record<string, Json>
    const { [name]: _dropped, ...without } = rest
    yield without
    for (const value of child.properties ? spoiled(child) : wrong) yield { ...rest, [name]: value }
    // Of a list of things, one that is wrong in one place.
    if (child.items?.properties) for (const value of spoiled(child.items)) yield { ...rest, [name]: [value] }
  }
}

// Looked up once: to ask for it before each count takes longer than the count.
const tables = (await db.introspection.getTables()).filter(
  ({ schema, isView, name }) => schema === 'public' && !isView && name !== 'rate_limits',
)

const counts = tables.map(({ name }) => sql`(select count(*) from ${sql.table(name)})`)
// With a value, so that it is a prepared statement: it runs after each of thousands of requests.
const countAll = sql<{ all: number }>`select ${sql.join(counts, sql` + `)} + ${0}::integer as all`

async function everyRow(): Promise<number> {
  const { rows } = await countAll.execute(db)
  return rows[0]!.all
}

async function send(path: string[], method: string, input: Json, cookie: string) {
  const url = `${world.url}${path[0] === 'admin' ? '/api/admin/rpc' : '/rpc'}/${path.join('/')}`
  const body = JSON.stringify({ json: input })
  const tooLongForUrl = body.length > 8_000
  if (method === 'GET' && !tooLongForUrl) {
    return fetch(`${url}?data=${encodeURIComponent(body)}`, { headers: { cookie } })
  }
  return fetch(url, { method: 'POST', headers: { cookie, 'content-type': 'application/json' }, body })
}

describe('whatever is wrong with the input, the answer is a typed refusal and nothing is written', () => {
  for (const { path, procedure } of procedures()) {
    const { errorMap, route } = procedure['~orpc']
    const name = path.join('.')
    test(name, { timeout: 120_000 }, async () => {
      const schema = inputSchemaOf(procedure)
      const method = route.method ?? 'POST'
      const cookies = path[0] === 'admin' ? [asha.cookie, desk.cookie] : [asha.cookie, meera.cookie]
      for (const cookie of cookies) {
        let rows = await everyRow()
        for (const input of spoiled(schema, { ...(sample(schema, vetId) as object), ...ownRows[name] })) {
          const response = await send(path, method, input, cookie)
          const shown = `${name} ${JSON.stringify(input)?.slice(0, 200)}`
          const answer = (await response.json()) as { json?: { code?: string } }
          expect(response.status, `${shown} -> ${JSON.stringify(answer)}`).toBeLessThan(500)
          const now = method === 'GET' ? rows : await everyRow()
          if (response.status >= 400) {
            expect(Object.keys(errorMap), shown).toContain(answer.json?.code)
            expect(now, `${shown} wrote something`).toBe(rows)
          }
          rows = now
        }
      }
    })
  }
})

test('rows of someone else are not found, by owner and by vet alike', async () => {
  const id = strangersAppointment
  // What she wrote into her profile above has to be checked again; here she acts as a vet.
  await db.updateTable('veterinary_doctors').set({ verification_status: 'verified' }).execute()
  await expect
    .poll(async () => (await meera.call.accounts.me()).user?.records)
    .toHaveProperty('veterinary_doctor')
  const refused = { code: 'request.not_found', status: 404 }
  await expect(asha.call.veterinary.cancel({ id })).rejects.toMatchObject(refused)
  for (const move of ['accept', 'complete', 'reportNoShow', 'cancel'] as const) {
    await expect(meera.call.veterinary[move]({ id }), move).rejects.toMatchObject(refused)
  }
  await expect(meera.call.veterinary.decline({ id, reason: 'Not mine' })).rejects.toMatchObject(refused)
})

test('malformed requests are refused: broken JSON, other content, duplicate keys, endless depth, a body too large', async () => {
  const post = (body: string, type = 'application/json') =>
    fetch(`${world.url}/rpc/accounts/chooseRole`, {
      method: 'POST',
      headers: { cookie: asha.cookie, 'content-type': type },
      body,
    })
  for (const body of ['', '{', '[[[[', '{"json":{"role":', 'null', '\u0000', '['.repeat(10_000)]) {
    const { status } = await post(body)
    expect(status, body.slice(0, 20)).toBeGreaterThanOrEqual(400)
    expect(status, body.slice(0, 20)).toBeLessThan(500)
  }
  expect((await post('role=admin', 'application/x-www-form-urlencoded')).status).toBeLessThan(500)
  expect((await post('{"json":{"role":"a","role":"b"}}')).status).toBeLessThan(500)
  expect((await post(JSON.stringify({ json: { role: 'x'.repeat(10_000_000) } }))).status).toBe(413)
})
