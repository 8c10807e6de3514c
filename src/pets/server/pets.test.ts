import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { makePet } from './factory.ts'
import { findOwnPet } from './index.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')

const photo = async (name = 'bruno.jpg', width = 40) =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width, height: 30, channels: 3, background: 'peru' } })
          .jpeg()
          .toBuffer(),
      ),
    ],
    name,
    { type: 'image/jpeg' },
  )

const filesOnDisk = async () => {
  const entries = await readdir(join(world.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const count = async (table: 'pets' | 'uploads') => {
  const { rows } = await world.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

const everything = async () => ({
  pets: await count('pets'),
  uploads: await count('uploads'),
  files: (await filesOnDisk()).length,
})

const actorOf = ({ userId, ownerId }: Person) => ({
  userId,
  sessionId: '',
  role: 'pet_owner',
  records: { pet_owner: ownerId },
})

test('a pet with all its facts comes back as it was told', async () => {
  const added = await asha.call.pets.add({
    name: '  Bruno ',
    species: 'dog',
    breed: 'Indie',
    sizeLbs: 26.5,
    photo: await photo(),
  })
  expect(added).toMatchObject({ name: 'Bruno', species: 'dog', breed: 'Indie', sizeLbs: 26.5 })
  const { rows, nextCursor } = await asha.call.pets.list()
  expect(rows).toEqual([added])
  expect(nextCursor).toBeNull()
})

test('a photo is served as WebP for ever, to the byte as it was kept', async () => {
  const { photoUrl } = await asha.call.pets.add({ name: 'Luna', species: 'cat', photo: await photo() })
  const response = await fetch(world.url + photoUrl)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 40 })
  const head = await fetch(world.url + photoUrl, { method: 'HEAD' })
  expect(head.status).toBe(200)
})

test.each([
  '/files/',
  '/files/nothing.webp',
  '/files/018f0000-0000-7000-8000-000000000000.webp',
  '/files/..%2f..%2fauth-secret',
  '/files/%2e%2e%2fauth-secret',
  '/files/..%5c..%5cauth-secret',
  '/files/018f0000-0000-7000-8000-000000000000.webp%00.html',
])('nothing else is served: %s', async (path) => {
  const response = await fetch(world.url + path)
  expect(response.status).toBe(404)
})

test('the pets of others never show', async () => {
  const { id } = await makePet(world.db, { ownerId: ravi.ownerId, name: 'Tiger' })
  const { rows } = await asha.call.pets.list()
  expect(rows.map(({ name }) => name)).not.toContain('Tiger')
  expect((await asha.call.pets.list({ cursor: id })).rows.map((pet) => pet.name)).not.toContain('Tiger')
  expect(await findOwnPet(world.db, actorOf(asha), id)).toBeUndefined()
  expect(await findOwnPet(world.db, actorOf(ravi), id)).toMatchObject({ name: 'Tiger' })
})

test('someone without an owner profile gets an empty list, and can add nothing', async () => {
  const meera = await world.signUp('meera')
  await world.db.deleteFrom('pet_owners').where('user_id', '=', meera.userId).execute()
  await expect.poll(() => meera.call.pets.list()).toEqual({ rows: [], nextCursor: null })
  await expect
    .poll(() => meera.call.pets.add({ name: 'Coco', species: 'bird' }).catch((error) => error.code))
    .toBe('request.forbidden')
})

test('nobody signed in sees or adds pets', async () => {
  const refused = { code: 'request.signed_out', status: 401 }
  await expect(world.visitor.pets.list()).rejects.toMatchObject(refused)
  await expect(world.visitor.pets.add({ name: 'Coco', species: 'bird' })).rejects.toMatchObject(refused)
})

test('pages of 20, newest first, one statement each however many pets there are', async () => {
  const zoya = await world.signUp('zoya')
  for (let n = 1; n <= 41; n++) await makePet(world.db, { ownerId: zoya.ownerId, name: `Pet ${n}` })
  await zoya.call.pets.list()
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  const first = await zoya.call.pets.list()
  const asked = statements.mock.calls.filter(([query]) => JSON.stringify(query).includes('pets')).length
  statements.mockRestore()
  expect(asked).toBe(1)
  const second = await zoya.call.pets.list({ cursor: first.nextCursor! })
  const third = await zoya.call.pets.list({ cursor: second.nextCursor! })
  const listed = [first, second, third].flatMap(({ rows }) => rows)
  expect(new Set(listed.map(({ name }) => name)).size).toBe(41)
  expect(listed.map(({ id }) => id)).toEqual(
    listed
      .map(({ id }) => id)
      .toSorted()
      .reverse(),
  )
  expect(third.nextCursor).toBeNull()
})

const good = { name: 'Simba', species: 'cat' }
test.each<[string, unknown]>([
  ['no name', { species: 'cat' }],
  ['a blank name', { ...good, name: ' \u0000 \u202e ' }],
  ['a name of 61 characters', { ...good, name: 'x'.repeat(61) }],
  ['a name that is no text', { ...good, name: { $ne: null } }],
  ['no species', { name: 'Simba' }],
  ['an unknown species', { ...good, species: 'dragon' }],
  ['a breed of 61 characters', { ...good, breed: 'x'.repeat(61) }],
  ['no weight at all', { ...good, sizeLbs: 0 }],
  ['a negative weight', { ...good, sizeLbs: -1 }],
  ['more than 400 lb', { ...good, sizeLbs: 400.1 }],
  ['two decimals', { ...good, sizeLbs: 12.34 }],
  ['a weight in words', { ...good, sizeLbs: 'heavy' }],
  ['a weight that is no number', { ...good, sizeLbs: Number.NaN }],
  ['a photo that is a word', { ...good, photo: 'photo.jpg' }],
  ['a list', [good]],
])('%s is refused as malformed, and nothing is written', async (_what, input) => {
  const before = await everything()
  await expect(asha.call.pets.add(input as never)).rejects.toMatchObject({
    code: 'request.malformed',
    status: 400,
  })
  expect(await everything()).toEqual(before)
})

test.each([
  [
    'a text named photo.jpg',
    'picture.wrong_kind',
    () => new File(['hello'], 'photo.jpg', { type: 'image/jpeg' }),
  ],
  [
    'an SVG with a script',
    'picture.wrong_kind',
    () => new File(['<svg><script>alert(1)</script></svg>'], 'photo.svg', { type: 'image/svg+xml' }),
  ],
  ['6 MB', 'picture.too_large', () => new File([new Uint8Array(6 * 1024 * 1024)], 'photo.jpg')],
])('of a photo that is %s the owner is told %s, and nothing is written', async (_what, code, make) => {
  const before = await everything()
  await expect(asha.call.pets.add({ ...good, species: 'cat', photo: make() })).rejects.toMatchObject({
    code,
    status: 422,
  })
  expect(await everything()).toEqual(before)
})

test('50 MB are turned away at the door, announced or not', async () => {
  const form = new FormData()
  form.set('photo', new File([new Uint8Array(50_000_000)], 'photo.jpg'))
  const headers = { cookie: asha.cookie }
  const announced = await fetch(`${world.url}/api/pets`, { method: 'POST', headers, body: form })
  expect(announced.status).toBe(413)

  const unannounced = await fetch(`${world.url}/api/pets`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    body: new Blob([new Uint8Array(50_000_000)]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(unannounced.status).toBe(411)
  expect((await fetch(`${world.url}/healthz`)).status).toBe(200)
})

test('a repeat with the same key gives the same pet, one row and one file', async () => {
  const before = await everything()
  const input = { name: 'Misty', species: 'rabbit' as const, photo: await photo('misty.jpg') }
  const context = { key: 'add-misty-once' }
  const answers = await Promise.all([1, 2, 3, 4].map(() => asha.call.pets.add(input, { context })))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await asha.call.pets.add(input, { context })).toEqual(answers[0])
  expect(await everything()).toEqual({
    pets: before.pets + 1,
    uploads: before.uploads + 1,
    files: before.files + 1,
  })
})

test('when the row cannot be written, no file stays', async () => {
  const before = await everything()
  await sql`alter table pets add constraint no_ghosts check (name <> 'Ghost')`.execute(world.db)
  const ghost = asha.call.pets.add({ name: 'Ghost', species: 'other', photo: await photo() })
  await expect(ghost).rejects.toMatchObject({ status: 500 })
  expect(await everything()).toEqual(before)
})

test('the REST face takes a form with a photo', async () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: 'Mithu', species: 'bird', sizeLbs: '0.1' }))
    form.set(name, value)
  form.set('photo', await photo('mithu.jpg'))
  const response = await fetch(`${world.url}/api/pets`, {
    method: 'POST',
    headers: { cookie: asha.cookie },
    body: form,
  })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ name: 'Mithu', sizeLbs: 0.1, photoUrl: expect.any(String) })
})

test('the sweep removes files of more than a day ago that no row knows, and no other', async () => {
  const { photoUrl } = await asha.call.pets.add({ name: 'Snowy', species: 'dog', photo: await photo() })
  const known = (await filesOnDisk()).find((file) => photoUrl!.endsWith(file.split('/').at(-1)!))!
  const folder = join(known, '..')
  const old = join(folder, '018f0000-0000-7000-8000-000000000001.webp')
  const unfinished = join(folder, '018f0000-0000-7000-8000-000000000002.webp.new')
  const young = join(folder, '018f0000-0000-7000-8000-000000000003.webp')
  for (const file of [old, unfinished, young]) await writeFile(file, 'x')
  const now = new Date('2026-11-04T00:00:00Z')
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  for (const file of [old, unfinished, known]) await utimes(file, hoursAgo(25), hoursAgo(25))
  await utimes(young, hoursAgo(23), hoursAgo(23))

  expect(await world.app.jobs.runSweep('remove-orphan-files', now)).toBe(2)
  const left = await filesOnDisk()
  expect(left).toContain(known)
  expect(left).toContain(young)
  expect(left).not.toContain(old)
  expect(left).not.toContain(unfinished)
  await expect(stat(known)).resolves.toBeDefined()
})
