import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '#/kernel/server/log.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { openDiskStorage } from './disk-storage.ts'
import { fileListener } from './file-listener.ts'
import { linkSigner } from './signed-links.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'pawfolk-listener-'))
const storage = openDiskStorage(dataDir)
const faults: { error: string }[] = []
const log = Object.assign(createLog('silent'), { error: (about: { error: string }) => faults.push(about) })
const links = linkSigner('a secret of thirty-two characters')
const listen = fileListener({ storage, links, log, db: undefined as never, now: () => new Date() })
const sent: Promise<void>[] = []
const server = createServer((request, response) => void sent.push(listen(request, response)))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await rm(dataDir, { recursive: true })
})

test('a disk that fails in the middle of a file is reported, a reader who disconnects is not', async () => {
  const name = `${newId()}.webp`
  await storage.write(name, Buffer.alloc(20_000_000), 'image/webp')
  const reader = connect(port, '127.0.0.1')
  reader.write(`GET /files/${name} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await once(reader, 'data')
  reader.resetAndDestroy()
  await expect.poll(() => sent.length).toBe(1)
  await sent[0]
  expect(faults).toEqual([])

  // It exists but can't be read.
  const broken = `${newId()}.webp`
  await mkdir(join(dataDir, 'files', broken.slice(34, 36), broken), { recursive: true })
  await expect(
    fetch(`http://127.0.0.1:${port}/files/${broken}`).then((answer) => answer.arrayBuffer()),
  ).rejects.toThrow()
  await sent[1]
  expect(faults).toEqual([{ error: expect.stringContaining('EISDIR') }])
})
