import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Storage, StoredFile } from './storage.ts'

export function openDiskStorage(dataDir: string): Storage {
  const root = join(dataDir, 'files')
  // Ids begin with the time, so only their ends spread evenly over the folders.
  const folderOf = (name: string) => join(root, dirname(name), basename(name).slice(34, 36))
  const pathOf = (name: string) => join(folderOf(name), basename(name))

  return {
    async write(name, content) {
      const folder = folderOf(name)
      await mkdir(folder, { recursive: true })
      const unfinished = `${pathOf(name)}.new`
      try {
        const file = await open(unfinished, 'wx', 0o640)
        try {
          await file.writeFile(content)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, pathOf(name))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      const directory = await open(folder)
      await directory.sync().finally(() => directory.close())
    },

    async read(name) {
      const found = await stat(pathOf(name)).catch(() => undefined)
      return found && { bytes: found.size, content: createReadStream(pathOf(name)) }
    },

    async remove(names) {
      for (const name of names) await rm(pathOf(name), { force: true })
    },

    async *list() {
      for (const place of ['', 'private/']) {
        for (const folder of await readdir(join(root, place)).catch(() => [])) {
          if (!/^[0-9a-f]{2}$/.test(folder)) continue
          const found: StoredFile[] = []
          for (const entry of await readdir(join(root, place, folder))) {
            const seen = await stat(join(root, place, folder, entry)).catch(() => undefined)
            if (seen) found.push({ name: place + entry, changedAt: seen.mtime })
          }
          yield found
        }
      }
    },
  }
}
