import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { conclusionSchema, reportSchema } from '#/messaging/desk.ts'
import { messagingErrors } from '#/messaging/errors.ts'

/** What people report of what others write to them. */
export const reportEndpoints = {
  reports: endpoint({
    method: 'GET',
    path: '/admin/message-reports',
    summary:
      'Reports of messages and of people that wait, the oldest first; or those resolved, the latest first',
    access: 'admin',
    rows: 'all reports, with what was said last and its pictures',
    input: z.object({ show: z.enum(['waiting', 'done']).default('waiting'), cursor: cursorSchema }),
    output: pageOf(reportSchema),
  }),
  resolveReport: endpoint({
    method: 'POST',
    path: '/admin/message-reports/{id}/conclusion',
    summary: 'Notes what was concluded about a report',
    access: 'admin',
    rows: 'all reports',
    input: z.object({ id: idSchema('report'), conclusion: conclusionSchema }),
    output: done,
    errors: only(messagingErrors, 'messaging.already_resolved'),
  }),
}
