import { mostFiles } from '#/kernel/documents.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { refuse } from '#/verification/contract.ts'
import { mayRemoveDocument, type ProviderRecord } from '#/verification/rules.ts'
import { findOwnDocument, listDocuments } from './queries.ts'
import { lockRecord } from './records.ts'

/** Locks the record, so that two tabs at once can't exceed the limit. */
export async function addDocument(
  { db, actor, now, keepDocument }: ActorWork & Pick<Serving, 'keepDocument'>,
  record: ProviderRecord,
  file: Blob,
): Promise<{ id: string }> {
  const row = await lockRecord(db, record, { userId: actor.userId })
  if (!row) return refuseRequest('request.not_found')
  const documents = await listDocuments(db, record, row.id)
  // Documents that must stay don't count.
  if (documents.filter((document) => !document.was_decided_by).length >= mostFiles)
    refuse('verification.too_many_documents')
  const id = await keepDocument(file)
  await db
    .insertInto('verification_documents')
    .values({ upload_id: id, record, record_id: row.id, user_id: actor.userId, created_at: now })
    .execute()
  return { id }
}

/** Deletes the document and its file for good. */
export async function removeDocument(
  { db, actor, forgetDocument }: ActorWork & Pick<Serving, 'forgetDocument'>,
  id: string,
): Promise<void> {
  const document = await findOwnDocument(db, id, actor.userId)
  if (!document) return refuseRequest('request.not_found')
  const row = await lockRecord(db, document.record, { recordId: document.record_id })
  if (row && !mayRemoveDocument(row.verification_status, document.was_decided_by))
    refuse('verification.documents_stay')
  await forgetDocument(id)
}
