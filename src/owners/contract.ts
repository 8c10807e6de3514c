import { z } from 'zod'
import { endpoint } from '#/kernel/api.ts'
import { limits, optionalLine, optionalPhoneText, optionalText, requiredLine } from '#/kernel/fields.ts'

/** An owner's own profile. Nobody else sees the address here; bookings keep their own copy. The name is the account's. */
export const profileSchema = z.object({
  fullName: z.string(),
  phoneNumber: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  emergencyContactName: z.string().nullable(),
  emergencyContactPhone: z.string().nullable(),
})
export type OwnerProfile = z.output<typeof profileSchema>

export const ownerProfileInput = z.object({
  fullName: requiredLine(120),
  phoneNumber: optionalPhoneText,
  address: optionalText(limits.short),
  city: requiredLine(100),
  emergencyContactName: optionalLine(120),
  emergencyContactPhone: optionalPhoneText,
})
export type OwnerInput = z.input<typeof ownerProfileInput>

export const ownersContract = {
  profile: endpoint({
    method: 'GET',
    path: '/owners/profile',
    summary: 'Returns the caller’s profile as a pet owner',
    access: 'record:pet_owner',
    rows: 'the caller’s own owner record and name',
    input: z.object({}).optional(),
    output: profileSchema,
  }),
  saveProfile: endpoint({
    method: 'PUT',
    path: '/owners/profile',
    summary: 'Saves the caller’s profile as a pet owner',
    access: 'record:pet_owner',
    rows: 'the caller’s own owner record and name',
    input: ownerProfileInput,
    output: profileSchema,
  }),
}
