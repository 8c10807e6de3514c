import { z } from 'zod'
import {
  bookingInput,
  bookingLimit,
  homeErrors,
  homeInput,
  openingErrors,
} from '#/appointments/booking-input.ts'
import { searchErrors } from '#/appointments/errors.ts'
import { foundPage, searchFields } from '#/appointments/find.ts'
import { bookedSchema } from '#/appointments/shapes.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { limits, optionalText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { pictureErrors } from '#/kernel/pictures.ts'
import { verificationErrors } from '#/verification/contract.ts'
import { hourlyProfile, hourlyProfileInput } from '#/verification/profile.ts'
import { stylingErrors } from './errors.ts'
import { mostPets, services } from './rules.ts'
import { stylistSchema } from './shapes.ts'

export { refuse } from './errors.ts'
export type { Stylist } from './shapes.ts'

/** A stylist's own profile in any state; unfilled fields are null or empty. */
export const profileSchema = z.object({
  ...hourlyProfile,
  /** The services offered; the name is historical. */
  specializations: z.array(z.string()),
  /** Per appointment. */
  maxPets: z.int(),
})
export type StylistProfile = z.output<typeof profileSchema>

export const stylistProfileInput = z.object({
  ...hourlyProfileInput,
  specializations: z.array(z.enum(services)).min(1).max(services.length),
  maxPets: z.int().min(1).max(mostPets),
})
export type StylistInput = z.input<typeof stylistProfileInput>

export const stylingRequestSchema = z.object({
  ...bookingInput,
  ...homeInput,
  stylistId: idSchema('stylist'),
  pets: z
    .array(
      z.object({
        petId: idSchema('pet'),
        service: z.enum(services),
        coatNotes: optionalText(limits.short),
        biteNotes: optionalText(limits.short),
      }),
    )
    .min(1)
    .max(mostPets),
})
export type StylingRequest = z.output<typeof stylingRequestSchema>

export const stylingContract = {
  stylists: endpoint({
    method: 'GET',
    path: '/styling/stylists',
    summary: 'Finds stylists by words, place, service, price, rating and free days',
    access: 'signed-in',
    rows: 'listed stylists',
    input: z.object({
      ...searchFields,
      service: z.enum(services).optional(),
    }),
    output: foundPage(stylistSchema),
    errors: searchErrors,
  }),
  stylist: endpoint({
    method: 'GET',
    path: '/styling/stylists/{id}',
    summary: 'Returns one listed stylist',
    access: 'signed-in',
    rows: 'listed stylists',
    input: z.object({ id: idSchema('stylist') }),
    output: stylistSchema,
  }),
  book: endpoint({
    method: 'POST',
    path: '/styling/appointments',
    summary:
      'Books a slot with a stylist for as many pets as they take, at most five, each with a service; confirmed at once; the price is an estimate, paid on the spot; at most 20 times an hour',
    access: 'signed-in',
    named: true,
    rows: 'a new appointment of the caller with a listed stylist; the pets must be the caller’s own',
    limit: bookingLimit,
    input: stylingRequestSchema,
    output: bookedSchema,
    errors: { ...openingErrors, ...homeErrors, ...stylingErrors },
  }),
  profile: endpoint({
    method: 'GET',
    path: '/styling/profile',
    summary: 'Returns the caller’s profile as a stylist; null before the first save',
    access: 'signed-in',
    token: 'profile:read',
    rows: 'the caller’s own stylist record, in any state',
    input: z.object({}).optional(),
    output: profileSchema.nullable(),
  }),
  saveProfile: endpoint({
    method: 'PUT',
    path: '/styling/profile',
    summary: 'Saves the caller’s profile as a stylist',
    access: 'signed-in',
    rows: 'the caller’s own stylist record, created on the first save, and its photo',
    uploads: true,
    input: stylistProfileInput,
    output: profileSchema,
    errors: { ...pictureErrors, ...only(verificationErrors, 'verification.area_needed') },
  }),
}
