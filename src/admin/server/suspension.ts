import type { AccountSuspended, SuspensionLifted } from '#/accounts/events.ts'
import { logOutEverywhere, restoreAccount, suspendAccount } from '#/accounts/server/index.ts'
import { adminErrors } from '#/admin/errors.ts'
import { refuseRequest, refuser } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Admin, Work } from '#/kernel/server/work.ts'
import { restoreRecordsOf, suspendRecordsOf } from '#/verification/server/index.ts'
import { writeDown } from './audit.ts'

const refuse = refuser(adminErrors)

export type AdminWork = Work & { admin: Admin }

/**
 * Suspends a user. From the commit on they are logged out in every process and can't log in, and their offers are
 * hidden.
 */
export async function suspendUser(
  { db, admin, now, announce }: AdminWork,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const user = await lockUser(db, id)
  if (user.suspended_at) refuse('admin.already_suspended')
  const sessionsEnded = await suspendAccount(db, { userId: id, reason, at: now })
  const records = await suspendRecordsOf({ db, userId: id, adminId: admin.adminId, now })
  await announce<AccountSuspended>('accounts.suspended', { userId: id, at: now.toISOString() })
  await writeDown(
    { db, admin, now },
    {
      action: 'user.suspended',
      subject: { kind: 'user', id },
      reason,
      before: { suspended: false, ...statuses(records, 'from') },
      after: { suspended: true, ...statuses(records, 'to'), sessionsEnded },
    },
  )
}

export async function liftSuspension({ db, admin, now, announce }: AdminWork, id: string): Promise<void> {
  const user = await lockUser(db, id)
  if (!user.suspended_at) refuse('admin.not_suspended')
  await restoreAccount(db, id)
  const records = await restoreRecordsOf({ db, userId: id, adminId: admin.adminId, now })
  await announce<SuspensionLifted>('accounts.suspension_lifted', { userId: id, at: now.toISOString() })
  await writeDown(
    { db, admin, now },
    {
      action: 'user.suspension_lifted',
      subject: { kind: 'user', id },
      before: { suspended: true, ...statuses(records, 'from') },
      after: { suspended: false, ...statuses(records, 'to') },
    },
  )
}

export async function endSessions({ db, admin, now }: AdminWork, id: string): Promise<number> {
  await lockUser(db, id)
  const ended = await logOutEverywhere(db, id)
  await writeDown(
    { db, admin, now },
    {
      action: 'user.sessions_ended',
      subject: { kind: 'user', id },
      before: { sessions: ended },
      after: { sessions: 0 },
    },
  )
  return ended
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
