import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import { isUuid } from '#/kernel/uuid.ts'

type Key = (string | number)[]

const largest = { smallint: 2 ** 15 - 1, integer: 2 ** 31 - 1, bigint: Number.MAX_SAFE_INTEGER }

type Kind = keyof typeof largest | 'number' | 'uuid' | 'date'

export function encodeCursor(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/**
 * Reads a cursor made by `toPage`, whose parts must match `kinds`; a made-up one is a malformed request. A `date` part
 * is an ISO instant.
 */
export function readCursor(cursor: string | undefined, kinds: readonly Kind[]): Key | undefined {
  if (cursor === undefined) return undefined
  try {
    const key = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown
    if (Array.isArray(key) && key.length === kinds.length && kinds.every((kind, i) => fits[kind](key[i])))
      return key
  } catch {}
  return refuseRequest('request.malformed')
}

function isInstantOfOurs(text: string): boolean {
  const instant = new Date(text)
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === text && /^[12]\d{3}-/.test(text)
}

const isWhole = (most: number) => (part: unknown) => Number.isInteger(part) && Math.abs(Number(part)) <= most
const fits: Record<Kind, (part: unknown) => boolean> = {
  smallint: isWhole(largest.smallint),
  integer: isWhole(largest.integer),
  bigint: isWhole(largest.bigint),
  number: (part) => typeof part === 'number' && Number.isFinite(part) && Math.abs(part) < 1e9,
  uuid: (part) => typeof part === 'string' && isUuid(part),
  date: (part) => typeof part === 'string' && isInstantOfOurs(part),
}

/** Splits `limit + 1` rows into a page and the cursor of the next. */
export function toPage<Row, Shown>(
  rows: Row[],
  options: { limit?: number; keyOf(row: Row): Key; show(row: Row): Shown },
) {
  const limit = options.limit ?? pageSize
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map(options.show),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(options.keyOf(last)) : null,
  }
}
