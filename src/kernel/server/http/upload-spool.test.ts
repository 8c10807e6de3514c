import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Spooled, uploadSpool } from './upload-spool.ts'

const kb = 1024
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pawfolk-spool-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function sending<Result>(
  { body, length }: { body: Buffer; length: number },
  use: (incoming: IncomingMessage, sent: ReturnType<typeof request>) => Promise<Result>,
): Promise<Result> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const heard = once(server, 'request')
  const sent = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': length } })
  sent.on('error', () => undefined)
  sent.write(body)
  const [incoming] = (await heard) as [IncomingMessage]
  try {
    return await use(incoming, sent)
  } finally {
    sent.destroy()
    server.close()
    server.closeAllConnections()
  }
}

async function discard(spooled: Spooled): Promise<void> {
  if (spooled.outcome === 'whole') await spooled.discard()
}

const sample = Buffer.from(Array.from({ length: 300 * kb }, (_, at) => (at * 31) % 251))
const whole = { body: sample, length: sample.length }

test('a complete body arrives unchanged and leaves no file behind', async () => {
  const spool = uploadSpool(folder)
  await sending(whole, async (incoming) => {
    const spooled = await spool(incoming, 'asha')
    if (spooled.outcome !== 'whole') throw new Error(spooled.outcome)
    expect((await buffer(spooled.read())).equals(sample)).toBe(true)
    expect((await buffer(spooled.read())).equals(sample)).toBe(true)
    await spooled.discard()
  })
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
})

test('a small body that ends with its first chunk is always complete', async () => {
  const spool = uploadSpool(folder)
  const small = { body: sample.subarray(0, 200), length: 200 }
  for (let round = 0; round < 200; round++)
    await sending(small, async (incoming) => {
      const spooled = await spool(incoming, 'asha')
      if (spooled.outcome !== 'whole') throw new Error(spooled.outcome)
      expect((await buffer(spooled.read())).equals(small.body)).toBe(true)
      await spooled.discard()
    })
})

test('each person’s and everyone’s uploads are limited by bytes received', async () => {
  const spool = uploadSpool(folder, { mostBytes: { all: 700 * kb, ofOnePerson: 350 * kb } })
  const take = (userId: string, what = whole) => sending(what, (incoming) => spool(incoming, userId))
  const first = await take('asha')
  expect((await take('asha')).outcome).toBe('crowded')
  const second = await take('ravi')
  expect((await take('meera')).outcome).toBe('crowded')
  await discard(first)
  const third = await take('meera')
  expect([first, second, third].map(({ outcome }) => outcome)).toEqual(['whole', 'whole', 'whole'])
  for (const spooled of [second, third]) await discard(spooled)
  // Announced but unsent bytes don't count.
  const little = { body: Buffer.alloc(10), length: 300 * kb }
  await sending(little, async (incoming, sent) => {
    const waiting = spool(incoming, 'kabir')
    const other = await take('asha')
    expect(other.outcome).toBe('whole')
    await discard(other)
    sent.destroy()
    expect((await waiting).outcome).toBe('gone')
  })
})

test('a sender who is too slow is dropped, but can still be answered', async () => {
  const spool = uploadSpool(folder, { pace: { everyMs: 50, leastBytes: kb } })
  await sending({ body: Buffer.alloc(10), length: 100 * kb }, async (incoming, sent) => {
    const dribble = setInterval(() => sent.write('x'), 10)
    expect((await spool(incoming, 'asha')).outcome).toBe('slow')
    clearInterval(dribble)
    expect(incoming.destroyed).toBe(false)
  })
})

test('a sender who disconnects is noticed, even if they did so before', async () => {
  const spool = uploadSpool(folder)
  await sending({ body: Buffer.alloc(10), length: 100 * kb }, async (incoming, sent) => {
    const waiting = spool(incoming, 'asha')
    sent.destroy()
    expect((await waiting).outcome).toBe('gone')
    await vi.waitUntil(() => incoming.destroyed)
    expect((await spool(incoming, 'asha')).outcome).toBe('gone')
  })
})
