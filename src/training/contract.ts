import { z } from 'zod'
import {
  bookingInput,
  bookingLimit,
  homeErrors,
  homeInput,
  onlineInput,
  openingErrors,
} from '#/appointments/booking-input.ts'
import { searchErrors } from '#/appointments/errors.ts'
import { foundPage, meetingField, searchFields } from '#/appointments/find.ts'
import { refundPolicies } from '#/appointments/refunds.ts'
import { bookedSchema } from '#/appointments/shapes.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { idSchema } from '#/kernel/ids.ts'
import { pictureErrors } from '#/kernel/pictures.ts'
import { packagesErrors } from '#/packages/errors.ts'
import { sessionTypeSchema } from '#/packages/shapes.ts'
import { verificationErrors } from '#/verification/contract.ts'
import { hourlyProfile, hourlyProfileInput } from '#/verification/profile.ts'
import { profileErrors, trainingErrors } from './errors.ts'
import { specializations } from './rules.ts'
import { trainerSchema } from './shapes.ts'

export { refuse } from './errors.ts'
export type { Trainer } from './shapes.ts'

/** A trainer's own profile in any state; unfilled fields are null or empty. */
export const profileSchema = z.object({
  ...hourlyProfile,
  specializations: z.array(z.string()),
  offersInPerson: z.boolean(),
  offersOnline: z.boolean(),
  /** For sessions that are paid here. */
  refundPolicy: z.enum(refundPolicies),
})
export type TrainerProfile = z.output<typeof profileSchema>

export const trainerProfileInput = z.object({
  ...hourlyProfileInput,
  specializations: z.array(z.enum(specializations)).min(1).max(specializations.length),
  offersInPerson: z.boolean(),
  offersOnline: z.boolean(),
  refundPolicy: z.enum(refundPolicies),
})
export type TrainerInput = z.input<typeof trainerProfileInput>

const packageErrors = only(
  packagesErrors,
  'packages.not_active',
  'packages.none_left',
  'packages.other_length',
  'packages.other_type',
  'packages.disputed',
  'packages.not_covered',
)

export const sessionRequestSchema = z.object({
  ...bookingInput,
  ...onlineInput,
  ...homeInput,
  trainerId: idSchema('trainer'),
  petId: idSchema('pet').nullish(),
  /** The caller's own package of sessions with this trainer, so that there is nothing to pay. */
  packageId: idSchema('package').nullish(),
  sessionType: sessionTypeSchema,
  appointmentType: z.enum(['in_person', 'online_training']).default('in_person'),
})
export type SessionRequest = z.output<typeof sessionRequestSchema>

export const trainingContract = {
  trainers: endpoint({
    method: 'GET',
    path: '/training/trainers',
    summary: 'Finds trainers by words, place, price, rating and free days',
    access: 'signed-in',
    rows: 'listed trainers',
    input: z.object({
      ...searchFields,
      ...meetingField,
      specialization: z.enum(specializations).optional(),
    }),
    output: foundPage(trainerSchema),
    errors: searchErrors,
  }),
  trainer: endpoint({
    method: 'GET',
    path: '/training/trainers/{id}',
    summary: 'Returns one listed trainer',
    access: 'signed-in',
    rows: 'listed trainers',
    input: z.object({ id: idSchema('trainer') }),
    output: trainerSchema,
  }),
  book: endpoint({
    method: 'POST',
    path: '/training/appointments',
    summary:
      'Books a session from one of the fixed times to another, in person or online; the price is the trainer’s hourly rate by its length; at most 20 times an hour',
    access: 'signed-in',
    named: true,
    rows: 'a new appointment of the caller with a listed trainer, and what is to be paid for it; pet and payment method must be the caller’s own',
    limit: bookingLimit,
    input: sessionRequestSchema,
    output: bookedSchema,
    errors: { ...openingErrors, ...homeErrors, ...trainingErrors, ...packageErrors },
  }),
  profile: endpoint({
    method: 'GET',
    path: '/training/profile',
    summary: 'Returns the caller’s profile as a trainer; null before the first save',
    access: 'signed-in',
    token: 'profile:read',
    rows: 'the caller’s own trainer record, in any state',
    input: z.object({}).optional(),
    output: profileSchema.nullable(),
  }),
  saveProfile: endpoint({
    method: 'PUT',
    path: '/training/profile',
    summary: 'Saves the caller’s profile as a trainer',
    access: 'signed-in',
    rows: 'the caller’s own trainer record, created on the first save, and its photo',
    uploads: true,
    input: trainerProfileInput,
    output: profileSchema,
    errors: { ...profileErrors, ...pictureErrors, ...only(verificationErrors, 'verification.area_needed') },
  }),
}
