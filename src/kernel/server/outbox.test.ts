import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DAY } from '#/kernel/duration.ts'
import { createLog } from './log.ts'
import { forgetOldMessages, readOutbox, writeToOutbox } from './outbox.ts'

const log = createLog('silent')

async function folder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pawfolk-outbox-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

test('the newest is read first, and no more than asked for', async () => {
  const dataDir = await folder()
  expect(await readOutbox(dataDir, 5)).toEqual([])
  for (const text of ['first', 'second', 'third'])
    await writeToOutbox(dataDir, log, { kind: 'sms', to: '+919876543210', subject: null, text })
  const texts = async (most: number) => (await readOutbox(dataDir, most)).map(({ text }) => text)
  expect(await texts(5)).toEqual(['third', 'second', 'first'])
  expect(await texts(2)).toEqual(['third', 'second'])
})

test('a foreign file doesn’t hide the others', async () => {
  const dataDir = await folder()
  await writeToOutbox(dataDir, log, { kind: 'mail', to: 'asha@example.org', subject: 'Hello', text: 'x' })
  await writeFile(join(dataDir, 'outbox', 'zz.json'), '{"torn":')
  await writeFile(join(dataDir, 'outbox', 'zz.eml'), 'To: asha@example.org')
  expect((await readOutbox(dataDir, 5)).map(({ to }) => to)).toEqual(['asha@example.org'])
})

test('files older than a week are removed, and foreign files are not', async () => {
  const dataDir = await folder()
  const sweep = (inDays: number) =>
    forgetOldMessages(dataDir).run({
      db: undefined as never,
      now: new Date(Date.now() + inDays * DAY),
      announce: async () => undefined,
    })
  expect(await sweep(0)).toBe(0)
  await writeToOutbox(dataDir, log, { kind: 'mail', to: 'asha@example.org', subject: 'Hello', text: 'x' })
  await writeFile(join(dataDir, 'outbox', 'notes.json'), '{}')
  expect([await sweep(6), (await readOutbox(dataDir, 5)).length]).toEqual([0, 1])
  expect(await sweep(8)).toBe(1)
  expect(await readdir(join(dataDir, 'outbox'))).toEqual(['notes.json'])
})
