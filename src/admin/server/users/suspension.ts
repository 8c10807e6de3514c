import type { AccountSuspended, SuspensionLifted } from '#/accounts/events.ts'
import { logOutEverywhere, restoreAccount, suspendAccount } from '#/accounts/server/index.ts'
import { adminErrors } from '#/admin/errors.ts'
import { refuseRequest, refuser } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Changed, Work } from '#/kernel/server/work.ts'
import { restoreRecordsOf, suspendRecordsOf } from '#/verification/server/index.ts'

const refuse = refuser(adminErrors)

type Target = { id: string; adminId: string }

/**
 * Suspends a user. From the commit on they are logged out in every process and can't log in, and their offers are
 * hidden.
 */
export async function suspendUser(
  { db, now, announce }: Work,
  { id, reason, adminId }: Target & { reason: string },
): Promise<Changed> {
  const user = await lockUser(db, id)
  if (user.suspended_at) refuse('admin.already_suspended')
  const sessionsEnded = await suspendAccount(db, { userId: id, reason, at: now })
  const records = await suspendRecordsOf({ db, userId: id, adminId, now })
  await announce<AccountSuspended>('accounts.suspended', { userId: id, at: now.toISOString() })
  return {
    before: { suspended: false, ...statuses(records, 'from') },
    after: { suspended: true, ...statuses(records, 'to'), sessionsEnded },
  }
}

export async function liftSuspension({ db, now, announce }: Work, { id, adminId }: Target): Promise<Changed> {
  const user = await lockUser(db, id)
  if (!user.suspended_at) refuse('admin.not_suspended')
  await restoreAccount(db, id)
  const records = await restoreRecordsOf({ db, userId: id, adminId, now })
  await announce<SuspensionLifted>('accounts.suspension_lifted', { userId: id, at: now.toISOString() })
  return {
    before: { suspended: true, ...statuses(records, 'from') },
    after: { suspended: false, ...statuses(records, 'to') },
  }
}

export async function endSessions({ db }: Pick<Work, 'db'>, { id }: Pick<Target, 'id'>) {
  await lockUser(db, id)
  const ended = await logOutEverywhere(db, id)
  return { answer: { ended }, before: { sessions: ended }, after: { sessions: 0 } }
}

/** Makes two admins' changes to one user wait for each other. */
export async function lockUser(db: Db, id: string) {
  const user = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select('suspended_at')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return user ?? refuseRequest('request.not_found')
}

const statuses = (records: { record: string; from: string; to: string }[], side: 'from' | 'to') =>
  Object.fromEntries(records.map((moved) => [moved.record, moved[side]]))
