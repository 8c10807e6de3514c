import { z } from 'zod'
import { requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { incidentKinds, severities } from './incidents.ts'

const person = z.object({ id: idSchema('user'), name: z.string() })

export const deskIncidentSchema = z.object({
  id: idSchema('incident'),
  at: z.date(),
  bookingId: idSchema('booking'),
  pet: z.string(),
  owner: person,
  provider: person,
  kind: z.enum(incidentKinds),
  severity: z.enum(severities),
  happened: z.string(),
  done: z.string(),
  answer: z.string().nullable(),
  answeredAt: z.date().nullable(),
  addenda: z.array(z.object({ id: idSchema('addendum'), text: z.string(), at: z.date() })),
  removed: z.object({ at: z.date(), by: z.string(), reason: z.string() }).nullable(),
})
export type DeskIncident = z.output<typeof deskIncidentSchema>

export const incidentRemovalSchema = requiredText(500, 'Please give a reason.')
