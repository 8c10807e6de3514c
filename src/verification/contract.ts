import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { documentErrors } from '#/kernel/documents.ts'
import { type ErrorKinds, refuser } from '#/kernel/errors.ts'
import { done, limits, optionalText, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { providerRecords, verificationStatuses } from './rules.ts'

export const verificationErrors = {
  'verification.incomplete': 'invalid',
  'verification.move_not_allowed': 'conflict',
  'verification.changed_meanwhile': 'conflict',
  'verification.too_many_documents': 'conflict',
  'verification.documents_stay': 'conflict',
  'verification.area_needed': 'invalid',
} as const satisfies ErrorKinds

export const refuse = refuser(verificationErrors)

export const providerRecordSchema = z.enum(providerRecords)
const statusSchema = z.enum(verificationStatuses)

/** The address works for some minutes. */
export const documentSchema = z.object({
  id: idSchema('upload'),
  name: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  url: z.string(),
  addedAt: z.date(),
  /** False once a decision was based on it. */
  mayRemove: z.boolean(),
})

const factChangeSchema = z.object({
  fact: z.string(),
  verified: z.string().nullable(),
  proposed: z.string().nullable(),
})

/** A record's status, as its provider sees it. */
export const standingSchema = z.object({
  record: providerRecordSchema,
  status: statusSchema,
  /** The reason for a rejection, a suspension or a refused change. */
  reason: z.string().nullable(),
  changeRefused: z.boolean(),
  /** The facts being checked, beside the verified ones that others still see. */
  changes: z.array(factChangeSchema),
  changedAt: z.date().nullable(),
  /** Its owner asked for the deletion of their account, so it isn't listed. */
  isLeaving: z.boolean(),
  /** Whether owners find it now, and whether it must be verified first. */
  isListed: z.boolean(),
  needsVerification: z.boolean(),
  /** It isn't listed before its owner confirms an email address or a phone number, or an administrator verifies it. */
  needsConfirmation: z.boolean(),
  /** The unmet `requirements`. */
  missing: z.array(z.string()),
  documents: z.array(documentSchema),
})
export type Standing = z.output<typeof standingSchema>

/** For administrators: a waiting record, oldest first. */
export const queueRowSchema = z.object({
  record: providerRecordSchema,
  recordId: z.uuid(),
  userId: idSchema('user'),
  displayName: z.string(),
  waitingSince: z.date(),
})
export type QueueRow = z.output<typeof queueRowSchema>

/** For administrators: everything to check. A decision carries the `version` it is based on. */
export const submissionSchema = z.object({
  record: providerRecordSchema,
  recordId: z.uuid(),
  userId: idSchema('user'),
  displayName: z.string(),
  status: statusSchema,
  version: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])),
  /** For a record verified before: the old facts beside the new. */
  changes: z.array(factChangeSchema),
  /** Only these changes are being checked; rejecting them leaves the record verified. */
  isChange: z.boolean(),
  missing: z.array(z.string()),
  documents: z.array(documentSchema),
  /** Newest first. */
  history: z.array(
    z.object({
      from: statusSchema,
      to: statusSchema,
      byAdmin: z.uuid().nullable(),
      reason: z.string().nullable(),
      changeRefused: z.boolean(),
      at: z.date(),
    }),
  ),
})
export type Submission = z.output<typeof submissionSchema>

/** An administrator's decision; `submitted` lifts a suspension. */
export const decisionSchema = z.discriminatedUnion('to', [
  z.object({ to: z.literal('verified'), version: z.string().max(100), reason: optionalText(limits.short) }),
  z.object({ to: z.literal('rejected'), reason: requiredText(limits.short) }),
  z.object({ to: z.literal('suspended'), reason: requiredText(limits.short) }),
  z.object({ to: z.literal('submitted'), reason: optionalText(limits.short) }),
])
export type Decision = z.output<typeof decisionSchema>

const ofRecord = z.object({ record: providerRecordSchema })

export const verificationContract = {
  standing: endpoint({
    method: 'GET',
    path: '/verification/{record}',
    summary:
      'Returns the status of the caller’s record, its unmet requirements and its documents; null without a record',
    access: 'signed-in',
    rows: 'the caller’s own record, in any state, and links to its documents',
    input: ofRecord,
    output: standingSchema.nullable(),
  }),
  submit: endpoint({
    method: 'POST',
    path: '/verification/{record}/submission',
    summary: 'Submits the caller’s record to be checked',
    access: 'signed-in',
    rows: 'the caller’s own record',
    input: ofRecord,
    output: z.object({ status: statusSchema }),
    errors: only(verificationErrors, 'verification.incomplete', 'verification.move_not_allowed'),
  }),
  addDocument: endpoint({
    method: 'POST',
    path: '/verification/{record}/documents',
    summary: 'Adds a document to the caller’s record; it can only be sent over /rpc',
    access: 'signed-in',
    rows: 'a new document of the caller’s own record',
    uploads: 'documents',
    input: ofRecord.extend({ file: z.file() }),
    output: z.object({ id: idSchema('upload') }),
    errors: { ...documentErrors, ...only(verificationErrors, 'verification.too_many_documents') },
  }),
  removeDocument: endpoint({
    method: 'DELETE',
    path: '/verification-documents/{id}',
    summary: 'Deletes a document that hasn’t been checked yet',
    access: 'signed-in',
    rows: 'a document of the caller’s own record',
    input: z.object({ id: idSchema('upload') }),
    output: done,
    errors: only(verificationErrors, 'verification.documents_stay'),
  }),
}
