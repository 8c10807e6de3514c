import { z } from 'zod'
import { deskInjuredSchema } from '#/emergency/desk.ts'
import { emergencyErrors } from '#/emergency/errors.ts'
import { injuredMoves, injuredStatuses } from '#/emergency/injured.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'

export const injuredEndpoints = {
  injuredReports: endpoint({
    method: 'GET',
    path: '/admin/injured-animals',
    summary: 'Lists reports of injured animals: open ones, oldest first; or all from 30 days, latest first',
    access: 'admin',
    rows: 'all reports of injured animals, with the reporter’s number and the photo',
    input: z.object({ show: z.enum(['open', 'all']).default('open'), cursor: cursorSchema }),
    output: pageOf(deskInjuredSchema),
  }),
  moveInjuredReport: endpoint({
    method: 'POST',
    path: '/admin/injured-animals/{id}/moves',
    summary: 'Updates the status of an injured animal’s rescue',
    access: 'admin',
    rows: 'all reports of injured animals',
    audit: { action: 'emergency.report_moved', said: 'changed the rescue', subject: 'injured_report' },
    input: z.object({
      id: idSchema('injured_report'),
      /** The status on the screen; the call is refused if it has changed. */
      status: z.enum(injuredStatuses),
      move: z.enum(injuredMoves),
    }),
    output: done,
    errors: only(emergencyErrors, 'emergency.report_moved'),
  }),
}
