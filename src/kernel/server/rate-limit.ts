import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from './db.ts'
import { deleteBatch } from './delete-batch.ts'
import type { Sweep } from './jobs.ts'

export type LimitRule = {
  max: number
  windowSeconds: number
  /** The last allowed try restarts the window, so that the whole of it is closed. */
  locks?: boolean
  /** Counts the last `windowSeconds` at every moment. A fixed window allows twice as many around its edge. */
  slides?: boolean
}

/**
 * Counts an attempt against `key`. Says whether it is allowed, how many are left, and how many seconds to wait if none.
 * One statement, so that simultaneous attempts can't all pass a stale count; stored in the database, so that it holds
 * over restarts and processes.
 */
export async function consumeAttempt(
  db: Db,
  key: string,
  rule: LimitRule,
): Promise<{ allowed: boolean; left: number; retryAfter: number }> {
  const { max, windowSeconds, locks = false } = rule
  if (rule.slides) return consumeSliding(db, key, rule)
  const { rows } = await sql<{ attempts: number; retry_after: number }>`
    insert into rate_limits as r (key, window_started_at, attempts) values (${key}, now(), 1)
    on conflict (key) do update set
      attempts = case when r.window_started_at < now() - make_interval(secs => ${windowSeconds}) then 1
                      else r.attempts + 1 end,
      window_started_at = case when r.window_started_at < now() - make_interval(secs => ${windowSeconds}) then now()
                               when ${locks} and r.attempts + 1 = ${max} then now()
                               else r.window_started_at end
    returning attempts,
      ceil(extract(epoch from window_started_at + make_interval(secs => ${windowSeconds}) - now()))::int as retry_after
  `.execute(db)
  const { attempts, retry_after } = rows[0]!
  // After waiting for another's count, our now() is older than the window it began.
  const retryAfter = Math.min(windowSeconds, Math.max(1, retry_after))
  return { allowed: attempts <= max, left: Math.max(0, max - attempts), retryAfter }
}

const counts = new WeakMap<Db, LRUCache<string, { attempts: number; endsAt: number }>>()

/** Counts like `consumeAttempt`, but in this process's memory, where it forgets the least recent callers. */
export function countHere(db: Db, key: string, { max, windowSeconds }: LimitRule, at = performance.now()) {
  const known = counts.get(db) ?? new LRUCache({ max: 50_000 })
  counts.set(db, known)
  const before = known.get(key)
  const count = before && before.endsAt > at ? before : { attempts: 0, endsAt: at + windowSeconds * 1000 }
  count.attempts += 1
  known.set(key, count)
  const { attempts, endsAt } = count
  return { allowed: attempts <= max, retryAfter: Math.max(1, Math.ceil((endsAt - at) / 1000)) }
}

/** Doesn't store refused tries, so that further ones don't extend the wait. */
async function consumeSliding(
  db: Db,
  key: string,
  { max, windowSeconds }: LimitRule,
): Promise<{ allowed: boolean; left: number; retryAfter: number }> {
  const { rows } = await sql<{ attempts: number; retry_after: number }>`
    insert into rate_limits as r (key, window_started_at, attempts, times) values (${key}, now(), 1, array[now()])
    on conflict (key) do update set (times, attempts, window_started_at) = (
      select coalesce(array_agg(t order by t), '{}') ||
               case when count(*) < ${max} then array[now()] else '{}'::timestamptz[] end,
             least(count(*), ${max})::int + 1, now()
      from unnest(r.times) t where t > now() - make_interval(secs => ${windowSeconds}))
    returning attempts,
      ceil(extract(epoch from times[1] + make_interval(secs => ${windowSeconds}) - now()))::int as retry_after
  `.execute(db)
  const { attempts, retry_after } = rows[0]!
  const retryAfter = Math.min(windowSeconds, Math.max(1, retry_after))
  return { allowed: attempts <= max, left: Math.max(0, max - attempts), retryAfter }
}

/** Takes back one attempt: successes don't count. */
export async function returnAttempt(db: Db, key: string): Promise<void> {
  await sql`
    update rate_limits set attempts = attempts - 1, times = trim_array(times, least(1, cardinality(times)))
    where key = ${key} and attempts > 0
  `.execute(db)
}

export async function forgetAttempts(db: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', 'in', keys).execute()
}

export async function forgetAttemptsUnder(db: Db, prefix: string): Promise<void> {
  await sql`delete from rate_limits where starts_with(key, ${prefix})`.execute(db)
}

export const forgetOldAttempts: Sweep = {
  name: 'forget-old-attempts',
  cron: '27 * * * *',
  transactions: 'batches',
  run: ({ db }) => deleteBatch(db, 'rate_limits', sql`window_started_at < now() - interval '1 day'`),
}
