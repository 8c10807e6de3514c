import { z } from 'zod'
import { refundPolicies } from '#/appointments/refunds.ts'
import { endpoint } from '#/kernel/api.ts'
import { amountSchema, limits, optionalText, phoneText, photoFields, requiredLine } from '#/kernel/fields.ts'
import { leastPayment } from '#/kernel/money.ts'
import { pictureErrors } from '#/kernel/pictures.ts'

export const profileErrors = { 'veterinary.no_kind_of_visit': 'invalid' } as const

export const profileLimits = {
  fullName: 120,
  licenseId: 60,
  council: 120,
  text: limits.title,
  bio: limits.long,
}

/** Leaves out the text `availability`, because the working hours decide it. */
export const vetProfileSchema = z.object({
  fullName: z.string(),
  licenseId: z.string(),
  registrationCouncil: z.string().nullable(),
  specialization: z.string(),
  location: z.string(),
  phoneNumber: z.string().nullable(),
  /** In paise. */
  consultationFee: z.int().nullable(),
  refundPolicy: z.enum(refundPolicies),
  offersInPerson: z.boolean(),
  offersTeleconsultation: z.boolean(),
  bio: z.string().nullable(),
  imageUrl: z.string().nullable(),
})
export type VetProfile = z.output<typeof vetProfileSchema>

export const vetProfileInput = z.object({
  fullName: requiredLine(profileLimits.fullName),
  licenseId: requiredLine(profileLimits.licenseId),
  registrationCouncil: requiredLine(profileLimits.council),
  specialization: requiredLine(profileLimits.text),
  location: requiredLine(profileLimits.text),
  phoneNumber: phoneText,
  consultationFee: amountSchema.refine((fee) => fee === 0 || fee >= leastPayment).nullable(),
  /** For appointments booked from now on. */
  refundPolicy: z.enum(refundPolicies),
  offersInPerson: z.boolean(),
  offersTeleconsultation: z.boolean(),
  bio: optionalText(profileLimits.bio),
  ...photoFields,
})
export type VetInput = z.input<typeof vetProfileInput>

export const profileEndpoints = {
  profile: endpoint({
    method: 'GET',
    path: '/veterinary/profile',
    summary: 'Returns the caller’s profile as a vet; null before the first save',
    access: 'signed-in',
    token: 'profile:read',
    rows: 'the caller’s own vet record, whatever its state',
    input: z.object({}).optional(),
    output: vetProfileSchema.nullable(),
  }),
  saveProfile: endpoint({
    method: 'PUT',
    path: '/veterinary/profile',
    summary: 'Saves the caller’s profile as a vet; changes of verified facts have to be checked again',
    access: 'signed-in',
    rows: 'the caller’s own vet record, a new one the first time, and its photo',
    uploads: true,
    input: vetProfileInput,
    output: vetProfileSchema,
    errors: { ...pictureErrors, ...profileErrors },
  }),
}
