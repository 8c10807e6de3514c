import { buffer } from 'node:stream/consumers'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import { openDiskStorage } from './files/disk-storage.ts'
import { readDocument } from './files/documents.ts'
import { fileListener } from './files/file-listener.ts'
import { fileRoot, nameOf, readName, type Upload } from './files/file-names.ts'
import { removeOrphansOf } from './files/orphan-files.ts'
import { readPicture } from './files/pictures.ts'
import { openS3Storage } from './files/s3-storage.ts'
import { linkSigner, type PrivateFile } from './files/signed-links.ts'
import type { Storage } from './files/storage.ts'
import type { Mount } from './http/mounts.ts'
import type { Log } from './log.ts'
import { newId } from './new-id.ts'

/**
 * Stores a public picture from the request's input, and returns its address. It belongs to the caller, or to `visitorsFor` if
 * nobody is logged in.
 */
export type KeepPicture = (file: Blob, visitorsFor?: string) => Promise<string>
/** Stores a private document from the request's input for the actor, and returns its upload's id. */
export type KeepDocument = (file: Blob) => Promise<string>
/** Gives up the caller's picture, or document by its upload's id; the file is deleted after the commit. */
export type Forget = (which: string | null) => Promise<void>
/** Makes a URL that opens a private file for some minutes. Make it only for people who may see the file. */
export type LinkTo = (file: PrivateFile) => string

export type Files = ReturnType<typeof openFiles>

export type UploadsAs = 'pictures' | 'documents'

type Received = Upload & { name: string | null; width: number | null; height: number | null; content: Buffer }

/** Manages uploaded files, on disk or in a bucket. Each has a row in `uploads` with its owner. */
export function openFiles(options: { config: Config; db: Db; log: Log; now(): Date }) {
  const { config, db, log, now } = options
  const storage = openStorage(config)
  const links = linkSigner(config.AUTH_SECRET)

  /**
   * Reads, redraws and stores a write's files before its transaction opens, so that neither a large picture nor a slow
   * store holds a connection. `undo` follows a rollback, `removeForgotten` a commit. If the commit itself fails without a
   * reason from the database, nobody knows whether it happened, so the files stay: the sweep removes those without a row.
   */
  async function receive(input: unknown, as: UploadsAs) {
    const received = new Map<Blob, Received>()
    const forgotten: string[] = []
    const remove = (names: string[]) =>
      storage.remove(names).catch((error) => log.warn({ error: String(error) }, 'file left to the sweep'))
    const undo = () => remove([...received.values()].map(nameOf))
    const removeForgotten = () => remove(forgotten)
    try {
      const read = as === 'documents' ? asDocument : asPicture
      for (const file of filesIn(input)) {
        const upload = await read(file)
        received.set(file, upload)
        await storage.write(nameOf(upload), upload.content, upload.content_type).catch((error) => {
          log.error({ error: String(error) }, 'file not stored')
          refuseRequest('request.unavailable')
        })
      }
    } catch (error) {
      await undo()
      throw error
    }

    const keepFor = (tx: Db, userId: string | undefined, at: Date) => {
      async function keep(file: Blob, ownerId = userId): Promise<Received> {
        const upload = received.get(file)
        if (!upload || !ownerId) throw new Error('Only a logged-in person’s own upload can be kept')
        const { content, ...row } = upload
        await tx
          .insertInto('uploads')
          .values({ ...row, user_id: ownerId, bytes: content.length, created_at: at })
          .execute()
        return upload
      }
      const keepPicture: KeepPicture = async (file, visitorsFor) =>
        fileRoot + nameOf(await keep(file, userId ?? visitorsFor))
      const keepDocument: KeepDocument = async (file) => (await keep(file)).id

      const forgetDocument: Forget = async (id) => {
        const row = await tx
          .deleteFrom('uploads')
          .where('id', '=', id)
          .where('user_id', '=', userId ?? null)
          .returning(['id', 'content_type', 'is_private'])
          .executeTakeFirst()
        if (row) forgotten.push(nameOf(row))
      }
      const forgetPicture: Forget = async (url) => {
        const id = url?.startsWith(fileRoot) && readName(url.slice(fileRoot.length))?.id
        if (id) await forgetDocument(id)
      }
      return { keepPicture, keepDocument, forgetPicture, forgetDocument }
    }
    return { keepFor, undo, removeForgotten }
  }

  /** Yields the stored files of these rows; leaves out missing ones. */
  async function* filesOf(uploads: Upload[]) {
    for (const upload of uploads) {
      const stored = await storage.read(nameOf(upload))
      if (stored) yield { name: nameOf(upload), read: () => stored.content as AsyncIterable<Uint8Array> }
    }
  }

  /** Reads a public picture by its address, such as `/files/….webp`. */
  async function readPublic(url: string): Promise<Buffer | undefined> {
    const name = url.startsWith(fileRoot) ? readName(url.slice(fileRoot.length)) : undefined
    if (!name || name.isPrivate) return undefined
    const stored = await storage.read(url.slice(fileRoot.length))
    return stored && buffer(stored.content)
  }

  const mount: Mount = { prefix: fileRoot, listen: fileListener({ storage, links, db, log, now }) }
  return {
    mount,
    receive,
    filesOf,
    readPublic,
    linkTo: links.linkTo,
    removeOrphans: removeOrphansOf(storage),
  }
}

async function asPicture(file: Blob): Promise<Received> {
  const { webp, width, height } = await readPicture(file)
  const id = newId<'upload'>()
  return { id, content_type: 'image/webp', is_private: false, name: null, width, height, content: webp }
}

async function asDocument(file: Blob): Promise<Received> {
  const { contentType, ...document } = await readDocument(file)
  return { id: newId<'upload'>(), content_type: contentType, is_private: true, ...document }
}

export function openStorage(config: Config): Storage {
  return config.S3_BUCKET ? openS3Storage(config) : openDiskStorage(config.DATA_DIR)
}

function filesIn(input: unknown): Blob[] {
  const values = input && typeof input === 'object' ? Object.values(input).flat() : []
  return values.filter((value) => value instanceof Blob)
}
