import { createHash } from 'node:crypto'
import { StandardRPCJsonSerializer } from '@orpc/client/standard'
import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db, Tx } from './db.ts'

// Keeps dates as dates: a repeat must get the same answer as the first call, to the type.
const serializer = new StandardRPCJsonSerializer()

type StoredAnswer = { json: unknown; meta: Parameters<typeof serializer.deserialize>[1] }

export type WriteKey = { caller: string; key: string; endpoint: string; hash: string }

/** The same input gives the same hash, whatever the order of its fields. Files count by name, type and size. */
export function hashInput(input: unknown): string {
  const stable = JSON.stringify(input, (_name, value: unknown) => {
    if (value instanceof File) return [value.name, value.type, value.size]
    if (value instanceof Blob) return [value.type, value.size]
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
  return createHash('sha256')
    .update(stable ?? '')
    .digest('base64url')
}

/**
 * Claims the key inside the caller's transaction. A second request with the same key waits here for the first to end;
 * if that committed, its answer comes back. If it was rolled back, the key is free again: only successes are kept.
 */
export async function claimKey(tx: Tx, write: WriteKey): Promise<{ earlier: unknown } | undefined> {
  const { rows } = await sql<{ endpoint: string; request_hash: string; answer: unknown; fresh: boolean }>`
    with claimed as (
      insert into idempotency_keys (caller, key, endpoint, request_hash)
      values (${write.caller}, ${write.key}, ${write.endpoint}, ${write.hash})
      on conflict (caller, key) do nothing
      returning endpoint, request_hash, answer
    )
    select endpoint, request_hash, answer, true as fresh from claimed
  `.execute(tx)
  if (rows[0]?.fresh) return undefined
  const earlier = await tx
    .selectFrom('idempotency_keys')
    .select(['endpoint', 'request_hash', 'answer'])
    .where('caller', '=', write.caller)
    .where('key', '=', write.key)
    .executeTakeFirstOrThrow()
  if (earlier.endpoint !== write.endpoint || earlier.request_hash !== write.hash)
    refuseRequest('request.key_reused')
  const { json, meta } = earlier.answer as unknown as StoredAnswer
  return { earlier: serializer.deserialize(json, meta) }
}

export async function keepAnswer(tx: Tx, write: WriteKey, answer: unknown): Promise<void> {
  const [json, meta] = serializer.serialize(answer)
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify({ json, meta } satisfies StoredAnswer) })
    .where('caller', '=', write.caller)
    .where('key', '=', write.key)
    .execute()
}

/** A key is kept for two days: long enough for any retry, short enough to stay small. */
export async function forgetOldKeys(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where created_at < now() - interval '2 days'
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
