import { z } from 'zod'
import { idSchema } from '#/kernel/ids.ts'

/** A provider who can be paid out something, as the desk sees them; amounts in minor units. */
export const payableSchema = z.object({
  id: idSchema('user'),
  name: z.string(),
  currency: z.string(),
  available: z.int(),
  owed: z.int(),
  disputed: z.int(),
})
export type Payable = z.output<typeof payableSchema>
