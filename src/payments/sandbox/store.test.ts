import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from './store.ts'

test('L9: what the sandbox keeps is for its own account, also in a file that others could read', async () => {
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
