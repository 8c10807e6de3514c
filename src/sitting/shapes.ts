import { z } from 'zod'
import { foundFields } from '#/appointments/find.ts'
import { refundPolicies } from '#/appointments/refunds.ts'
import { moneySchema } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { clockTimeSchema, daySchema, WEEKDAYS } from '#/kernel/time.ts'
import { homeKinds, petSizes, schedules, services } from './rules.ts'

/** A listed sitter on a card. */
export const sitterSchema = z.object({
  id: idSchema('sitter'),
  fullName: z.string(),
  name: z.string(),
  location: z.string().nullable(),
  imageUrl: z.string().nullable(),
  /** In the sitter's order. */
  services: z.array(z.enum(services)),
  hourlyRate: moneySchema,
  nightlyRate: moneySchema.nullable(),
  experienceYears: z.int(),
  rating: z.number().nullable(),
  totalReviews: z.int(),
  photos: z.array(z.string()),
  maxPets: z.int(),
  sizesAccepted: z.array(z.enum(petSizes)),
  hasOwnPets: z.boolean(),
  isVerified: z.boolean(),
})
export type Sitter = z.output<typeof sitterSchema>

/** Why a sitter stands where they do among the best fits, the most telling first. */
export const fitReasons = [
  'booked_before',
  'no_own_pets',
  'no_children',
  'close_by',
  'well_rated',
  'low_price',
  'garden',
] as const
export type FitReason = (typeof fitReasons)[number]

export const foundSitterSchema = sitterSchema.extend({
  ...foundFields,
  /** Empty in other orders. */
  reasons: z.array(z.enum(fitReasons)),
})

/** A sitter's public reliability. */
export const reliabilitySchema = z.object({
  /** The number answered in time of the last 25 requests that were answered or waited 24 hours. Null before the first. */
  answers: z.object({ answered: z.int(), asked: z.int() }).nullable(),
  /**
   * The median time to an answer, without the hours from 21:00 to 8:00 on the sitter's clock. Null before the first.
   */
  answerMinutes: z.int().nullable(),
  /** Owners with two separate bookings that took place. */
  repeatOwners: z.int(),
  /** The number cancelled by the sitter of the last 25 accepted bookings that their owner didn't cancel. Null before the first. */
  cancellations: z.object({ cancelled: z.int(), bookings: z.int() }).nullable(),
})
export type Reliability = z.output<typeof reliabilitySchema>

/** A listed sitter on their own page, which anyone can read. */
export const sitterPageSchema = sitterSchema.extend({
  bio: z.string().nullable(),
  homeKind: z.enum(homeKinds).nullable(),
  hasGarden: z.boolean(),
  hasChildren: z.boolean(),
  isSmokeFree: z.boolean(),
  refundPolicy: z.enum(refundPolicies),
  timeZone: z.string(),
  minimumNoticeMinutes: z.int(),
  /** The weekly hours in words; null if the sitter can be asked for any time. */
  hours: z.string().nullable(),
  /** The day of the last verification. */
  verifiedOn: daySchema.nullable(),
  reliability: reliabilitySchema,
  /** True if owners pay here; otherwise the two sides settle payments. */
  isPaidHere: z.boolean(),
})
export type SitterPage = z.output<typeof sitterPageSchema>

export const sitterCalendarSchema = z.object({
  timeZone: z.string(),
  /** From the sitter's today. `full`: no place is left at some hour of that day; `closed`: no hours, but nights of a stay may include it. */
  days: z.array(z.object({ date: daySchema, state: z.enum(['free', 'full', 'away', 'closed']) })),
})
export type SitterCalendar = z.output<typeof sitterCalendarSchema>

/** Clock times between which a sitter works on a day; none if they don't. */
export const openTimesSchema = z.object({
  day: daySchema,
  times: z.array(z.object({ startTime: clockTimeSchema, endTime: clockTimeSchema })),
})

export const bookingRulesSchema = z.object({
  timeZone: z.string(),
  minimumNoticeMinutes: z.int(),
  maxPets: z.int(),
})
export type BookingRules = z.output<typeof bookingRulesSchema>

/** Days of a pause that were made again when it ended early, and days that weren't. */
export const resumedSchema = z.object({
  made: z.array(daySchema),
  left: z.array(z.object({ day: daySchema, reason: z.enum(['soon', 'away', 'closed', 'full', 'booked']) })),
})

/** A cancellation of several days, as it would be now. */
export const leavingSchema = z.object({
  days: z.array(daySchema),
  /** Payments for these days that aren't refunded yet. */
  paid: moneySchema,
  refund: moneySchema,
})
export type Leaving = z.output<typeof leavingSchema>

/** The days that a request would leave out, and whether it would be refused because this sitter is asked already. */
export const leftOutSchema = z.object({
  days: z.array(z.object({ day: daySchema, reason: z.enum(['away', 'closed', 'booked']) })),
  isAskedAlready: z.boolean(),
  /** The sitter's hours on the first day that is outside of them, if the request would be refused for it. */
  hours: openTimesSchema.nullable(),
})
export type Resumed = z.output<typeof resumedSchema>

/** Sitters to ask instead of one who cancelled, declined or let a request expire. */
export const replacementsSchema = z
  .object({
    service: z.enum(services),
    schedule: z.enum(schedules),
    startDate: daySchema,
    endDate: daySchema.nullable(),
    daysOfWeek: z.array(z.enum(WEEKDAYS)),
    startTime: clockTimeSchema,
    endTime: clockTimeSchema,
    petIds: z.array(idSchema('pet')),
    /** The place around which they were searched, as the first sitter wrote it. */
    near: z.string().nullable(),
    /** In km; null where no place of that name is known, so that the name was looked for. */
    within: z.int().nullable(),
    sitters: z.array(foundSitterSchema),
  })
  .nullable()
export type Replacements = z.output<typeof replacementsSchema>
