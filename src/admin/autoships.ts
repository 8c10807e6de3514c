import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, limits, optionalLine, pageOf, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { deskAutoshipFilters, deskAutoshipSchema } from '#/shop/desk.ts'
import { shopErrors } from '#/shop/errors.ts'

export const autoshipEndpoints = {
  autoships: endpoint({
    method: 'GET',
    path: '/admin/autoships',
    summary:
      'Lists autoships by their buyer’s name or email, their seller, product or id, and by state; the newest first',
    access: 'admin',
    rows: 'all autoships, without the buyer’s address',
    input: z.object({
      search: optionalLine(limits.title),
      show: z.enum(deskAutoshipFilters).default('running'),
      cursor: cursorSchema,
    }),
    output: pageOf(deskAutoshipSchema),
  }),
  endAutoship: endpoint({
    method: 'POST',
    path: '/admin/autoships/{id}/ending',
    summary: 'Ends an autoship, and tells its buyer why; orders that it placed stay',
    access: 'admin:full',
    rows: 'all autoships',
    audit: { action: 'autoship.ended', said: 'cancelled the autoship', subject: 'autoship' },
    input: z.object({
      id: idSchema('autoship'),
      reason: requiredText(limits.short, 'Please give a reason.'),
    }),
    output: done,
    errors: only(shopErrors, 'shop.autoship_changed'),
  }),
}
