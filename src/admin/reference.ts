import { z } from 'zod'

/** An id, or a number that people know: of an order, a package or a receipt. */
export const byReference = z.object({ reference: z.string().min(1).max(60) })
