import type { AnyContractProcedure } from '@orpc/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Cast, signUpCast } from '#/app/testing/cast.ts'
import { type Desk, openDesk } from '#/app/testing/desk.ts'
import { digestReader } from '#/app/testing/digest.ts'
import { inputSchemaOf, type Json, procedures } from '#/app/testing/inputs.ts'
import { valuesOfTheDay } from '#/app/testing/values-of-the-day.ts'
import { openWorld } from '#/app/testing/world.ts'
import { fewWrongValues, moreWrongValues, spoiledFields } from '#/app/testing/wrong-inputs.ts'
import { type Access, type EndpointMeta, isForAdmins, recordsFor } from '#/kernel/api.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

/**
 * A UTC day, whose three wrong values each field gets, or `all`. `npm run test:integration -- bad-input --all` sets it.
 */
const chosen = process.env['WRONG_VALUES'] ?? new Date().toISOString().slice(0, 10)
/** Ends the words of each failure. */
const howToRepeat = `\nWRONG_VALUES=${chosen} repeats this.`

const world = await openWorld()
const { db } = world
const digest = await digestReader(db, world.dataDir)
const stranger = await world.signUp('ravi')
const kabir = await world.signUp('kabir')
const vetId = await makeVet(db, { userId: kabir.userId, fullName: 'Kabir Shah' })
const pet = await makePet(db, { ownerId: stranger.ownerId, name: 'Tiger' })
const appointment = await makeAppointment(db, {
  ownerId: stranger.ownerId,
  vetId,
  startsAt: new Date('2026-11-05T05:00:00Z'),
})
const othersIds = [pet.id, appointment, vetId]
let cast: Cast
let desk: Desk
beforeAll(async () => {
  cast = await signUpCast(world)
  desk = await openDesk(world, 'admin')
})

/** `odd`: inputs of which only those are sent that the schema accepts. */
type Caller = { who: string; cookie: string; mayCall: boolean; inputs: Json[]; odd: Json[] }
type Endpoint = { name: string; path: string[]; procedure: AnyContractProcedure }

const endpoints: Endpoint[] = procedures().map(({ path, procedure }) => ({
  name: path.join('.'),
  path,
  procedure,
}))

const valuesFor =
  (wrong: Json[], { name }: Endpoint) =>
  (field: string): Json[] =>
    chosen === 'all' ? wrong : valuesOfTheDay(wrong, `${name} ${field}`, chosen)

/**
 * The callers of an endpoint. Someone who may call it sends everything wrong as the whole input, and a few wrong values
 * in each field; other values in a field only where the schema lets them through to the endpoint. Someone else who may
 * call sends a few as the whole input, and in a field those that the schema lets through. Those who may not call are
 * refused before their input is read. Three values a day each, but for the first caller's whole inputs.
 */
function callersOf(endpoint: Endpoint): Caller[] {
  const { procedure } = endpoint
  const { access } = procedure['~orpc'].meta as EndpointMeta
  const schema = inputSchemaOf(procedure)
  const whole = fewWrongValues(othersIds)
  const inFields = [...spoiledFields(schema, valuesFor(whole, endpoint))]
  const odd = [...spoiledFields(schema, valuesFor(moreWrongValues, endpoint))]
  const as = (who: string, cookie: string, may = mayCall(access, who)): Caller => ({
    who,
    cookie,
    mayCall: may,
    inputs: valuesFor(whole, endpoint)(''),
    odd: may ? inFields : [],
  })
  const first = (caller: Caller): Caller => ({
    ...caller,
    inputs: [...whole, ...inFields, ...moreWrongValues],
    odd,
  })
  if (isForAdmins(access))
    return [
      first(as('admin', desk.cookie, true)),
      as('pet_owner', cast.pet_owner.cookie),
      as('nobody', '', false),
    ]
  const record = (recordsFor(access)?.[0] ?? 'pet_owner') as keyof Cast
  const other = record === 'veterinary_doctor' ? 'pet_owner' : 'veterinary_doctor'
  return [
    first(as(record, cast[record].cookie)),
    as(other, cast[other].cookie),
    as('bare', cast.bare.cookie),
    as('nobody', '', access === 'anyone'),
  ]
}

