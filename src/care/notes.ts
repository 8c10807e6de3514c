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

export const homeworkInput = z.object({
  exercise: requiredLine(noteLimits.name),
  howOften: requiredLine(noteLimits.name),
  howLong: optionalLine(noteLimits.name),
})

const whole = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max).nullish()
const { temperatureC, heartRate, breathingRate } = findingRanges

/**
 * A provider's note. Everything except the type may be missing until it is signed. Training notes have homework, but no
 * findings, medicines or vaccinations; grooming notes have products and behaviour instead, and no plan.
 */
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
  products: longText,
  behaviour: longText,
  homework: z.array(homeworkInput).max(noteLimits.homework).default([]),
  medicines: z.array(medicineInput).max(noteLimits.medicines).default([]),
  validMonths: z.int().min(1).max(noteLimits.months).default(defaultMonths),
  vaccinations: z.array(vaccinationInput).max(noteLimits.vaccinations).default([]),
  followUpOn: daySchema.nullish(),
}
export type NoteContent = z.output<z.ZodObject<typeof noteContent>>

/** An owner's own note, or the description of an old record. */
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

export const homeworkSchema = z.object({
  exercise: z.string(),
  howOften: z.string(),
  howLong: z.string().nullable(),
})
export type Homework = z.output<typeof homeworkSchema>

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

/** The writer; for a signed note the signer, with their registration number at that time. */
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

export const noteRowSchema = z.object({
  id: idSchema('visit note'),
  ...head,
  excerpt: z.string(),
  medicines: z.int(),
  vaccinations: z.array(z.string()),
  /** The exercises. */
  homework: z.array(z.string()),
  files: z.int(),
})
export type NoteRow = z.output<typeof noteRowSchema>

const body = {
  ...head,
  /** Null for an owner's own note. */
  visit: z.object({ startsAt: z.date(), timeZone: z.string() }).nullable(),
  history: z.string().nullable(),
  temperatureC: z.number().nullable(),
  heartRate: z.int().nullable(),
  breathingRate: z.int().nullable(),
  weightLbs: z.number().nullable(),
  assessment: z.string().nullable(),
  plan: z.string().nullable(),
  products: z.string().nullable(),
  behaviour: z.string().nullable(),
  homework: z.array(homeworkSchema),
  medicines: z.array(medicineSchema),
  /** The last day the medicines can be bought; null before signing, and without medicines. */
  validUntil: daySchema.nullable(),
  vaccinations: z.array(vaccinationSchema),
  followUpOn: daySchema.nullable(),
  /** The addresses work for some minutes. */
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
  may: z.object({
    change: z.boolean(),
    sign: z.boolean(),
    addAddendum: z.boolean(),
    share: z.boolean(),
  }),
  /** Counts saves; a change names the version it is based on. */
  version: z.int(),
})
export type Note = z.output<typeof noteSchema>

/** A note as its link shows it: nothing about the owner, and no ids except the files'. */
export const sharedNoteSchema = z.object({
  ...body,
  pet: petSchema.omit({ id: true, photoUrl: true }),
  linkEndsAt: z.date(),
})
export type SharedNote = z.output<typeof sharedNoteSchema>
