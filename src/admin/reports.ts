import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { conclusionSchema, reportSchema } from '#/messaging/desk.ts'
import { messagingErrors } from '#/messaging/errors.ts'
import { reportOutcomes } from '#/messaging/rules.ts'

export const reportEndpoints = {
  reports: endpoint({
    method: 'GET',
    path: '/admin/message-reports',
    summary:
      'Lists waiting reports of messages, people, bookings and providers’ profiles, the oldest first; or resolved ones, the latest first',
    access: 'admin',
    rows: 'all reports, with a copy of what was reported, the latest messages and their pictures',
    input: z.object({ show: z.enum(['waiting', 'done']).default('waiting'), cursor: cursorSchema }),
    output: pageOf(reportSchema),
  }),
  resolveReport: endpoint({
    method: 'POST',
    path: '/admin/message-reports/{id}/conclusion',
    summary: 'Records a report’s conclusion for admins, and tells the reporter the outcome',
    access: 'admin',
    rows: 'all reports',
    audit: { action: 'report.resolved', said: 'resolved the report', subject: 'report' },
    input: z.object({
      id: idSchema('report'),
      conclusion: conclusionSchema,
      outcome: z.enum(reportOutcomes),
    }),
    output: done,
    errors: only(messagingErrors, 'messaging.already_resolved'),
  }),
}
