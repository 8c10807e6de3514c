import { sql } from 'kysely'
import { householdLimits } from '#/households/rules.ts'
import { deleteBatch } from '#/kernel/server/delete-batch.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'

/**
 * Deletes invitations some time after their end. Memberships stay a year, as long as notices about them: a person who
 * leaves Pawfolk is taken out of these.
 */
export const forgetOldInvitations: Sweep = {
  name: 'forget-old-invitations',
  cron: '41 3 * * *',
  transactions: 'batches',
  run: ({ db, now }) =>
    deleteBatch(
      db,
      'household_members',
      sql`state <> 'joined' and coalesce(ended_at, expires_at) < ${now}::timestamptz
            - case when member_id is null then ${householdLimits.keptDays}::int else 365 end * interval '1 day'`,
    ),
}
