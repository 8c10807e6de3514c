import type { Readable } from 'node:stream'

export type StoredFile = { name: string; changedAt: Date }

/** `files.ts` chooses the names; a name's content never changes. */
export type Storage = {
  /** Atomic, and durable once it resolves. */
  write(name: string, content: Buffer, contentType: string): Promise<void>
  read(name: string): Promise<{ bytes: number; content: Readable } | undefined>
  /** Ignores missing files. */
  remove(names: string[]): Promise<void>
  list(): AsyncIterable<StoredFile[]>
}
