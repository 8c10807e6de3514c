import { z } from 'zod'
import { bookingErrors } from '#/booking/contract.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, limits, pageOf, requiredLine, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { petCareSchema } from '#/pets/contract.ts'
import { veterinaryErrors } from './errors.ts'
import { longestFeedback } from './ratings.ts'
import { figuresSchema, movedSchema, visitSchema, weekEarningsSchema } from './shapes.ts'

const onlyThe = idSchema('vet appointment')
const moveErrors = only(bookingErrors, 'booking.move_not_allowed')

/** What a vet does with the visits of owners. */
export const visitEndpoints = {
  visits: endpoint({
    method: 'GET',
    path: '/veterinary/visits',
    summary:
      'The caller’s appointments as a vet: those waiting for an answer, who asked first; those to come; or the rest',
    access: 'record:veterinary_doctor',
    token: 'appointments:read',
    rows: 'appointments with the caller as the vet',
    input: z.object({ tab: z.enum(['requests', 'upcoming', 'past']), cursor: cursorSchema }),
    output: pageOf(visitSchema),
  }),
  today: endpoint({
    method: 'GET',
    path: '/veterinary/visits/today',
    summary:
      'The agreed visits of this day on the caller’s calendar as a vet, in order, those that are over too',
    access: 'record:veterinary_doctor',
    token: 'appointments:read',
    rows: 'appointments with the caller as the vet, on one day',
    input: z.object({}).optional(),
    output: z.object({ date: daySchema, timeZone: z.string(), rows: z.array(visitSchema) }),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/veterinary/figures',
    summary: 'The caller’s rating as a vet, and how many of a year’s requests they answered in time',
    access: 'record:veterinary_doctor',
    token: 'appointments:read',
    rows: 'none: only numbers, of the caller as the vet',
    input: z.object({}).optional(),
    output: figuresSchema,
  }),
  weekEarnings: endpoint({
    method: 'GET',
    path: '/veterinary/week-earnings',
    summary: 'What the caller has earned as a vet by the visits of this week, refunds taken off',
    access: 'record:veterinary_doctor',
    rows: 'none: only numbers, of the caller as the vet',
    input: z.object({}).optional(),
    output: weekEarningsSchema,
  }),
  visitPet: endpoint({
    method: 'GET',
    path: '/veterinary/visits/{id}/pet',
    summary: 'What a vet should know of the pet of a visit; without the number of its chip',
    access: 'record:veterinary_doctor',
    token: 'pets:read',
    rows: 'the pet of an appointment with the caller as the vet and links to its certificates, from acceptance to 14 days after its end',
    input: z.object({ id: onlyThe }),
    output: petCareSchema,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/veterinary/appointments/{id}/acceptance',
    summary: 'Accepts a request, unless a change of the vet’s profile is being checked',
    access: 'record:veterinary_doctor',
    token: 'appointments:write',
    rows: 'an appointment with the caller as the vet',
    input: z.object({ id: onlyThe }),
    output: movedSchema,
    errors: { ...moveErrors, ...only(veterinaryErrors, 'veterinary.being_checked') },
  }),
  decline: endpoint({
    method: 'POST',
    path: '/veterinary/appointments/{id}/refusal',
    summary: 'Declines a request, saying why',
    access: 'record:veterinary_doctor',
    token: 'appointments:write',
    rows: 'an appointment with the caller as the vet',
    input: z.object({ id: onlyThe, reason: requiredText(limits.short) }),
    output: movedSchema,
    errors: moveErrors,
  }),
  complete: endpoint({
    method: 'POST',
    path: '/veterinary/appointments/{id}/completion',
    summary: 'Marks a visit as done, once it has started',
    access: 'record:veterinary_doctor',
    token: 'appointments:write',
    rows: 'an appointment with the caller as the vet',
    input: z.object({ id: onlyThe }),
    output: movedSchema,
    errors: moveErrors,
  }),
  reportNoShow: endpoint({
    method: 'POST',
    path: '/veterinary/appointments/{id}/no-show',
    summary:
      'Reports that the owner did not come, from 15 minutes after the start; not once the owner has said so of the vet',
    access: 'record:veterinary_doctor',
    rows: 'an appointment with the caller as the vet',
    input: z.object({ id: onlyThe }),
    output: movedSchema,
    errors: only(bookingErrors, 'booking.move_not_allowed', 'booking.absence_claimed'),
  }),
  denyAbsence: endpoint({
    method: 'POST',
    path: '/veterinary/appointments/{id}/attendance',
    summary: 'Says that the vet did come, where the owner reported that they did not or contested a no-show',
    access: 'record:veterinary_doctor',
    rows: 'an appointment with the caller as the vet',
    input: z.object({ id: onlyThe }),
    output: movedSchema,
    errors: moveErrors,
  }),
  concedeAbsence: endpoint({
    method: 'POST',
    path: '/veterinary/appointments/{id}/concession',
    summary:
      'Agrees with the owner who reported that the vet did not come or contested a no-show: it is cancelled and refunded in full',
    access: 'record:veterinary_doctor',
    rows: 'an appointment with the caller as the vet',
    input: z.object({ id: onlyThe }),
    output: movedSchema,
    errors: moveErrors,
  }),
  replaceContactLink: endpoint({
    method: 'PUT',
    path: '/veterinary/appointments/{id}/contact-link',
    summary: 'Puts another meeting link or number in the place of the owner’s',
    access: 'record:veterinary_doctor',
    rows: 'a teleconsultation to come with the caller as the vet',
    input: z.object({ id: onlyThe, contactLink: requiredLine(limits.short) }),
    output: done,
  }),
  reply: endpoint({
    method: 'POST',
    path: '/veterinary/ratings/{id}/reply',
    summary: 'Answers a rating in public, once',
    access: 'record:veterinary_doctor',
    rows: 'a rating of the caller as the vet',
    input: z.object({ id: idSchema('rating'), reply: requiredText(longestFeedback) }),
    output: done,
    errors: only(veterinaryErrors, 'veterinary.already_replied'),
  }),
}