/** Everyone in the cast is an owner as well, except the one without records. */
function mayCall(access: Access, who: string): boolean {
  if (isForAdmins(access)) return false
  const records = recordsFor(access)
  if (!records) return true
  return records.includes(who) || (access === 'record:pet_owner' && who !== 'bare')
}

type Answer = { status: number; code: string | undefined; shown: string }

async function send({ name, path, procedure }: Endpoint, input: Json, cookie: string): Promise<Answer> {
  const url = `${world.url}${path[0] === 'admin' ? '/api/admin/rpc' : '/rpc'}/${path.join('/')}`
  const body = JSON.stringify({ json: input })
  const inUrl = procedure['~orpc'].route.method === 'GET' && body.length <= 4_000
  const headers = { cookie }
  const response = inUrl
    ? await world.fetch(`${url}?data=${encodeURIComponent(body)}`, { headers })
    : await world.fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      })
  const text = await response.text()
  const { json } = JSON.parse(text) as { json?: { code?: string } | null }
  const shown = `${name} ${JSON.stringify(input)?.slice(0, 200)} -> ${response.status} ${text.slice(0, 300)}${howToRepeat}`
  return { status: response.status, code: json?.code, shown }
}

async function accepts({ procedure }: Endpoint, input: Json): Promise<boolean> {
  const schema = procedure['~orpc'].inputSchema as z.ZodType
  // As JSON carries it, without the values that it lacks.
  const sent = JSON.parse(JSON.stringify({ input })) as { input?: unknown }
  return (await schema.safeParseAsync(sent.input)).success
}

function expectTyped({ procedure }: Endpoint, { status, code, shown }: Answer): void {
  expect(status, shown).toBeGreaterThanOrEqual(400)
  expect(status, shown).toBeLessThan(500)
  expect(Object.keys(procedure['~orpc'].errorMap), shown).toContain(code)
}

/** Runs as many at once as the server's pool takes. */
async function inParallel<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const item of left) await work(item)
    }),
  )
}

/** Sends inputs that must all be refused without a write. */
async function expectRefused(endpoint: Endpoint, caller: Caller, inputs: Json[]): Promise<void> {
  const before = await digest()
  await inParallel(inputs, async (input) => {
    const answer = await send(endpoint, input, caller.cookie)
    expectTyped(endpoint, answer)
    if (!caller.mayCall) {
      const { access } = endpoint.procedure['~orpc'].meta as EndpointMeta
      // All others are strangers to an admin's endpoint.
      const isStranger = caller.who === 'nobody' || isForAdmins(access)
      const code = isStranger ? 'request.signed_out' : 'request.forbidden'
      expect(answer.code, answer.shown).toBe(code)
    }
  })
  if ((await digest()) === before) return
  for (const input of inputs) {
    const earlier = await digest()
    const { shown } = await send(endpoint, input, caller.cookie)
    expect(await digest(), `${shown} wrote something`).toBe(earlier)
  }
  throw new Error(
    `${endpoint.name}: one of ${inputs.length} refused inputs of ${caller.who} wrote something${howToRepeat}`,
  )
}

/** Sends inputs that the schema accepts: the server executes them, or refuses and writes nothing. */
async function expectJudged(endpoint: Endpoint, caller: Caller, inputs: Json[]): Promise<void> {
  const reads = endpoint.procedure['~orpc'].route.method === 'GET'
  const before = await digest()
  const refused: Json[] = []
  for (const input of inputs) {
    const answer = await send(endpoint, input, caller.cookie)
    if (answer.status === 200) continue
    expectTyped(endpoint, answer)
    refused.push(input)
  }
  if (reads)
    expect(await digest(), `${endpoint.name} is a GET and wrote something${howToRepeat}`).toBe(before)
  // Sent again one by one, because a digest after each input would take too long.
  else await expectNothingWritten(endpoint, caller, refused)
}

