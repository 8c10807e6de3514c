import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db, Tx } from './db.ts'
import { deleteBatch } from './delete-batch.ts'
import type { Sweep } from './jobs.ts'
import { later } from './round-trips.ts'
import { openRpcSerializer } from './rpc-json.ts'

// Keeps dates as dates, so that a repeat gets the same answer, including types.
const serializer = openRpcSerializer()

type StoredAnswer = { json: unknown; meta: Parameters<typeof serializer.deserialize>[1] }

export type WriteKey = { caller: string; key: string; endpoint: string; hash: string }

const digestOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('base64url')

/** Hashes equal inputs equally, whatever the order of their fields. Files count by name, type and content. */
export async function hashInput(input: unknown): Promise<string> {
  const contents = new Map<Blob, string>()
  for (const file of filesIn(input)) contents.set(file, digestOf(await file.bytes()))
  const stable = JSON.stringify(input, (_name, value: unknown) => {
    if (value instanceof Blob)
      return [value instanceof File ? value.name : '', value.type, contents.get(value)]
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
  return digestOf(stable ?? '')
}

function filesIn(value: unknown): Blob[] {
  if (value instanceof Blob) return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(filesIn) : []
}

/**
 * Stores the answer under its key, as the last step of the transaction. A simultaneous request with the same key waits
 * here; if this one commits, the other fails on the key and gets this answer.
 */
export async function keepAnswer(tx: Tx, write: WriteKey, answer: unknown): Promise<void> {
  const [json, meta] = serializer.serialize(answer)
  const row = tx.insertInto('idempotency_keys').values({
    caller: write.caller,
    key: write.key,
    endpoint: write.endpoint,
    request_hash: write.hash,
    answer: JSON.stringify({ json, meta } satisfies StoredAnswer),
  })
  await later(tx, row.compile())
}

/**
 * Returns the stored answer of a key; undefined if it never succeeded, since only successes are kept.
 * @throws request.key_reused if it was used for another request
 */
export async function findAnswer(db: Db, write: WriteKey): Promise<{ answer: unknown } | undefined> {
  const earlier = await db
    .selectFrom('idempotency_keys')
    .select(['endpoint', 'request_hash', 'answer'])
    .where('caller', '=', write.caller)
    .where('key', '=', write.key)
    .executeTakeFirst()
  if (!earlier) return undefined
  if (earlier.endpoint !== write.endpoint || earlier.request_hash !== write.hash)
    refuseRequest('request.key_reused')
  const { json, meta } = earlier.answer as unknown as StoredAnswer
  return { answer: serializer.deserialize(json, meta) }
}

export const forgetOldKeys: Sweep = {
  name: 'forget-old-idempotency-keys',
  cron: '17 * * * *',
  transactions: 'batches',
  run: ({ db }) => deleteBatch(db, 'idempotency_keys', sql`created_at < now() - interval '2 days'`),
}
