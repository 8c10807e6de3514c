import type { Db } from '#/kernel/server/db.ts'
import type { LinkTo } from '#/kernel/server/files.ts'
import type { Standing } from '#/verification/contract.ts'
import {
  changesOf,
  type Facts,
  mayRemoveDocument,
  type ProviderRecord,
  type VerificationStatus,
} from '#/verification/rules.ts'
import { findProposal } from './proposals.ts'
import { findFacts, findLastChange, findOwnRecord, listDocuments } from './queries.ts'

export type Reading = { db: Db; linkTo: LinkTo }

/** Returns null without a record of this kind. */
export async function findStanding(
  reading: Reading,
  record: ProviderRecord,
  userId: string,
): Promise<Standing | null> {
  const found = await findOwnRecord(reading.db, record, userId)
  if (!found) return null
  const recordId = found.record_id!
  const status = found.verification_status!
  const last = await findLastChange(reading.db, record, recordId)
  const needsVerification = Boolean(found.is_regulated || found.is_demanded)
  const needsConfirmation = !needsVerification && status !== 'verified' && !found.is_confirmed
  const missing = found.missing ?? []
  const isOut = status === 'rejected' || status === 'suspended'
  const changeRefused = status === 'verified' && Boolean(last?.change_refused)
  return {
    record,
    status,
    reason: isOut || changeRefused ? (last?.reason ?? null) : null,
    changeRefused,
    changes: await listFactChanges(reading.db, record, recordId),
    changedAt: last?.changed_at ?? null,
    isLeaving: found.is_leaving,
    isListed:
      !found.is_leaving &&
      !needsConfirmation &&
      (needsVerification ? status === 'verified' : !isOut) &&
      (Boolean(found.is_regulated) || missing.length === 0),
    needsVerification,
    needsConfirmation,
    missing,
    documents: await showDocuments(reading, { record, recordId, status }),
  }
}

async function listFactChanges(db: Db, record: ProviderRecord, recordId: string) {
  const proposed = await findProposal(db, record, recordId)
  if (!proposed) return []
  return changesOf((await findFacts(db, record, recordId)).licence as Facts, proposed)
}

/** Lists documents with links that work for some minutes. Only for their owner and administrators. */
export async function showDocuments(
  { db, linkTo }: Reading,
  { record, recordId, status }: { record: ProviderRecord; recordId: string; status: VerificationStatus },
) {
  const rows = await listDocuments(db, record, recordId)
  return rows.map(({ id, name, content_type, bytes, created_at, was_decided_by }) => ({
    id,
    name: name ?? 'document',
    contentType: content_type,
    bytes,
    url: linkTo({ id, content_type }),
    addedAt: created_at,
    mayRemove: mayRemoveDocument(status, was_decided_by),
  }))
}
