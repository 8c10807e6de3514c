/** The search for sitters: the shared fields, and those for sitters only. */
import { z } from 'zod'
import { searchFields } from '#/appointments/find.ts'
import { idSchema } from '#/kernel/ids.ts'
import { clockTimeSchema, daySchema, WEEKDAYS } from '#/kernel/time.ts'
import { mostYears } from '#/verification/rules.ts'
import { defaultTimes, mostPetsAsked, petSizes, schedules, services } from './rules.ts'

/** Accepts a list; a URL with one value has it without brackets. */
const some = <One extends z.ZodType<unknown, string>>(one: One, most: number) =>
  z.union([z.array(one).max(most), one.transform((value) => [value])])

export const petIdsSchema = some(idSchema('pet'), mostPetsAsked).default([])

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

export const planFields = {
  service: z.enum(services),
  schedule: z.enum(schedules).default('one-time'),
  startDate: daySchema,
  endDate: daySchema.nullish(),
  daysOfWeek: some(z.enum(WEEKDAYS), WEEKDAYS.length).default([]),
  startTime: clockTimeSchema.default(defaultTimes.startTime),
  endTime: clockTimeSchema.default(defaultTimes.endTime),
}

const { freeWithin: _, freeOn: __, ...shared } = searchFields

export const sitterSorts = ['fit', 'rating', 'distance', 'price'] as const

export const sitterSearchFields = {
  ...shared,
  ...planFields,
  service: planFields.service.optional(),
  /** Without dates, sitters are found whether they have room or not. */
  startDate: planFields.startDate.optional(),
  sort: z.enum(sitterSorts).optional(),
  /** The caller's own pets; sitters must accept enough pets of their sizes. */
  petIds: petIdsSchema,
  minYears: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,2}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(0).max(mostYears))
    .optional(),
  size: z.enum(petSizes).optional(),
  isVerified: flag.optional(),
  noOwnPets: flag.optional(),
}

const search = z.object(sitterSearchFields)
export type SitterSearch = z.output<typeof search>
export type SitterSearchInput = z.input<typeof search>
