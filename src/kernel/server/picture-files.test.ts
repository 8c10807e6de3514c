import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { openDatabase } from './db.ts'
import { createLog } from './log.ts'
import { newId } from './new-id.ts'
import { openPictureFiles } from './picture-files.ts'

test('the sweep asks with one statement, however many files the folders hold', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pawfolk-files-'))
  const testDatabase = await createTestDatabase()
  const { db, pool, close } = openDatabase(testDatabase.url, { log: createLog('silent'), max: 1 })
  onTestFinished(async () => {
    await close()
    await testDatabase.drop()
    await rm(dataDir, { recursive: true })
  })
  for (const count of [0, 1, 2, 3]) {
    const folder = join(dataDir, 'files', `0${count}`)
    await mkdir(folder, { recursive: true })
    for (let n = 0; n < count; n++) await writeFile(join(folder, `${newId()}.webp`), 'x')
  }
  const { removeOrphans } = openPictureFiles(dataDir)
  await removeOrphans.run({ db, now: new Date(), announce: async () => undefined })
  const { rows } = await pool.query("select from pg_prepared_statements where statement like '%uploads%'")
  expect(rows).toHaveLength(1)
})
