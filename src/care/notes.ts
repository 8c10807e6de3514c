import { z } from 'zod'
import { trades } from '#/booking/trades.ts'
import { optionalLine, optionalText, requiredLine, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { speciesSchema } from '#/pets/contract.ts'
import { maxPounds } from '#/pets/rules.ts'
import { defaultMonths, findingRanges, noteLimits, noteStates, noteTypes } from './rules.ts'

export const typeSchema = z.enum(noteTypes)
const tradeSchema = z.enum(trades)
const shortText = optionalLine(noteLimits.short)
const longText = optionalText(noteLimits.text)

export const medicineInput = z.object({
  name: requiredLine(noteLimits.name),
  form: shortText,
  strength: shortText,
  dose: requiredLine(noteLimits.name),
  howOften: requiredLine(noteLimits.name),
  days: z.int().min(1).max(noteLimits.days).nullish(),
  refills: z.int().min(0).max(noteLimits.refills).default(0),
})

export const vaccinationInput = z.object({
  name: requiredLine(noteLimits.name),
  givenOn: daySchema,
  nextDueOn: daySchema.nullish(),
})

const whole = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max).nullish()
const { temperatureC, heartRate, breathingRate } = findingRanges

/** What a provider writes. All but its kind may be missing until it is signed. */
export const noteContent = {
  type: typeSchema,
  history: longText,
  temperatureC: z.number().min(temperatureC.min).max(temperatureC.max).multipleOf(0.1).nullish(),
  heartRate: whole(heartRate),
  breathingRate: whole(breathingRate),
  /** In pounds, to one decimal. */
  weightLbs: z.number().min(0.1).max(maxPounds).multipleOf(0.1).nullish(),
  assessment: longText,
  plan: longText,
  medicines: z.array(medicineInput).max(noteLimits.medicines).default([]),
  validMonths: z.int().min(1).max(noteLimits.months).default(defaultMonths),
  vaccinations: z.array(vaccinationInput).max(noteLimits.vaccinations).default([]),
  followUpOn: daySchema.nullish(),
}
export type NoteContent = z.output<z.ZodObject<typeof noteContent>>

/** What an owner writes, or says of an old paper. */
export const ownContent = {
  type: typeSchema,
  happenedOn: daySchema,
  text: requiredText(noteLimits.text),
}
export type OwnContent = z.output<z.ZodObject<typeof ownContent>>

export const medicineSchema = z.object({
  name: z.string(),
  form: z.string().nullable(),
  strength: z.string().nullable(),
  dose: z.string(),
  howOften: z.string(),
  days: z.int().nullable(),
  refills: z.int(),
})
export type Medicine = z.output<typeof medicineSchema>

export const vaccinationSchema = z.object({
  name: z.string(),
  givenOn: daySchema,
  nextDueOn: daySchema.nullable(),
})

export const petSchema = z.object({
  id: idSchema('pet'),
  name: z.string(),
  species: speciesSchema,
  breed: z.string().nullable(),
  photoUrl: z.string().nullable(),
})

/** Who wrote a note; of one that is signed, who signed it, by the number they had then. */
export const bySchema = z.object({
  side: z.enum(['owner', 'provider']),
  name: z.string(),
  trade: tradeSchema.nullable(),
  registrationNumber: z.string().nullable(),
})

const head = {
  type: typeSchema,
  state: z.enum(noteStates),
  happenedOn: daySchema,
  by: bySchema,
}

/** A note in the timeline. */
export const noteRowSchema = z.object({
  id: idSchema('visit note'),
  ...head,
  /** The beginning of what it comes down to. */
  excerpt: z.string(),
  medicines: z.int(),
  vaccinations: z.array(z.string()),
  files: z.int(),
})
export type NoteRow = z.output<typeof noteRowSchema>

const body = {
  ...head,
  /** When the visit began; null for what an owner keeps. */
  visit: z.object({ startsAt: z.date(), timeZone: z.string() }).nullable(),
  history: z.string().nullable(),
  temperatureC: z.number().nullable(),
  heartRate: z.int().nullable(),
  breathingRate: z.int().nullable(),
  weightLbs: z.number().nullable(),
  assessment: z.string().nullable(),
  plan: z.string().nullable(),
  medicines: z.array(medicineSchema),
  /** Until when the medicines can be bought; null before it is signed, and without any. */
  validUntil: daySchema.nullable(),
  vaccinations: z.array(vaccinationSchema),
  followUpOn: daySchema.nullable(),
  /** Their addresses work for some minutes. */
  files: z.array(
    z.object({
      id: idSchema('upload'),
      name: z.string(),
      contentType: z.string(),
      bytes: z.int(),
      url: z.string(),
    }),
  ),
  addenda: z.array(z.object({ id: idSchema('addendum'), text: z.string(), at: z.date() })),
  signedAt: z.date().nullable(),
}

export const noteSchema = z.object({
  id: idSchema('visit note'),
  ...body,
  pet: petSchema,
  bookingId: idSchema('booking').nullable(),
  validMonths: z.int(),
  /** What the caller may do with it now. */
  may: z.object({
    change: z.boolean(),
    sign: z.boolean(),
    addAddendum: z.boolean(),
    share: z.boolean(),
  }),
  /** Counts what was saved: a change names the one it was made on. */
  version: z.int(),
})
export type Note = z.output<typeof noteSchema>

/** What somebody with its link sees of a note: nothing of the owner, and no id of anything but its files. */
export const sharedNoteSchema = z.object({
  ...body,
  pet: petSchema.omit({ id: true, photoUrl: true }),
  linkEndsAt: z.date(),
})
export type SharedNote = z.output<typeof sharedNoteSchema>
