import { sql } from 'kysely'
import { deleteBatch } from '#/kernel/server/delete-batch.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'

/** Sessions, links and codes that are past their time let nobody in; an address or a browser need not be kept for them. */
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
