import type { Readable } from 'node:stream'

export type StoredFile = { name: string; changedAt: Date }

/** Where files are: names are given by `files.ts`, and what stands under one never changes. */
export type Storage = {
  /** Whole or not at all, and there for good when it resolves. */
  write(name: string, content: Buffer, contentType: string): Promise<void>
  read(name: string): Promise<{ bytes: number; content: Readable } | undefined>
  /** Those that are not there are none to worry about. */
  remove(names: string[]): Promise<void>
  /** Everything there is, in batches. */
  list(): AsyncIterable<StoredFile[]>
}
