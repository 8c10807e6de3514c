import type { Selectable } from 'kysely'
import type { Uploads } from '#/kernel/server/schema.ts'
import { uuidPattern } from '#/kernel/uuid.ts'

export const fileRoot = '/files/'

export type Upload = Pick<Selectable<Uploads>, 'id' | 'content_type' | 'is_private'>

export function nameOf({ id, content_type, is_private }: Upload): string {
  return `${is_private ? 'private/' : ''}${id}.${content_type === 'application/pdf' ? 'pdf' : 'webp'}`
}

const pattern = new RegExp(`^(?:(private/)?(${uuidPattern})\\.(?:webp|pdf))(\\.new)?$`)

/** Parses the name of a file of ours, finished or not; other files in the same place are ignored. */
export function readName(name: string): { id: string; isPrivate: boolean; isWhole: boolean } | undefined {
  const [, isPrivate, id, unfinished] = pattern.exec(name) ?? []
  return id ? { id, isPrivate: Boolean(isPrivate), isWhole: !unfinished } : undefined
}
