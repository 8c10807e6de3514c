import { z } from 'zod'
import { requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { complaintOutcomes } from './rules.ts'
import { cardSchema } from './shapes.ts'

/** A report as admins see it: what everyone sees, who wrote it, and who complained. */
export const deskPetReportSchema = cardSchema.omit({ distanceKm: true }).extend({
  reporter: z.object({ id: idSchema('user'), name: z.string() }),
  story: z.string().nullable(),
  complaints: z.array(
    z.object({
      id: idSchema('complaint'),
      reason: z.string(),
      at: z.date(),
      /** The words of somebody without an account, if the complaint is about those; `isThere` until they are removed. */
      sighting: z.object({ id: idSchema('report_entry'), text: z.string(), isThere: z.boolean() }).nullable(),
      /** Null while it is open. */
      closed: z.object({ at: z.date(), outcome: z.enum(complaintOutcomes) }).nullable(),
    }),
  ),
  removed: z.object({ at: z.date(), by: z.string(), reason: z.string() }).nullable(),
})
export type DeskPetReport = z.output<typeof deskPetReportSchema>

/** A comment or sighting under a report, as admins see it. */
export const deskEntrySchema = z.object({
  id: idSchema('report_entry'),
  kind: z.enum(['comment', 'sighting']),
  at: z.date(),
  /** Null for somebody without an account. */
  writer: z.object({ id: idSchema('user'), name: z.string() }).nullable(),
  /** With the place and the direction of a sighting. */
  text: z.string(),
})
export type DeskEntry = z.output<typeof deskEntrySchema>

export const petReportRemovalSchema = requiredText(500, 'Please give a reason.')
