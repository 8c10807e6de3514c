import { z } from 'zod'
import { isAccepted, type Phase } from '#/appointments/rules.ts'
import { trades } from '#/booking/trades.ts'
import { HOUR } from '#/kernel/duration.ts'
import { requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { mayReadCare } from '#/pets/rules.ts'
import { petSchema } from './notes.ts'
import { incidentLimits, mayWriteOf } from './rules.ts'

export const incidentKinds = ['bite', 'escape', 'injury', 'allergy', 'other'] as const
export type IncidentKind = (typeof incidentKinds)[number]
export const severities = ['minor', 'moderate', 'serious'] as const
export type Severity = (typeof severities)[number]

export const kindText: Readonly<Record<IncidentKind, string>> = {
  bite: 'Bite',
  escape: 'Escape attempt',
  injury: 'Injury',
  allergy: 'Allergic reaction',
  other: 'Something else',
}
export const severityText: Readonly<Record<Severity, string>> = {
  minor: 'Minor',
  moderate: 'Moderate',
  serious: 'Serious',
}

/** Its author can correct an incident for this long, unless the owner has answered. */
const correctionHours = 24

export const mayCorrect = (incident: { createdAt: Date; answeredAt: Date | null }, now: Date) =>
  incident.answeredAt === null && now.getTime() < incident.createdAt.getTime() + correctionHours * HOUR

/** An incident can be noted once a visit has begun, as long as its provider may read the pet's care instructions. */
export const mayNoteIncident = (
  { phase, startsAt, endsAt }: { phase: Phase; startsAt: Date; endsAt: Date },
  now: Date,
) => mayWriteOf({ phase, startsAt }, now) && mayReadCare({ isAccepted: isAccepted(phase), endsAt }, now)

const incidentText = requiredText(incidentLimits.text)

export const incidentContent = {
  kind: z.enum(incidentKinds),
  severity: z.enum(severities),
  /** Read by the owner. */
  happened: incidentText,
  /** The provider's response. */
  done: incidentText,
}
export type IncidentContent = z.output<z.ZodObject<typeof incidentContent>>

export const incidentAnswer = incidentText

export const incidentSchema = z.object({
  id: idSchema('incident'),
  bookingId: idSchema('booking'),
  pet: petSchema,
  by: z.object({ name: z.string(), trade: z.enum(trades) }),
  visit: z.object({ startsAt: z.date(), timeZone: z.string() }),
  kind: z.enum(incidentKinds),
  severity: z.enum(severities),
  happened: z.string(),
  done: z.string(),
  /** The owner's; null also for an author who had blocked them. */
  answer: z.string().nullable(),
  answeredAt: z.date().nullable(),
  addenda: z.array(z.object({ id: idSchema('addendum'), text: z.string(), at: z.date() })),
  createdAt: z.date(),
  /** Counts corrections; a correction and an answer name the version they are based on. */
  version: z.int(),
  may: z.object({ correct: z.boolean(), answer: z.boolean(), addAddendum: z.boolean() }),
})
export type Incident = z.output<typeof incidentSchema>

export const incidentRowSchema = z.object({
  id: idSchema('incident'),
  bookingId: idSchema('booking'),
  petId: idSchema('pet'),
  kind: z.enum(incidentKinds),
  severity: z.enum(severities),
  isAnswered: z.boolean(),
})
