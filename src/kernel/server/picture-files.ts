import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { Sweep } from './jobs.ts'
import { newId } from './new-id.ts'
import { type Picture, readPicture } from './pictures.ts'

const prefix = '/files/'
const address = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/
const dayMs = 86_400_000

/** Keeps a picture of the request's input for the actor and answers with its address. */
export type KeepPicture = (file: Blob) => Promise<string>

export type PictureFiles = ReturnType<typeof openPictureFiles>

/** Pictures on disk below DATA_DIR/files, each with a row in `uploads` that says whose it is. */
export function openPictureFiles(dataDir: string) {
  const root = join(dataDir, 'files')
  // Ids begin with the time, so their ends spread them over the folders.
  const folderOf = (id: string) => join(root, id.slice(-2))
  const fileOf = (id: string) => join(folderOf(id), `${id}.webp`)
  const unfinished = (id: string) => `${fileOf(id)}.new`

  /** On disk for good, whole or not at all, before the row that names it can be committed. */
  async function write(id: string, webp: Buffer): Promise<void> {
    const folder = folderOf(id)
    await mkdir(folder, { recursive: true })
    const file = await open(unfinished(id), 'wx', 0o640)
    try {
      await file.writeFile(webp)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished(id), fileOf(id))
    const directory = await open(folder)
    await directory.sync().finally(() => directory.close())
  }

  async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = address.exec(URL.parse(request.url ?? '', 'http://localhost')?.pathname ?? '')?.[1]
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const found = isRead && id && (await stat(fileOf(id)).catch(() => undefined))
    if (!found) {
      response.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('Not found')
      return
    }
    response.writeHead(200, {
      'content-type': 'image/webp',
      'content-length': found.size,
      'cache-control': 'public, max-age=31536000, immutable',
    })
    if (request.method === 'HEAD') response.end()
    // A reader that goes away in the middle is no fault of ours.
    else await pipeline(createReadStream(fileOf(id)), response).catch(() => response.destroy())
  }

  /** Files older than a day without a row: of transactions that came to nothing, and of people who left. */
  const removeOrphans: Sweep = {
    name: 'remove-orphan-files',
    cron: '47 3 * * *',
    async run({ db, now }) {
      let removed = 0
      for (const folder of await readdir(root).catch(() => [])) {
        const names = await readdir(join(root, folder))
        const ids = names.flatMap((name) => address.exec(prefix + name)?.[1] ?? [])
        // One array, so that it is the same statement for however many files.
        const rows = await db
          .selectFrom('uploads')
          .select('id')
          .where(sql<boolean>`id = any(${ids}::uuid[])`)
          .execute()
        const owned = new Set(rows.map(({ id }) => `${id}.webp`))
        for (const name of names.filter((name) => !owned.has(name))) {
          const path = join(root, folder, name)
          const { mtimeMs } = await stat(path)
          if (now.getTime() - mtimeMs < dayMs) continue
          await rm(path, { force: true })
          removed++
        }
      }
      return removed
    },
  }

  /**
   * The pictures of one write. They are decoded here, before its transaction opens, so that a slow one holds no
   * connection. `undo` is for a transaction that is rolled back. When a commit itself fails nobody knows whether it
   * happened, and the files stay: the sweep removes them should their rows not be there.
   */
  async function receive(input: unknown) {
    const pictures = new Map<Blob, Picture>()
    for (const file of filesIn(input)) pictures.set(file, await readPicture(file))
    const kept: string[] = []

    const keepFor =
      (db: Db, userId: string | undefined, now: Date): KeepPicture =>
      async (file) => {
        const picture = pictures.get(file)
        if (!picture || !userId) throw new Error('Only a signed-in person’s own upload can be kept')
        const { webp, width, height } = picture
        const id = newId<'upload'>()
        await db
          .insertInto('uploads')
          .values({ id, user_id: userId, width, height, bytes: webp.length, created_at: now })
          .execute()
        kept.push(fileOf(id), unfinished(id))
        await write(id, webp)
        return `${prefix}${id}.webp`
      }
    const undo = () => Promise.all(kept.map((file) => rm(file, { force: true })))
    return { keepFor, undo }
  }

  /** What is stored of these rows of `uploads`; a file that is gone is left out. */
  async function* filesOf(uploads: Record<string, unknown>[]) {
    for (const { id } of uploads) {
      const file = fileOf(String(id))
      if (await stat(file).catch(() => undefined))
        yield { name: `${id}.webp`, read: () => createReadStream(file) as AsyncIterable<Uint8Array> }
    }
  }

  return { receive, listen, removeOrphans, filesOf }
}

/** Lets go of a picture that nothing shows any more: its row goes at once, its file with the next sweep. */
export async function forgetPicture(db: Db, userId: string, url: string): Promise<void> {
  const id = address.exec(url)?.[1]
  if (id) await db.deleteFrom('uploads').where('id', '=', id).where('user_id', '=', userId).execute()
}

function filesIn(input: unknown): Blob[] {
  const values = input && typeof input === 'object' ? Object.values(input).flat() : []
  return values.filter((value) => value instanceof Blob)
}