async function expectNothingWritten(endpoint: Endpoint, caller: Caller, inputs: Json[]): Promise<void> {
  const before = await digest()
  let areRefused = true
  for (const input of inputs) {
    const { status } = await send(endpoint, input, caller.cookie)
    areRefused &&= status !== 200
  }
  if (areRefused && (await digest()) === before) return
  for (const input of inputs) {
    const earlier = await digest()
    const { status, shown } = await send(endpoint, input, caller.cookie)
    if (status !== 200) expect(await digest(), `${shown} wrote something`).toBe(earlier)
  }
  expect(
    areRefused,
    `${endpoint.name}: one of ${inputs.length} refused inputs of ${caller.who} wrote something${howToRepeat}`,
  ).toBe(false)
}

describe('every invalid input gets a typed refusal, and nothing is written', () => {
  for (const endpoint of endpoints) {
    test(endpoint.name, { timeout: 60_000 }, async () => {
      for (const caller of callersOf(endpoint)) {
        const judged: Json[] = []
        const refused: Json[] = []
        for (const input of caller.inputs)
          (caller.mayCall && (await accepts(endpoint, input)) ? judged : refused).push(input)
        for (const input of caller.odd) if (await accepts(endpoint, input)) judged.push(input)
        await expectRefused(endpoint, caller, refused)
        await expectJudged(endpoint, caller, judged)
      }
    })
  }
})

describe('the same over REST', () => {
  for (const endpoint of endpoints) {
    test(endpoint.name, async () => {
      const { route, errorMap, meta } = endpoint.procedure['~orpc']
      const method = route.method ?? 'POST'
      const { access } = meta as EndpointMeta
      const who = (recordsFor(access)?.[0] ?? 'pet_owner') as keyof Cast
      const codes = [...Object.keys(errorMap), 'NOT_FOUND']
      const texts = fewWrongValues(othersIds).filter((value) => typeof value === 'string')
      const flat = [...spoiledFields(inputSchemaOf(endpoint.procedure), valuesFor(texts, endpoint))].filter(
        isFlat,
      )
      await inParallel(flat, async (input) => {
        const { url, rest } = addressOf(route.path ?? '', input)
        const { cookie } = isForAdmins(access) ? desk : cast[who]
        const headers = { cookie, 'content-type': 'application/json' }
        const response =
          method === 'GET'
            ? await world.fetch(`${url}?${new URLSearchParams(rest)}`, { headers })
            : await world.fetch(url, { method, headers, body: JSON.stringify(rest) })
        const text = await response.text()
        const shown = `${method} ${url} ${JSON.stringify(rest)} -> ${response.status} ${text.slice(0, 300)}${howToRepeat}`
        expect(response.status, shown).toBeLessThan(500)
        if (response.ok) expect(await accepts(endpoint, input), shown).toBe(true)
        else expect(codes, shown).toContain((JSON.parse(text) as { code: string }).code)
      })
    })
  }
})

function isFlat(input: Json): input is Record<string, string> {
  return (
    input !== null &&
    typeof input === 'object' &&
    !Array.isArray(input) &&
    Object.values(input).every((value) => typeof value === 'string' && value.isWellFormed())
  )
}

function addressOf(path: string, input: Record<string, string>) {
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = rest[name] || 'missing'
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { url: `${world.url}/api${filled}`, rest }
}

test('malformed requests are refused: broken JSON, other content, duplicate keys, endless depth, a body too large', async () => {
  const post = (body: string, type = 'application/json') =>
    fetch(`${world.url}/rpc/accounts/chooseRole`, {
      method: 'POST',
      headers: { cookie: cast.pet_owner.cookie, 'content-type': type },
      body,
    })
  const deep = '['.repeat(10_000)
  const bodies = [
    '',
    '{',
    '[[[[',
    '{"json":{"role":',
    'null',
    '\u0000',
    deep,
    `{"json":${deep}${']'.repeat(10_000)}}`,
  ]
  for (const body of bodies) {
    const { status } = await post(body)
    expect(status, body.slice(0, 20)).toBeGreaterThanOrEqual(400)
    expect(status, body.slice(0, 20)).toBeLessThan(500)
  }
  expect((await post('role=admin', 'application/x-www-form-urlencoded')).status).toBeLessThan(500)
  expect((await post('{"json":{"role":"a","role":"b"}}')).status).toBeLessThan(500)
  expect((await post(JSON.stringify({ json: { role: 'x'.repeat(10_000_000) } }))).status).toBe(413)
})
