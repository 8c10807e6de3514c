import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from './store.ts'

test('the sandbox’s file is readable by its own account only, also if it was open to others before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pawfolk-sandbox-'))
  try {
    const older = join(folder, 'older.sqlite')
    await writeFile(older, '')
    await chmod(older, 0o644)
    for (const file of [older, join(folder, 'new.sqlite')]) {
      const store = openStore(file)
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      store.close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})
