import { z } from 'zod'
import { openDaysSchema, slotsSchema } from '#/booking/contract.ts'
import { endpoint } from '#/kernel/api.ts'
import { cursorSchema, limits, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { appointmentEndpoints } from './appointment-endpoints.ts'
import { profileEndpoints } from './profile.ts'
import { countsSchema, petClashSchema, reviewSchema, vetSchema } from './shapes.ts'
import { visitEndpoints } from './visit-endpoints.ts'

export { refuse, refuseBooking, veterinaryErrors } from './errors.ts'
export type {
  Appointment,
  Change,
  Counts,
  PetClash,
  Review,
  Vet,
  VetFigures,
  Visit,
  WeekEarnings,
} from './shapes.ts'

export const veterinaryContract = {
  vets: endpoint({
    method: 'GET',
    path: '/veterinary/vets',
    summary: 'Finds vets by place and specialization, best rated first',
    access: 'signed-in',
    rows: 'verified vets',
    input: z.object({
      location: z.string().max(limits.title).optional(),
      specialization: z.string().max(limits.title).optional(),
      cursor: cursorSchema,
    }),
    output: pageOf(vetSchema),
  }),
  vet: endpoint({
    method: 'GET',
    path: '/veterinary/vets/{id}',
    summary: 'One vet',
    access: 'signed-in',
    rows: 'verified vets',
    input: z.object({ id: idSchema('vet') }),
    output: vetSchema,
  }),
  counts: endpoint({
    method: 'GET',
    path: '/veterinary/counts',
    summary: 'How many vets are listed, in how many cities, and how many visits took place; some minutes old',
    access: 'anyone',
    rows: 'none: only numbers, of verified vets and completed appointments',
    input: z.object({}).optional(),
    output: countsSchema,
  }),
  openDays: endpoint({
    method: 'GET',
    path: '/veterinary/vets/{id}/days',
    summary: 'The days of the booking window and what can be done on them',
    access: 'signed-in',
    token: 'availability:read',
    rows: 'the calendar of a verified vet, without whose bookings they are',
    input: z.object({ id: idSchema('vet') }),
    output: openDaysSchema,
  }),
  slots: endpoint({
    method: 'GET',
    path: '/veterinary/vets/{id}/days/{date}/slots',
    summary: 'The free slots of one day',
    access: 'signed-in',
    token: 'availability:read',
    rows: 'the calendar of a verified vet, without whose bookings they are',
    input: z.object({ id: idSchema('vet'), date: daySchema }),
    output: slotsSchema,
  }),
  petClash: endpoint({
    method: 'GET',
    path: '/veterinary/pets/{petId}/clash',
    summary: 'What a pet has at a time already; for a warning before it is booked twice',
    access: 'signed-in',
    rows: 'an open appointment of the caller’s own pet',
    input: z.object({
      petId: idSchema('pet'),
      startsAt: z.iso.datetime().max(40),
      endsAt: z.iso.datetime().max(40),
    }),
    output: petClashSchema,
  }),
  reviews: endpoint({
    method: 'GET',
    path: '/veterinary/vets/{id}/ratings',
    summary: 'What owners said of a vet, the latest first',
    access: 'signed-in',
    rows: 'ratings of a verified vet, with the first names of who wrote them',
    input: z.object({ id: idSchema('vet'), cursor: cursorSchema }),
    output: pageOf(reviewSchema),
  }),
  ...appointmentEndpoints,
  ...visitEndpoints,
  ...profileEndpoints,
}
