import { mkdir, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { filesOnDisk, makePhoto, whatIsKept } from './photo.factory.ts'

const world = await openWorld()
const asha = await world.signUp('asha')

test('a photo is served as WebP for ever, to the byte as it was kept', async () => {
  const { photoUrl } = await asha.call.pets.add({ name: 'Luna', species: 'cat', photo: await makePhoto() })
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
])('a photo that is %s is refused with %s, and nothing is stored', async (_what, code, make) => {
  const before = await whatIsKept(world)
  await expect(asha.call.pets.add({ name: 'Simba', species: 'cat', photo: make() })).rejects.toMatchObject({
    code,
    status: 422,
  })
  expect(await whatIsKept(world)).toEqual(before)
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

test('a repeat under the same key returns the same pet, with one row and one file', async () => {
  const before = await whatIsKept(world)
  const input = { name: 'Misty', species: 'rabbit' as const, photo: await makePhoto('misty.jpg') }
  const context = { key: 'add-misty-once' }
  const answers = await Promise.all([1, 2].map(() => asha.call.pets.add(input, { context })))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await asha.call.pets.add(input, { context })).toEqual(answers[0])
  expect(await whatIsKept(world)).toEqual({
    pets: before.pets + 1,
    uploads: before.uploads + 1,
    files: before.files + 1,
  })
})

test('when the row cannot be written, no file stays', async () => {
  const before = await whatIsKept(world)
  await sql`alter table pets add constraint no_ghosts check (name <> 'Ghost')`.execute(world.db)
  const ghost = asha.call.pets.add({ name: 'Ghost', species: 'other', photo: await makePhoto() })
  await expect(ghost).rejects.toMatchObject({ status: 500 })
  expect(await whatIsKept(world)).toEqual(before)
})

test('the sweep removes files of more than a day ago that no row knows, and no other', async () => {
  const { photoUrl } = await asha.call.pets.add({ name: 'Snowy', species: 'dog', photo: await makePhoto() })
  const known = (await filesOnDisk(world.dataDir)).find((file) =>
    photoUrl!.endsWith(file.split('/').at(-1)!),
  )!
  const [old, unfinished, young] = ['01.webp', '02.webp.new', '03.webp'].map((end) =>
    join(world.dataDir, 'files', end.slice(0, 2), `018f0000-0000-7000-8000-0000000000${end}`),
  ) as [string, string, string]
  for (const file of [old, unfinished, young]) {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, 'x')
  }
  const now = new Date('2026-11-04T00:00:00Z')
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR)
  for (const file of [old, unfinished, known]) await utimes(file, hoursAgo(25), hoursAgo(25))
  await utimes(young, hoursAgo(23), hoursAgo(23))

  expect(await world.app.jobs.runSweep('remove-orphan-files', now)).toBe(2)
  const left = await filesOnDisk(world.dataDir)
  expect(left).toContain(known)
  expect(left).toContain(young)
  expect(left).not.toContain(old)
  expect(left).not.toContain(unfinished)
  await expect(stat(known)).resolves.toBeDefined()
})
