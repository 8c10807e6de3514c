import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '#/kernel/server/log.ts'
import { startSandboxProcess } from './sandbox-process.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'pawfolk-sandbox-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const start = () => startSandboxProcess({ dataDir, key: 'a key of the test', log: createLog('silent') })

test('a sandbox that is stopped while it starts ends, too', async () => {
  const sandbox = start()
  const url = sandbox.url()
  url.catch(() => undefined)
  await sandbox.stop()
  const answer = await url.then((at) => fetch(at)).catch(() => undefined)
  expect(answer).toBeUndefined()
}, 20_000)

test('a sandbox that runs ends when it is stopped', async () => {
  const sandbox = start()
  const url = await sandbox.url()
  await fetch(url)
  await sandbox.stop()
  await expect(fetch(url)).rejects.toThrow()
}, 20_000)
