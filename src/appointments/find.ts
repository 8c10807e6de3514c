/** The search for providers, shared by every trade's list. */
import { z } from 'zod'
import { cursorSchema, limits, pageOf } from '#/kernel/fields.ts'
import { daySchema } from '#/kernel/time.ts'
import { degrees } from '#/location/contract.ts'

export const sorts = ['rating', 'distance', 'price'] as const
export type Sort = (typeof sorts)[number]

export const mostRadius = 100
export const mostDays = 31
/** The maximum number of days in a search. */
export const mostChosenDays = 14
/** Further words are ignored. */
export const mostWords = 6

/** Accepts a number, or its text from a URL. */
const number = (schema: z.ZodNumber) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,9}(\.\d)?$/)
        .transform(Number),
    ])
    .pipe(schema)

export const searchFields = {
  /** Words in name, specialities and place; all of them must match. */
  q: z.string().max(limits.title).optional(),
  location: z.string().max(limits.title).optional(),
  /** A position, with `within` kilometres around it; rounded to about a kilometre. */
  lat: degrees(90).optional(),
  lon: degrees(180).optional(),
  within: number(z.number().min(1).max(mostRadius)).optional(),
  /** In minor units. */
  maxPrice: number(z.int().min(0).max(999_999_998)).optional(),
  minRating: number(z.number().min(1).max(5)).optional(),
  /** A free time within this many days, starting today, on the provider's calendar. */
  freeWithin: number(z.int().min(1).max(mostDays)).optional(),
  /** A free time on one of these days. */
  freeOn: z.union([z.array(daySchema).max(mostChosenDays), daySchema.transform((day) => [day])]).optional(),
  sort: z.enum(sorts).optional(),
  cursor: cursorSchema,
}

/** For trades that also meet online. */
export const meetingField = { meeting: z.enum(['in_person', 'online']).optional() }

export type Search = z.output<z.ZodObject<typeof searchFields>> &
  z.output<z.ZodObject<typeof meetingField>> & { specialization?: string | undefined }

export const foundFields = {
  /** In whole kilometres from the position searched around; null without one, or if the provider's place isn't known. */
  distanceKm: z.int().nullable(),
}
export type Found = z.output<z.ZodObject<typeof foundFields>>

/**
 * A page can have fewer rows than others, or none, and yet have a next one: with `freeWithin` or `freeOn` each request
 * looks at a limited number of calendars, and with words of one or two letters at a limited number of providers.
 */
export const foundPage = <Shape extends z.ZodRawShape>(row: z.ZodObject<Shape>) =>
  pageOf(row.extend(foundFields))
