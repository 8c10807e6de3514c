import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#/app/contract.ts'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const stranger = await world.signUp('ravi')
const kabir = await world.signUp('kabir')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer' })
const otherVetId = await makeVet(db, { userId: kabir.userId, fullName: 'Kabir Shah' })
const strangersPet = await makePet(db, { ownerId: stranger.ownerId, name: 'Tiger' })
const strangersAppointment = await makeAppointment(db, {
  ownerId: stranger.ownerId,
  vetId: otherVetId,
  startsAt: new Date('2026-11-05T05:00:00Z'),
})

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Schema = {
  type?: string
  format?: string
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  enum?: Json[]
  items?: Schema
  required?: string[]
}

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

/** Right values for fields whose schema does not say enough, so that one wrong field is all that is wrong. */
const right: Record<string, Json> = {
  date: '2026-11-03',
  startTime: '10:00',
  endTime: '10:30',
  petId: null,
  startDate: '2026-11-20',
  endDate: '2026-11-21',
  slotMinutes: 30,
  timeZone: 'Asia/Kolkata',
}

/** One value that the schema would take. */
function sample(schema: Schema, name = ''): Json {
  if (name in right) return right[name]!
  if (schema.enum) return schema.enum[0]!
  if (schema.anyOf) return sample(schema.anyOf.find(({ type }) => type !== 'null') ?? {})
  if (schema.format === 'uuid') return vetId
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'boolean') return true
  if (schema.type === 'array') return schema.items ? [sample(schema.items)] : []
  if (schema.properties) {
    const needed = Object.entries(schema.properties).filter(([field]) => schema.required?.includes(field))
    return Object.fromEntries(needed.map(([field, child]) => [field, sample(child, field)]))
  }
  return '2026-11-03'
}

/** The input with one thing wrong, for each field at each depth and each wrong value; and the whole of it wrong. */
function* spoiled(schema: Schema, whole = sample(schema)): Generator<Json> {
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

function procedures(
  router: object,
  path: string[] = [],
): { path: string[]; procedure: AnyContractProcedure }[] {
  return Object.entries(router).flatMap(([name, child]) =>
    isContractProcedure(child)
      ? [{ path: [...path, name], procedure: child }]
      : procedures(child, [...path, name]),
  )
}

const counts = (await db.introspection.getTables())
  .filter(({ schema, isView, name }) => schema === 'public' && !isView && name !== 'rate_limits')
  .map(({ name }) => sql`(select count(*) from ${sql.table(name)})`)
// With a value, so that it is a prepared statement: it runs after each of thousands of requests.
const countAll = sql<{ all: number }>`select ${sql.join(counts, sql` + `)} + ${0}::integer as all`

async function everyRow(): Promise<number> {
  const { rows } = await countAll.execute(db)
  return rows[0]!.all
}

async function send(path: string[], method: string, input: Json, cookie: string) {
  const url = `${world.url}/rpc/${path.join('/')}`
  const body = JSON.stringify({ json: input })
  const tooLongForUrl = body.length > 8_000
  if (method === 'GET' && !tooLongForUrl) {
    return fetch(`${url}?data=${encodeURIComponent(body)}`, { headers: { cookie } })
  }
  return fetch(url, { method: 'POST', headers: { cookie, 'content-type': 'application/json' }, body })
}

describe('whatever is wrong with the input, the answer is a typed refusal and nothing is written', () => {
  for (const { path, procedure } of procedures(contract)) {
    const { inputSchema, errorMap, route } = procedure['~orpc']
    const name = path.join('.')
    test(name, { timeout: 60_000 }, async () => {
      const schema = z.toJSONSchema(inputSchema as z.ZodType, {
        io: 'input',
        unrepresentable: 'any',
      }) as Schema
      const method = route.method ?? 'POST'
      for (const cookie of [asha.cookie, meera.cookie]) {
        let rows = await everyRow()
        for (const input of spoiled(schema)) {
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
