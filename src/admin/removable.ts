import { z } from 'zod'
import { cursorSchema } from '#/kernel/fields.ts'

/** Searches rows that admins can remove, by a name, or those that are removed already. */
export const removableSearch = z.object({
  search: z.string().max(200).optional(),
  show: z.enum(['standing', 'removed']).default('standing'),
  cursor: cursorSchema,
})
