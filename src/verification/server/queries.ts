import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import { isConfirmed } from '#/accounts/server/index.ts'
import { pageSize } from '#/kernel/fields.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { VerificationChanges } from '#/kernel/server/schema.ts'
import type { ProviderRecord } from '#/verification/rules.ts'

export function insertChange(db: Db, change: Insertable<VerificationChanges>) {
  return db.insertInto('verification_changes').values(change).execute()
}

/** Selects records of anyone; the caller restricts the owner. */
function selectRecord(db: Db, record: ProviderRecord) {
  return db
    .selectFrom('role_records as r')
    .innerJoin('record_requirements as needed', (join) =>
      join.onRef('needed.record_id', '=', 'r.record_id').on('needed.record', '=', record),
    )
    .where('r.record', '=', record)
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'r.record_id',
      'r.user_id',
      'r.display_name',
      'r.verification_status',
      'r.is_regulated',
      'needed.missing',
      sql<boolean>`verification_is_demanded()`.as('is_demanded'),
      sql<boolean>`u.leaving_since is not null`.as('is_leaving'),
      isConfirmed('u').as('is_confirmed'),
    ])
}

export function findOwnRecord(db: Db, record: ProviderRecord, userId: string) {
  return selectRecord(db, record).where('r.user_id', '=', userId).executeTakeFirst()
}

export function findRecord(db: Db, record: ProviderRecord, recordId: string) {
  return selectRecord(db, record).where('r.record_id', '=', recordId).executeTakeFirst()
}

export function findFacts(db: Db, record: ProviderRecord, recordId: string) {
  return db
    .selectFrom('record_facts')
    .select(['licence', 'facts'])
    .where('record', '=', record)
    .where('record_id', '=', recordId)
    .executeTakeFirstOrThrow()
}

export function listChanges(db: Db, record: ProviderRecord, recordId: string, limit: number) {
  return db
    .selectFrom('verification_changes')
    .select(['from_status', 'to_status', 'admin_id', 'reason', 'changed_at', 'change_refused'])
    .where('record', '=', record)
    .where('record_id', '=', recordId)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
}

/** Finds the last change of the record itself, skipping changes made with the account's suspension. */
export function findLastChange(db: Db, record: ProviderRecord, recordId: string) {
  return db
    .selectFrom('verification_changes')
    .select(['from_status', 'to_status', 'reason', 'changed_at', 'change_refused'])
    .where('record', '=', record)
    .where('record_id', '=', recordId)
    .where('with_account', '=', false)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function listDocuments(db: Db, record: ProviderRecord, recordId: string) {
  return db
    .selectFrom('verification_documents as d')
    .innerJoin('uploads as u', 'u.id', 'd.upload_id')
    .select([
      'u.id',
      'u.name',
      'u.content_type',
      'u.bytes',
      'd.created_at',
      wasDecidedBy.as('was_decided_by'),
    ])
    .where('d.record', '=', record)
    .where('d.record_id', '=', recordId)
    .orderBy('d.created_at')
    .orderBy('u.id')
    .execute()
}

/** Tells whether the record was verified or suspended on the basis of the document `d`. */
const wasDecidedBy = sql<boolean>`exists (
  select from verification_changes c
   where c.record = d.record and c.record_id = d.record_id and c.changed_at >= d.created_at
     and c.to_status in ('verified', 'suspended') and not c.with_account)`

export function findOwnDocument(db: Db, uploadId: string, userId: string) {
  return db
    .selectFrom('verification_documents as d')
    .select(['d.upload_id', 'd.record', 'd.record_id', wasDecidedBy.as('was_decided_by')])
    .where('d.upload_id', '=', uploadId)
    .where('d.user_id', '=', userId)
    .executeTakeFirst()
}

/** Lists oldest first, and one more than fits a page. */
export function listWaiting(db: Db, after: { since: Date; recordId: string } | undefined) {
  return db
    .selectFrom('verification_queue')
    .select(['record', 'record_id', 'user_id', 'display_name', 'waiting_since'])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(waiting_since, record_id) > (${after!.since}, ${after!.recordId}::uuid)`),
    )
    .orderBy('waiting_since')
    .orderBy('record_id')
    .limit(pageSize + 1)
    .execute()
}
