import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeDataDir } from './data-dir.ts'

const root = process.getuid?.() === 0
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

let DATA_DIR: string

beforeEach(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'pawfolk-data-'))
  for (const folder of ['files', 'outbox', 'postgres', 'test-postgres']) await mkdir(join(DATA_DIR, folder))
  const bank = join(DATA_DIR, 'payment-sandbox.sqlite')
  await writeFile(bank, '')
  await chmod(bank, 0o644)
  await chmod(DATA_DIR, 0o755)
})
afterEach(() => rm(DATA_DIR, { recursive: true }))

test('a folder that other accounts could read is closed to them; under root, a Postgres account in it can pass through', async () => {
  closeDataDir({ DATA_DIR })
  expect(await modeOf(DATA_DIR)).toBe(root ? '711' : '700')
  for (const folder of ['files', 'outbox']) expect(await modeOf(join(DATA_DIR, folder))).toBe('700')
  expect(await modeOf(join(DATA_DIR, 'payment-sandbox.sqlite'))).toBe('600')
  expect(await modeOf(join(DATA_DIR, 'test-postgres'))).toBe('755')
})

test('a folder that is already closed, or that all accounts share, stays as it is', async () => {
  await chmod(DATA_DIR, 0o500)
  closeDataDir({ DATA_DIR })
  expect(await modeOf(DATA_DIR)).toBe('500')
  await chmod(DATA_DIR, 0o1777)
  closeDataDir({ DATA_DIR })
  expect(await modeOf(DATA_DIR)).toBe('777')
})
