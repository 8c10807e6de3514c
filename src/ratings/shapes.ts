import { z } from 'zod'
import { idSchema } from '#/kernel/ids.ts'

export const reviewSchema = z.object({
  id: idSchema('rating'),
  /** The owner’s first name. */
  by: z.string(),
  /** Null for a note about a cancellation. */
  stars: z.int().min(1).max(5).nullable(),
  feedback: z.string().nullable(),
  reply: z.string().nullable(),
  at: z.date(),
  wasEdited: z.boolean(),
})
export type Review = z.output<typeof reviewSchema>
