import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Db } from '#/kernel/server/db.ts'

export async function makePhoto(name = 'bruno.jpg'): Promise<File> {
  const jpg = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'peru' } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(jpg)], name, { type: 'image/jpeg' })
}

export async function filesOnDisk(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Counts pets, uploads and files, which a refused request must leave unchanged. */
export async function whatIsKept({ db, dataDir }: { db: Db; dataDir: string }) {
  const count = async (table: 'pets' | 'uploads') => {
    const { rows } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return rows
  }
  return {
    pets: await count('pets'),
    uploads: await count('uploads'),
    files: (await filesOnDisk(dataDir)).length,
  }
}
