import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { type ProviderRecord, providerRecords, type VerificationStatus } from '#/verification/rules.ts'
import { tables } from './records.ts'

type Given = { db: Db; userId: string; adminId: string; now: Date }
type Moved = { record: ProviderRecord; recordId: string; from: VerificationStatus; to: VerificationStatus }

/**
 * Suspends every record of a suspended account, so that lists and calendars need to check only the records. Returns the
 * earlier statuses.
 */
export async function suspendRecordsOf(given: Given): Promise<Moved[]> {
  const { db, userId } = given
  const moved: Moved[] = []
  for (const record of providerRecords) {
    const table = sql.table(tables[record])
    const { rows } = await sql<{ id: string; was: VerificationStatus }>`
      update ${table} r set verification_status = 'suspended'
        from (select id, verification_status from ${table} where user_id = ${userId} for no key update) old
       where r.id = old.id and old.verification_status <> 'suspended'
      returning r.id, old.verification_status as was
    `.execute(db)
    for (const { id, was } of rows) moved.push({ record, recordId: id, from: was, to: 'suspended' })
  }
  await keepChanges(given, moved)
  return moved
}

/** Restores the records that were suspended with the account, but none that was suspended on its own. */
export async function restoreRecordsOf(given: Given): Promise<Moved[]> {
  const { db, userId } = given
  const last = await db
    .selectFrom('verification_changes')
    .where('user_id', '=', userId)
    .distinctOn(['record', 'record_id'])
    .orderBy('record')
    .orderBy('record_id')
    .orderBy('sequence', 'desc')
    .select(['record', 'record_id', 'from_status', 'to_status', 'with_account'])
    .execute()
  const moved: Moved[] = []
  for (const { record, record_id, from_status, to_status, with_account } of last) {
    if (!with_account || to_status !== 'suspended') continue
    const { numAffectedRows } = await sql`
      update ${sql.table(tables[record])} set verification_status = ${from_status}
       where id = ${record_id} and verification_status = 'suspended'
    `.execute(db)
    if (numAffectedRows)
      moved.push({
        record,
        recordId: record_id,
        from: 'suspended',
        to: from_status,
      })
  }
  await keepChanges(given, moved)
  return moved
}

/** Leaves out the reason, which only administrators see: users get these rows in their data archive. */
async function keepChanges({ db, userId, adminId, now }: Given, moved: Moved[]): Promise<void> {
  if (moved.length === 0) return
  const rows = moved.map(({ record, recordId, from, to }) => ({
    id: newId(),
    record,
    record_id: recordId,
    user_id: userId,
    from_status: from,
    to_status: to,
    admin_id: adminId,
    reason: null,
    changed_at: now,
    with_account: true,
  }))
  await db.insertInto('verification_changes').values(rows).execute()
}
