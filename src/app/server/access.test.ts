import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type Cast, signUpCast } from '#/app/testing/cast.ts'
import { openDesk } from '#/app/testing/desk.ts'
import { digestReader } from '#/app/testing/digest.ts'
import { inputSchemaOf, procedures, type Schema } from '#/app/testing/inputs.ts'
import { makeOthersRows } from '#/app/testing/others-rows.ts'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'

const world = await openWorld()
const cast = await signUpCast(world)
const othersRows = await makeOthersRows(world)
const desk = await openDesk(world, 'admin')
const support = await openDesk(world, 'support', 'support')

type Caller = keyof Cast | 'nobody' | 'admin' | 'support'

const digest = await digestReader(world.db, world.dataDir)
const endpoints = procedures().map(({ path, procedure }) => ({
  name: path.join('.'),
  reads: procedure['~orpc'].route.method === 'GET',
  schema: inputSchemaOf(procedure),
}))

/** The document that says who can call each endpoint. */
const accessDocument = await readFile(new URL('../../../docs/access.md', import.meta.url), 'utf8')
const whoMayCall = new Map(
  [...accessDocument.matchAll(/^\| `[A-Z]+ \S+` \| `([\w.]+)` \| (\S+)(?:, named)? \|/gm)].map(
    ([, name, who]) => [name!, who!],
  ),
)

async function call(name: string, input: unknown, cookie: string) {
  const root = name.startsWith('admin.') ? '/api/admin/rpc' : '/rpc'
  const response = await world.fetch(`${world.url}${root}/${name.replaceAll('.', '/')}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ json: input }),
  })
  const headers = [...response.headers].filter(([header]) => !['date', 'x-request-id'].includes(header))
  const body = (await response.json()) as { json?: { code?: string } | null }
  return { status: response.status, headers, body }
}

/** Returns the refusal that `docs/access.md` lists for someone; undefined if they can call. */
function refusalFor(access: string | undefined, who: Caller): [number, string] | undefined {
  if (access === 'anyone') return undefined
  if (access?.startsWith('admin')) {
    if (who !== 'admin' && who !== 'support') return [401, 'request.signed_out']
    return access === 'admin:full' && who === 'support' ? [403, 'request.administrators_only'] : undefined
  }
  if (who === 'nobody') return [401, 'request.signed_out']
  if (access === 'signed-in') return undefined
  // Everyone in the cast is an owner as well as a provider, except `bare`, who has no record. Nobody is an admin, and
  // an unverified vet doesn't count as a vet.
  const records = access?.replace('record:', '').split('/') ?? []
  const may = records.includes(who) || (access === 'record:pet_owner' && who !== 'bare')
  return may ? undefined : [403, 'request.forbidden']
}

describe('docs/access.md lists who is refused, and nobody else is', () => {
  for (const { name } of endpoints) {
    test(name, async () => {
      const access = whoMayCall.get(name)
      expect(access).toBeDefined()
      const people: [Caller, string][] = [['nobody', '']]
      if (access?.startsWith('admin')) people.push(['admin', desk.cookie], ['support', support.cookie])
      for (const who of Object.keys(cast) as (keyof Cast)[]) people.push([who, cast[who].cookie])
      for (const [who, cookie] of people) {
        // An input that no endpoint accepts, so callers with access get a validation error.
        const { status, body } = await call(name, 'nonsense', cookie)
        const expected = refusalFor(access, who) ?? [400, 'request.malformed']
        expect([status, body.json?.code], `${who} calls ${name}`).toEqual(expected)
      }
    })
  }
})

describe('everyone allowed to read a row can read it with a valid input', () => {
  for (const { name, reads, schema } of endpoints) {
    if (!reads || idsIn(schema).length > 0) continue
    test(name, async () => {
      for (const who of Object.keys(cast) as (keyof Cast)[]) {
        const { status } = await call(name, {}, cast[who].cookie)
        const [expected] = refusalFor(whoMayCall.get(name), who) ?? []
        if (expected) expect(status, `${who} calls ${name}`).toBe(expected)
        else expect([401, 403], `${who} calls ${name}`).not.toContain(status)
      }
    })
  }
})

describe('someone else’s row is answered like one that doesn’t exist', () => {
  const all = endpoints.flatMap(({ name, schema }) => idsIn(schema).map((field) => `${name}:${field}`))
  const wanted = [...new Set(all)]

  test('every id that an endpoint takes has someone else’s row, or a reason for having none', () => {
    expect(Object.keys(othersRows).sort()).toEqual(wanted.sort())
  })

  for (const [place, row] of Object.entries(othersRows)) {
    if (typeof row === 'string') continue
    test(place, async () => {
      const [name] = place.split(':') as [string]
      const before = await digest()
      for (const who of row.callers) {
        const { cookie } = cast[who]
        const theirs = await call(name, row.input(row.id), cookie)
        const nobodys = await call(name, row.input(newId()), cookie)
        expect(theirs.body.json?.code, `${who}: ${JSON.stringify(theirs.body)}`).toBe(
          row.code ?? 'request.not_found',
        )
        if (!row.code) expect(theirs.status, who).toBe(404)
        expect(theirs, who).toEqual(nobodys)
      }
      expect(await digest()).toBe(before)
    })
  }
})

/** Lists the fields that take an id, at any depth. */
function idsIn(schema: Schema, field = ''): string[] {
  if (schema.format === 'uuid') return [field]
  const inside = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]
  const nested = Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    idsIn(child, field ? `${field}.${name}` : name),
  )
  return [...nested, ...inside.flatMap((child) => idsIn(child, field))]
}
