import { sql } from 'kysely'
import { deleteBatch } from '#/kernel/server/delete-batch.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'

/** Deletes expired sessions, links and codes, so that no address or browser is kept for them. */
export const forgetExpired: Sweep = {
  name: 'forget-expired-sessions',
  cron: '37 * * * *',
  transactions: 'batches',
  async run({ db, now }) {
    let forgotten = 0
    for (const table of ['sessions', 'verifications', 'mailed_links', 'phone_codes'] as const)
      forgotten += await deleteBatch(db, table, sql`expires_at < ${now}`)
    // Their owners see for a month that they expired.
    forgotten += await deleteBatch(
      db,
      'api_tokens',
      sql`expires_at < ${now}::timestamptz - interval '30 days'`,
    )
    return forgotten
  },
}
