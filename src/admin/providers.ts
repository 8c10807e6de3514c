import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, pageOf } from '#/kernel/fields.ts'
import {
  decisionSchema,
  providerRecordSchema,
  queueRowSchema,
  submissionSchema,
  verificationErrors,
} from '#/verification/contract.ts'
import { adminErrors } from './errors.ts'

const ofRecord = z.object({ record: providerRecordSchema, recordId: z.uuid() })

export const providerEndpoints = {
  queue: endpoint({
    method: 'GET',
    path: '/admin/providers',
    summary: 'Lists records waiting to be checked, the oldest first',
    access: 'admin',
    rows: 'all records that were submitted',
    input: z.object({ cursor: cursorSchema }),
    output: pageOf(queueRowSchema),
  }),
  submission: endpoint({
    method: 'GET',
    path: '/admin/providers/{record}/{recordId}',
    summary: 'Returns the facts to check in a record, with links to its documents',
    access: 'admin',
    rows: 'all providers’ records and their documents',
    input: ofRecord,
    output: submissionSchema,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/admin/providers/{record}/{recordId}/decision',
    summary: 'Verifies, rejects or suspends a record, or reopens it for checking',
    access: 'admin:full',
    rows: 'all providers’ records, except those of suspended accounts',
    audit: [
      { action: 'provider.verified', said: 'verified the record', subject: 'user' },
      { action: 'provider.rejected', said: 'rejected the record', subject: 'user' },
      { action: 'provider.change_refused', said: 'refused the change to verified facts', subject: 'user' },
      { action: 'provider.suspended', said: 'suspended the record', subject: 'user' },
      { action: 'provider.reopened', said: 'reopened the record for checking', subject: 'user' },
    ],
    input: ofRecord.extend({ decision: decisionSchema }),
    output: done,
    errors: {
      ...only(adminErrors, 'admin.account_suspended'),
      ...only(
        verificationErrors,
        'verification.incomplete',
        'verification.move_not_allowed',
        'verification.changed_meanwhile',
      ),
    },
  }),
}
