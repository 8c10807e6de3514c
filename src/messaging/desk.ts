import { z } from 'zod'
import { requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { messageLimits } from './rules.ts'

// What whoever runs the place sees of reports. Who may look is for the desk to say.

const person = z.object({ id: idSchema('user'), name: z.string() })

export const reportSchema = z.object({
  id: idSchema('report'),
  at: z.date(),
  reason: z.string(),
  /** Whether it is about the last message below, or about the person. */
  isOfMessage: z.boolean(),
  reporter: person,
  reported: person,
  /** Null when nothing had been written yet. */
  booking: z.object({ trade: z.string(), startsAt: z.date(), timeZone: z.string() }).nullable(),
  /** What was said last, oldest first, as it was when it was reported. The addresses of pictures work for some minutes. */
  said: z.array(
    z.object({
      id: idSchema('message'),
      by: z.enum(['reporter', 'reported']),
      text: z.string().nullable(),
      at: z.date(),
      pictures: z.array(z.object({ id: idSchema('upload'), url: z.string() })),
    }),
  ),
  /** Null while it waits. */
  resolved: z.object({ at: z.date(), by: z.string(), conclusion: z.string() }).nullable(),
})
export type Report = z.output<typeof reportSchema>

export const conclusionSchema = requiredText(messageLimits.reason, 'Please write what you concluded.')
