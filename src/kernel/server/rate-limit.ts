import { sql } from 'kysely'
import type { Db } from './db.ts'
import { deleteBatch } from './delete-batch.ts'
import type { Sweep } from './jobs.ts'

export type LimitRule = {
  max: number
  windowSeconds: number
  /** The last try that is allowed begins the window anew: from then on the door is closed for the whole of it. */
  locks?: boolean
}

/**
 * Counts one attempt against `key` and says whether it is allowed, and if not, for how many seconds not.
 * One statement, so that simultaneous attempts cannot all pass a stale count; kept in the database, so that it holds
 * over restarts and processes.
 */
export async function consumeAttempt(
  db: Db,
  key: string,
  { max, windowSeconds, locks = false }: LimitRule,
): Promise<{ allowed: boolean; retryAfter: number }> {
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
  // Who waited for another's count has an older now() than the window that the other began.
  const retryAfter = Math.min(windowSeconds, Math.max(1, retry_after))
  return { allowed: attempts <= max, retryAfter }
}

/** Takes back one counted attempt: what turned out well is not held against anyone. */
export async function returnAttempt(db: Db, key: string): Promise<void> {
  await sql`update rate_limits set attempts = attempts - 1 where key = ${key} and attempts > 0`.execute(db)
}

/** Lets whoever is counted by these keys begin anew. */
export async function forgetAttempts(db: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', 'in', keys).execute()
}

/** Forgets windows that ended long ago. */
export const forgetOldAttempts: Sweep = {
  name: 'forget-old-attempts',
  cron: '27 * * * *',
  transactions: 'batches',
  run: ({ db }) => deleteBatch(db, 'rate_limits', sql`window_started_at < now() - interval '1 day'`),
}
