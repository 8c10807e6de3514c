import { z } from 'zod'
import { pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { shownFields } from '#/kernel/record-inputs.ts'
import { speciesSchema } from '#/pets/contract.ts'
import { cardFields, feedFields, privateFields, publicFields } from './fields.ts'
import { states, statuses } from './rules.ts'

const positionSchema = z.object({ lat: z.number(), lon: z.number() })

const base = {
  id: idSchema('pet_report'),
  status: z.enum(statuses),
  state: z.enum(states),
  /** No name: a found pet whose name isn't known. */
  ...shownFields(cardFields),
  species: speciesSchema,
  area: z.string(),
  photoUrl: z.string().nullable(),
  seenAt: z.date(),
  createdAt: z.date(),
}

export const cardSchema = z.object({
  ...base,
  /** In whole kilometres from the position searched around; null without one, or if the place has no position. */
  distanceKm: z.int().nullable(),
})
export type ReportCard = z.output<typeof cardSchema>

export const cardPageSchema = pageOf(cardSchema)

/** A report as programs of shelters read it. */
export const feedReportSchema = z.object({
  ...base,
  /** The path of the report's page, on this site. */
  path: z.string(),
  ...shownFields(feedFields),
  /** On a grid of about 300 m. */
  position: positionSchema.nullable(),
  updatedAt: z.date(),
})
export type FeedReport = z.output<typeof feedReportSchema>

const squareSchema = z.object({
  /** The middle of its reports. */
  position: positionSchema,
  count: z.int().min(1),
  /** The report that stands alone; null for several. */
  report: z
    .object({ ...base, photoUrl: z.string().nullable() })
    .omit({ state: true, createdAt: true })
    .nullable(),
})
export type MapSquare = z.output<typeof squareSchema>
export const mapSchema = z.object({ squares: z.array(squareSchema) })

export const matchSchema = cardSchema.extend({
  /** From 40 to 100. */
  score: z.int(),
  /** In words. */
  reasons: z.array(z.string()),
})

export const reportSchema = z.object({
  ...base,
  photos: z.array(z.string()),
  ...shownFields(publicFields),
  /** On a grid of about 300 m. */
  position: positionSchema.nullable(),
  /** The position is that of a place that was looked up, known to about a kilometre. */
  isRough: z.boolean(),
  closedAt: z.date().nullable(),
  reporter: z.string(),
  /** The reporter shares a phone number, the report is active and the caller is logged in. */
  sharesPhone: z.boolean(),
  /** A text of the report has a payment id, a phone number, an email address or a code. */
  isRisky: z.boolean(),
  isFollowed: z.boolean(),
  /** For the reporter only. */
  own: z
    .object({
      petId: idSchema('pet').nullable(),
      /** The report's own photos; without any, the pet's photo is shown. */
      photos: z.array(z.string()),
      position: positionSchema.nullable(),
      ...shownFields(privateFields),
      /** True while the weekly question is open. */
      isAsked: z.boolean(),
      staleAt: z.date(),
    })
    .nullable(),
})
export type Report = z.output<typeof reportSchema>

/** Somebody's place for alerts about lost pets, rounded to about a kilometre. */
export const alertPlaceSchema = z.object({
  area: z.string(),
  position: positionSchema,
  mutedSpecies: z.array(speciesSchema),
})
export type AlertPlace = z.output<typeof alertPlaceSchema>

export const contactSchema = z.object({
  /** Also the id of their thread of messages. */
  id: idSchema('contact'),
  /** The other side's first name. */
  with: z.string(),
  /** When the last message was written. */
  at: z.date(),
  unread: z.int(),
})
export type Contact = z.output<typeof contactSchema>

export const entryKinds = [
  'comment',
  'sighting',
  'updated',
  'renewed',
  'revived',
  'lapsed',
  'reunited',
  'withdrawn',
] as const

export const entrySchema = z.object({
  id: idSchema('report_entry'),
  kind: z.enum(entryKinds),
  at: z.date(),
  /** The writer's first name; null for changes by the clock and for people without an account. */
  by: z.string().nullable(),
  isReporter: z.boolean(),
  /** The caller may delete it. */
  mayRemove: z.boolean(),
  /** The caller may report its writer. */
  mayComplain: z.boolean(),
  /** For the reporter: whether they have blocked the writer; null if nobody can be blocked for it. */
  isBlocked: z.boolean().nullable(),
  text: z.string().nullable(),
  seenAt: z.date().nullable(),
  place: z.string().nullable(),
  direction: z.string().nullable(),
  photoUrl: z.string().nullable(),
  /** Exact for the reporter, on a grid of about 300 m for others. */
  position: positionSchema.nullable(),
  /** The confirmed number of somebody without an account, for the reporter and for 90 days. */
  phone: z.string().nullable(),
  /** The text has a payment id, a phone number, an email address or a code. */
  isRisky: z.boolean(),
})
export type Entry = z.output<typeof entrySchema>
