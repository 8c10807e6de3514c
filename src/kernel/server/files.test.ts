import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { HOUR } from '#/kernel/duration.ts'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { s3Keys, startS3Server } from '#/kernel/testing/s3-server.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db.ts'
import { removeOrphansOf } from './files/orphan-files.ts'
import { openS3Storage } from './files/s3-storage.ts'
import { openStorage } from './files.ts'
import { createLog } from './log.ts'
import { newId } from './new-id.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'pawfolk-files-'))
const s3 = await startS3Server('pawfolk')
const testDatabase = await createTestDatabase()
const { db, pool, close } = openDatabase(testDatabase.url, { log: createLog('silent'), max: 1 })
afterAll(async () => {
  await close()
  await testDatabase.drop()
  await s3.close()
  await rm(dataDir, { recursive: true })
})

const bucket = {
  S3_BUCKET: 'pawfolk',
  S3_ENDPOINT: s3.url,
  S3_REGION: 'ap-south-1',
  S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
  S3_FORCE_PATH_STYLE: 'on',
}
const configWith = (settings: Record<string, string>) =>
  readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...settings })

const everything = async (storage: ReturnType<typeof openStorage>) =>
  (await Array.fromAsync(storage.list())).flat().map(({ name }) => name)

describe.each([
  ['the disk', {}],
  ['a bucket', bucket],
])('files on %s', (_where, settings) => {
  const storage = openStorage(configWith(settings))

  test('a file is read back byte for byte, listed, and gone once removed', async () => {
    const names = [`${newId()}.webp`, `private/${newId()}.pdf`]
    for (const name of names) await storage.write(name, Buffer.from(`this is ${name}`), 'application/pdf')
    for (const name of names) {
      const { bytes, content } = (await storage.read(name))!
      expect(await text(content)).toBe(`this is ${name}`)
      expect(bytes).toBe(`this is ${name}`.length)
    }
    expect((await everything(storage)).sort()).toEqual(names.sort())
    await storage.remove(names)
    await storage.remove(names)
    expect(await storage.read(names[0]!)).toBeUndefined()
    expect(await everything(storage)).toEqual([])
  })

  test('the sweep removes files without a row after a day, by one statement however many there are', async () => {
    const userId = newId()
    await db
      .insertInto('users')
      .values({ id: userId, name: 'Asha', email: `${userId}@example.org` })
      .execute()
    const upload = {
      user_id: userId,
      bytes: 1,
      is_private: true,
      content_type: 'application/pdf' as const,
      name: 'a.pdf',
    }
    const known = newId()
    await db
      .insertInto('uploads')
      .values({ ...upload, id: known })
      .execute()
    // The row says it is private, so a public file under its id isn't the one it means.
    const orphans = [`${newId()}.webp`, `private/${newId()}.pdf`, `${known}.webp`]
    const foreign = 'private/backup-of-something-else.pdf'
    const kept = `private/${known}.pdf`
    for (const name of [...orphans, kept]) await storage.write(name, Buffer.from('x'), 'application/pdf')
    await storage.write(foreign, Buffer.from('x'), 'application/pdf')
    const sweep = removeOrphansOf(storage)
    const runAt = (now: Date) => sweep.run({ db, now, announce: async () => undefined })
    const inHours = (hours: number) => new Date(Date.now() + hours * HOUR)

    expect(await runAt(inHours(23))).toBe(0)
    expect(await runAt(inHours(25))).toBe(3)
    expect((await storage.read(kept))!.content.destroy()).toBeDefined()
    expect((await storage.read(foreign))!.content.destroy()).toBeDefined()
    for (const name of orphans) expect(await storage.read(name), name).toBeUndefined()
    const { rows } = await pool.query(
      "select from pg_prepared_statements where statement like '%uploads%any%'",
    )
    expect(rows).toHaveLength(1)
  })
})

test('a bucket with more files than one page lists all of them', async () => {
  const storage = openS3Storage(configWith(bucket), 2)
  const before = (await everything(storage)).length
  const names = Array.from({ length: 5 }, () => `${newId()}.webp`)
  for (const name of names) await storage.write(name, Buffer.from('x'), 'image/webp')
  expect(await everything(storage)).toHaveLength(before + names.length)
  const pages = await Array.fromAsync(storage.list())
  expect(pages.length).toBeGreaterThan(2)
  await storage.remove(names)
  expect(await everything(storage)).toHaveLength(before)
})

test('a slow reader gets a bucket’s file whole, however long they take', async () => {
  const storage = openS3Storage(configWith(bucket))
  const content = randomBytes(5 * 1024 * 1024)
  const name = `private/${newId()}.pdf`
  await storage.write(name, content, 'application/pdf')
  const patience = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  const found = (await storage.read(name))!
  expect(timeout).toHaveBeenCalledWith(10_000)
  timeout.mockRestore()
  patience.abort()
  expect(found.bytes).toBe(content.length)
  expect((await buffer(found.content)).equals(content)).toBe(true)
  await storage.remove([name])
})

test('a bucket refuses requests signed with other keys', async () => {
  const stranger = openStorage(configWith({ ...bucket, S3_SECRET_ACCESS_KEY: 'something else' }))
  const refused = s3.seen.refused
  await expect(stranger.write(`${newId()}.webp`, Buffer.from('x'), 'image/webp')).rejects.toThrow()
  expect(s3.seen.refused).toBeGreaterThan(refused)
})

test('the bucket is a host name of its own, unless the store wants it in the path', async () => {
  const asked: string[] = []
  const original = globalThis.fetch
  globalThis.fetch = (async (input: URL | string) => {
    asked.push(String(input))
    return new Response('', { status: 404 })
  }) as typeof fetch
  try {
    const read = (settings: Record<string, string>) => openS3Storage(configWith(settings)).read('a.webp')
    const { S3_ENDPOINT: _none, ...amazon } = bucket
    await read({ ...amazon, S3_FORCE_PATH_STYLE: 'off' })
    await read({ ...bucket, S3_ENDPOINT: 'https://store.example.org', S3_FORCE_PATH_STYLE: 'off' })
    await read({ ...bucket, S3_ENDPOINT: 'https://store.example.org' })
  } finally {
    globalThis.fetch = original
  }
  expect(asked).toEqual([
    'https://pawfolk.s3.ap-south-1.amazonaws.com/a.webp',
    'https://pawfolk.store.example.org/a.webp',
    'https://store.example.org/pawfolk/a.webp',
  ])
})

test('nothing half-written stays if the disk refuses', async () => {
  const storage = openStorage(configWith({}))
  const name = `${newId()}.webp`
  await storage.write(name, Buffer.from('x'), 'image/webp')
  const folder = join(dataDir, 'files', name.slice(34, 36))
  await rm(join(folder, name))
  await expect(storage.write(name, 'no buffer at all' as never, 'image/webp')).resolves.toBeUndefined()
  await expect(storage.write(`${name.slice(0, 36)}.pdf`, 7 as never, 'application/pdf')).rejects.toThrow()
  expect(await readdir(folder)).toEqual([name])
})
