import { createHash } from 'node:crypto'
import { refuseRequest } from '#/kernel/errors.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Work } from '#/kernel/server/work.ts'
import { type Decision, type QueueRow, refuse, type Submission } from '#/verification/contract.ts'
import { changesOf, type Facts, type ProviderRecord, type VerificationStatus } from '#/verification/rules.ts'
import { move } from './move.ts'
import { dropProposal, findProposal, waitsForChange } from './proposals.ts'
import { findFacts, findRecord, listChanges, listDocuments, listWaiting } from './queries.ts'
import { adoptFacts, lockRecord, type RecordRow } from './records.ts'
import { type Reading, showDocuments } from './standing.ts'
import { refuseIncomplete } from './submit.ts'

/** Lists waiting records, oldest first. */
export async function listQueue(db: Db, { cursor }: { cursor?: string }) {
  const key = readCursor(cursor, ['date', 'uuid'])
  const after = key && { since: new Date(key[0]!), recordId: String(key[1]) }
  return toPage(await listWaiting(db, after), {
    keyOf: (row) => [row.waiting_since!.toISOString(), row.record_id!],
    show: (row): QueueRow => ({
      record: row.record!,
      recordId: row.record_id!,
      userId: row.user_id!,
      displayName: row.display_name!,
      waitingSince: row.waiting_since!,
    }),
  })
}

/** Returns everything to check, with links to the documents; undefined without such a record. */
export async function readSubmission(
  reading: Reading,
  record: ProviderRecord,
  recordId: string,
): Promise<Submission | undefined> {
  const { db } = reading
  const found = await findRecord(db, record, recordId)
  if (!found) return undefined
  const status = found.verification_status!
  const { facts, changes } = await findChecked(db, record, recordId)
  const history = await listChanges(db, record, recordId, 20)
  return {
    record,
    recordId,
    userId: found.user_id!,
    displayName: found.display_name!,
    status,
    version: await versionOf(db, record, recordId),
    facts,
    changes,
    isChange: await waitsForChange(db, record, recordId),
    missing: found.missing ?? [],
    documents: await showDocuments(reading, { record, recordId, status }),
    history: history.map(({ from_status, to_status, admin_id, reason, changed_at, change_refused }) => ({
      from: from_status,
      to: to_status,
      byAdmin: admin_id,
      reason,
      changeRefused: change_refused,
      at: changed_at,
    })),
  }
}

/**
 * Applies an administrator's decision. Verifying moves the proposed facts into the record; rejecting a change leaves the record
 * verified as it was.
 * @throws verification.move_not_allowed for the second of two decisions at once, verification.changed_meanwhile if facts or
 * documents have changed since `version`
 */
export async function decide(
  work: Work,
  decision: Decision & { record: ProviderRecord; recordId: string; adminId: string },
): Promise<{ from: VerificationStatus; to: VerificationStatus; userId: string }> {
  const { record, recordId, adminId, to, reason } = decision
  const row = await lockRecord(work.db, record, { recordId })
  if (!row) return refuseRequest('request.not_found')
  if (to === 'verified' && row.verification_status === 'submitted') {
    if (decision.version !== (await versionOf(work.db, record, recordId)))
      refuse('verification.changed_meanwhile')
    await refuseIncomplete(work, record, recordId)
    await adoptProposal(work, record, row)
  }
  const from = row.verification_status
  if (to === 'rejected' && (await waitsForChange(work.db, record, recordId))) {
    await dropProposal(work.db, record, recordId)
    await move(work, row, { record, to: 'verified', adminId, reason, changeRefused: true })
    return { from, to: 'verified', userId: row.user_id }
  }
  await move(work, row, { record, to, adminId, reason })
  return { from, to, userId: row.user_id }
}

async function adoptProposal({ db, now }: Work, record: ProviderRecord, row: RecordRow): Promise<void> {
  const proposed = (await findProposal(db, record, row.id)) ?? {}
  await adoptFacts(db, record, proposed, { recordId: row.id, now })
  await dropProposal(db, record, row.id)
}

/** Returns the record's facts, and those proposed in place of verified ones. */
async function findChecked(db: Db, record: ProviderRecord, recordId: string) {
  const { licence, facts } = await findFacts(db, record, recordId)
  const proposed = await findProposal(db, record, recordId)
  return {
    facts: { ...(licence as Submission['facts']), ...(facts as Submission['facts']), ...proposed },
    changes: changesOf(licence as Facts, proposed),
  }
}

/** The version changes whenever a checked fact or document does. */
async function versionOf(db: Db, record: ProviderRecord, recordId: string): Promise<string> {
  const { facts, changes } = await findChecked(db, record, recordId)
  const documents = await listDocuments(db, record, recordId)
  const seen = JSON.stringify([facts, changes, documents.map(({ id }) => id)])
  return createHash('sha256').update(seen).digest('base64url')
}
