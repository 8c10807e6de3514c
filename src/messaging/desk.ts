import { z } from 'zod'
import { requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { bookingReportKinds, messageLimits, profileReportKinds, reportOutcomes } from './rules.ts'

// Reports as administrators see them; the admin domain decides who may.

const person = z.object({ id: idSchema('user'), name: z.string() })

/** A copied fact; `pictures` are addresses, whose files may have been removed since. */
export const evidenceSchema = z.object({
  label: z.string(),
  text: z.string(),
  /** Set instead of a text. */
  at: z.date().optional(),
  pictures: z.array(z.string()).optional(),
})
export type Evidence = z.output<typeof evidenceSchema>

export const reportSchema = z.object({
  id: idSchema('report'),
  at: z.date(),
  reason: z.string(),
  /** True for a report of the last message below, false for a report of the person or their profile. */
  isOfMessage: z.boolean(),
  reporter: person,
  reported: person,
  /** Set for a report of a provider's public profile; `provider` is null once they have deleted it. */
  profile: z
    .object({
      /** One of the kinds for bookings if both the booking and its provider have been deleted. */
      kind: z.enum([...new Set([...profileReportKinds, ...bookingReportKinds])]),
      provider: z.object({ id: idSchema('provider'), trade: z.string(), name: z.string() }).nullable(),
    })
    .nullable(),
  /** Null if nothing had been written yet, and for a report of a profile. */
  booking: z
    .object({
      id: idSchema('booking'),
      trade: z.string(),
      startsAt: z.date(),
      timeZone: z.string(),
      /** Set for a report of the booking's other side. */
      kind: z.enum(bookingReportKinds).nullable(),
    })
    .nullable(),
  /** The reported profile and booking at the time of the report. */
  evidence: z.array(evidenceSchema),
  /** The latest messages at the time of the report, oldest first. Picture addresses work for some minutes. */
  said: z.array(
    z.object({
      id: idSchema('message'),
      by: z.enum(['reporter', 'reported']),
      text: z.string().nullable(),
      at: z.date(),
      pictures: z.array(z.object({ id: idSchema('upload'), url: z.string() })),
    }),
  ),
  /** Null while the report is open. */
  resolved: z
    .object({ at: z.date(), by: z.string(), conclusion: z.string(), outcome: z.enum(reportOutcomes) })
    .nullable(),
})
export type Report = z.output<typeof reportSchema>

export const conclusionSchema = requiredText(messageLimits.reason, 'Please write what you concluded.')
