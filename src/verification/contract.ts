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
} as const satisfies ErrorKinds

export const refuse = refuser(verificationErrors)

export const providerRecordSchema = z.enum(providerRecords)
const statusSchema = z.enum(verificationStatuses)

/** A file of a record; its address works for some minutes. */
export const documentSchema = z.object({
  id: idSchema('upload'),
  name: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  url: z.string(),
  addedAt: z.date(),
  /** Not once a decision went by it. */
  mayRemove: z.boolean(),
})

/** A fact that was verified and is to become another one. */
const factChangeSchema = z.object({
  fact: z.string(),
  verified: z.string().nullable(),
  proposed: z.string().nullable(),
})

/** How far a provider's record is, as its owner sees it. */
export const standingSchema = z.object({
  record: providerRecordSchema,
  status: statusSchema,
  /** Why it was rejected or suspended, or why its last change was refused. */
  reason: z.string().nullable(),
  changeRefused: z.boolean(),
  /** What others still see, beside what is being checked. */
  changes: z.array(factChangeSchema),
  changedAt: z.date().nullable(),
  /** Whether owners find it now, and whether that takes being verified. */
  isListed: z.boolean(),
  needsVerification: z.boolean(),
  /** What is not there yet, of `requirements`. */
  missing: z.array(z.string()),
  documents: z.array(documentSchema),
})
export type Standing = z.output<typeof standingSchema>

/** For the administrator: a record that waits, oldest first. */
export const queueRowSchema = z.object({
  record: providerRecordSchema,
  recordId: z.uuid(),
  userId: idSchema('user'),
  displayName: z.string(),
  waitingSince: z.date(),
})
export type QueueRow = z.output<typeof queueRowSchema>

/** For the administrator: all there is to check. `version` says what was seen, and goes with the decision. */
export const submissionSchema = z.object({
  record: providerRecordSchema,
  recordId: z.uuid(),
  userId: idSchema('user'),
  displayName: z.string(),
  status: statusSchema,
  version: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])),
  /** Of a record that was verified before: the old facts beside the new. */
  changes: z.array(factChangeSchema),
  /** It is checked only because of these changes: rejecting them leaves it verified. */
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

/** What an administrator can decide. `submitted` lifts a suspension. */
export const decisionSchema = z.discriminatedUnion('to', [
  z.object({ to: z.literal('verified'), version: z.string().max(100), reason: optionalText(limits.short) }),
  z.object({ to: z.literal('rejected'), reason: requiredText(limits.short) }),
  z.object({ to: z.literal('suspended'), reason: requiredText(limits.short) }),
  z.object({ to: z.literal('submitted'), reason: optionalText(limits.short) }),
])
export type Decision = z.output<typeof decisionSchema>

export const verificationContract = {
  standing: endpoint({
    method: 'GET',
    path: '/verification/{record}',
    summary: 'How far the caller’s record of a kind is, what it lacks and its documents; null without one',
    access: 'signed-in',
    rows: 'the caller’s own record, whatever its state, and links to its documents',
    input: z.object({ record: providerRecordSchema }),
    output: standingSchema.nullable(),
  }),
  submit: endpoint({
    method: 'POST',
    path: '/verification/{record}/submission',
    summary: 'Hands the caller’s record in to be checked',
    access: 'signed-in',
    rows: 'the caller’s own record',
    input: z.object({ record: providerRecordSchema }),
    output: z.object({ status: statusSchema }),
    errors: only(verificationErrors, 'verification.incomplete', 'verification.move_not_allowed'),
  }),
  addDocument: endpoint({
    method: 'POST',
    path: '/verification/{record}/documents',
    summary: 'Adds a document to the caller’s record; it travels only over /rpc',
    access: 'signed-in',
    rows: 'a new document of the caller’s own record',
    uploads: 'documents',
    input: z.object({ record: providerRecordSchema, file: z.file() }),
    output: z.object({ id: idSchema('upload') }),
    errors: { ...documentErrors, ...only(verificationErrors, 'verification.too_many_documents') },
  }),
  removeDocument: endpoint({
    method: 'DELETE',
    path: '/verification-documents/{id}',
    summary: 'Takes a document away that was not checked yet',
    access: 'signed-in',
    rows: 'a document of the caller’s own record',
    input: z.object({ id: idSchema('upload') }),
    output: done,
    errors: only(verificationErrors, 'verification.documents_stay'),
  }),
}
