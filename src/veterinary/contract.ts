import { z } from 'zod'
import { bookingInput, bookingLimit, onlineInput, openingErrors } from '#/appointments/booking-input.ts'
import { searchErrors } from '#/appointments/errors.ts'
import { foundPage, meetingField, searchFields } from '#/appointments/find.ts'
import { bookedSchema } from '#/appointments/shapes.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { limits } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { veterinaryErrors } from './errors.ts'
import { profileEndpoints } from './profile.ts'
import { vetSchema } from './shapes.ts'

export { refuse, veterinaryErrors } from './errors.ts'
export type { Vet } from './shapes.ts'

export const visitRequestSchema = z.object({
  ...bookingInput,
  ...onlineInput,
  vetId: idSchema('vet'),
  petId: idSchema('pet').nullish(),
  preferredContact: z.enum(['phone', 'email']).default('phone'),
  appointmentType: z.enum(['in_person', 'teleconsultation']).default('in_person'),
})
export type VisitRequest = z.output<typeof visitRequestSchema>

export const veterinaryContract = {
  vets: endpoint({
    method: 'GET',
    path: '/veterinary/vets',
    summary: 'Finds vets by words, place, price, rating and free days',
    access: 'signed-in',
    rows: 'verified vets',
    input: z.object({
      ...searchFields,
      ...meetingField,
      specialization: z.string().max(limits.title).optional(),
    }),
    output: foundPage(vetSchema),
    errors: searchErrors,
  }),
  vet: endpoint({
    method: 'GET',
    path: '/veterinary/vets/{id}',
    summary: 'Returns one listed vet',
    access: 'signed-in',
    rows: 'verified vets',
    input: z.object({ id: idSchema('vet') }),
    output: vetSchema,
  }),
  book: endpoint({
    method: 'POST',
    path: '/veterinary/appointments',
    summary: 'Books an in-person visit or a teleconsultation at the vet’s fee, at most 20 times an hour',
    access: 'signed-in',
    named: true,
    rows: 'a new appointment of the caller with a verified vet, and what is to be paid for it; pet and payment method must be the caller’s own',
    limit: bookingLimit,
    input: visitRequestSchema,
    output: bookedSchema,
    errors: {
      ...openingErrors,
      ...only(veterinaryErrors, 'veterinary.not_in_person', 'veterinary.not_teleconsultation'),
    },
  }),
  ...profileEndpoints,
}
