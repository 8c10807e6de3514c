import { z } from 'zod'
import { hourlyListedFields } from '#/appointments/listed.ts'
import { idSchema } from '#/kernel/ids.ts'

/** A listed stylist as every logged-in user sees them. */
export const stylistSchema = z.object({
  id: idSchema('stylist'),
  ...hourlyListedFields,
  /** Per appointment. */
  maxPets: z.int(),
})
export type Stylist = z.output<typeof stylistSchema>
