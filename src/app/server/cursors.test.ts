import { expect, test } from 'vitest'
import { signUpCast } from '#/app/testing/cast.ts'
import { openDesk } from '#/app/testing/desk.ts'
import { inputSchemaOf, type Json, procedures, sample } from '#/app/testing/inputs.ts'
import { openWorld } from '#/app/testing/world.ts'
import { type EndpointMeta, isForAdmins, recordsFor } from '#/kernel/api.ts'
import { newId } from '#/kernel/server/new-id.ts'

const world = await openWorld()
const cast = await signUpCast(world)
const desk = await openDesk(world, 'desk')

const id = newId()
const instant = '2026-11-02T10:00:00.000Z'
const parts: Json[] = [
  0,
  -1,
  1.5,
  1e-7,
  32_768,
  1e6,
  2 ** 31,
  -(2 ** 31) - 1,
  1e9 - 0.5,
  2 ** 40,
  1e18,
  -1e308,
  null,
  true,
  '',
  'x',
  '\0',
  '1',
  [],
  {},
  id,
  instant,
  '0000-01-01T00:00:00.000Z',
  '2999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '2026-02-30',
]

/** Keys of every length, each with one wrong part at most among right ones. */
const keys: Json[] = [
  [],
  {},
  null,
  1,
  ...parts.map((part) => [part]),
  ...parts.flatMap((part) => [
    [part, id],
    [instant, part],
    [part, instant, id],
    [0, part, id],
    [0, instant, part],
    [0, instant, id, part],
  ]),
]
const cursors = ['', '!', 'A', '\u0000', ...keys.map((key) => encode(key))]

function encode(key: Json): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

const paged = procedures()
  .map(({ path, procedure }) => ({
    name: path.join('.'),
    access: (procedure['~orpc'].meta as EndpointMeta).access,
    schema: inputSchemaOf(procedure),
  }))
  .filter(({ schema }) => schema.properties && 'cursor' in schema.properties)

test('there are pages to ask for, at the desk too', () => {
  expect(paged.map(({ name }) => name)).toEqual(expect.arrayContaining(['admin.log', 'admin.messages']))
  expect(paged.length).toBeGreaterThan(10)
})

test.each(paged)('L3: no made-up cursor is a fault of $name', async ({ name, access, schema }) => {
  const root = isForAdmins(access) ? '/api/admin/rpc' : '/rpc'
  const record = recordsFor(access)?.[0] ?? 'pet_owner'
  const { cookie } = isForAdmins(access) ? desk : cast[record as keyof typeof cast]
  const input = sample(schema, id) as Record<string, Json>
  for (const cursor of cursors) {
    const json = JSON.stringify({ json: { ...input, cursor } })
    const url = `${world.url}${root}/${name.replaceAll('.', '/')}?data=${encodeURIComponent(json)}`
    const { status } = await world.fetch(url, { headers: { cookie } })
    expect([200, 400, 404], `${name} with ${Buffer.from(cursor, 'base64url')}`).toContain(status)
  }
})
