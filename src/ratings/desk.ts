import { z } from 'zod'
import { requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'

const person = z.object({ id: idSchema('user'), name: z.string() })
export const removalSchema = z.object({ at: z.date(), by: z.string(), reason: z.string() })

export const deskRatingSchema = z.object({
  id: idSchema('rating'),
  at: z.date(),
  owner: person,
  provider: person,
  /** Null for a note about a cancellation. */
  stars: z.int().nullable(),
  feedback: z.string().nullable(),
  reply: z.string().nullable(),
  removed: removalSchema.nullable(),
  replyRemoved: removalSchema.nullable(),
})
export type DeskRating = z.output<typeof deskRatingSchema>

export const ratingParts = ['rating', 'reply'] as const
export type RatingPart = (typeof ratingParts)[number]

export const removalReasonSchema = requiredText(500, 'Please give a reason.')
