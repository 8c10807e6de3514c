import { z } from 'zod'
import { bookingErrors, slotChoice } from '#/booking/contract.ts'
import { anyProvider, trades } from '#/booking/trades.ts'
import { endpoint, only } from '#/kernel/api.ts'
import {
  cursorSchema,
  done,
  limits,
  optionalText,
  pageOf,
  requiredLine,
  requiredText,
} from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { petCareSchema } from '#/pets/contract.ts'
import { appointmentErrors } from './errors.ts'
import { onlyOne, seriesInput } from './series.ts'
import { figuresSchema, listedVisitSchema, movedSchema, visitSchema, weekEarningsSchema } from './shapes.ts'

const onlyThe = z.object({ id: idSchema('appointment') })
const moveErrors = only(appointmentErrors, 'appointments.move_not_allowed')

/** Each tells the owner, so a stay can't be ended and resumed again and again. */
const earlyEndLimit = { name: 'early end', by: 'user', max: 20, windowSeconds: 3600 } as const

/** Each asks an owner. */
const proposalLimit = { name: 'proposal', by: 'user', max: 20, windowSeconds: 3600 } as const

/** Endpoints for providers. */
export const visitEndpoints = {
  visits: endpoint({
    method: 'GET',
    path: '/appointments/visits',
    summary:
      'Lists the caller’s appointments as a provider: requests, oldest first; upcoming ones, soonest first; or the others, newest first',
    access: anyProvider,
    token: 'appointments:read',
    rows: 'appointments with the caller as the provider; the owner’s home address from the confirmation until 14 days after the end',
    input: z.object({
      tab: z.enum(['requests', 'upcoming', 'past']),
      trade: z.enum(trades).optional(),
      ...seriesInput,
      ...onlyOne,
      cursor: cursorSchema,
    }),
    output: pageOf(listedVisitSchema),
  }),
  today: endpoint({
    method: 'GET',
    path: '/appointments/visits/today',
    summary:
      'Lists today’s confirmed appointments on the caller’s calendar, in order, including those that are over',
    access: anyProvider,
    token: 'appointments:read',
    rows: 'appointments with the caller as the provider, on one day',
    input: z.object({}).optional(),
    output: z.object({ date: daySchema, timeZone: z.string(), rows: z.array(visitSchema) }),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/appointments/figures',
    summary:
      'Returns the caller’s rating as a provider, and how many of a year’s requests they answered in time, in their current role or else in all',
    access: anyProvider,
    token: 'appointments:read',
    rows: 'none: only numbers, of the caller as the provider',
    input: z.object({}).optional(),
    output: figuresSchema,
  }),
  weekEarnings: endpoint({
    method: 'GET',
    path: '/appointments/week-earnings',
    summary:
      'Returns the caller’s earnings from this week’s appointments, including sessions of packages, after refunds, and the prices of completed ones paid on the spot',
    access: anyProvider,
    rows: 'none: only numbers, of the caller as the provider',
    input: z.object({}).optional(),
    output: weekEarningsSchema,
  }),
  visitPet: endpoint({
    method: 'GET',
    path: '/appointments/visits/{id}/pet',
    summary: 'Returns an appointment’s pet for its provider, without the microchip number',
    access: anyProvider,
    token: 'pets:read',
    rows: 'the pet of an appointment with the caller as the provider and links to its certificates, from acceptance to 14 days after the end',
    input: onlyThe.extend({ petId: idSchema('pet').optional() }),
    output: petCareSchema,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/appointments/{id}/acceptance',
    summary:
      'Accepts a request, unless a change of the provider’s profile is being checked or they have confirmed neither email nor phone',
    access: anyProvider,
    token: 'appointments:write',
    rows: 'an appointment with the caller as the provider',
    input: onlyThe,
    output: movedSchema,
    errors: only(
      appointmentErrors,
      'appointments.move_not_allowed',
      'appointments.being_checked',
      'appointments.confirm_first',
      'appointments.no_longer_free',
      'appointments.outside_hours',
    ),
  }),
  decline: endpoint({
    method: 'POST',
    path: '/appointments/{id}/refusal',
    summary: 'Declines a request, with a reason',
    access: anyProvider,
    token: 'appointments:write',
    rows: 'an appointment with the caller as the provider',
    input: onlyThe.extend({ reason: requiredText(limits.short) }),
    output: movedSchema,
    errors: moveErrors,
  }),
  complete: endpoint({
    method: 'POST',
    path: '/appointments/{id}/completion',
    summary:
      'Marks an appointment as done, once it has started, and a stay on its last day. While a change of the profile is being checked, only one that was accepted',
    access: anyProvider,
    token: 'appointments:write',
    rows: 'an appointment with the caller as the provider',
    input: onlyThe,
    output: movedSchema,
    errors: only(
      appointmentErrors,
      'appointments.move_not_allowed',
      'appointments.being_checked',
      'appointments.confirm_first',
      'appointments.not_last_day',
    ),
  }),
  endEarly: endpoint({
    method: 'POST',
    path: '/appointments/{id}/early-end',
    summary:
      'Ends a stay before its last day: the owner is asked, and its places stay taken until they agree or it would have ended',
    access: anyProvider,
    rows: 'an appointment with the caller as the provider',
    limit: earlyEndLimit,
    input: onlyThe,
    output: movedSchema,
    errors: moveErrors,
  }),
  resumeStay: endpoint({
    method: 'POST',
    path: '/appointments/{id}/early-end/return',
    summary: 'Takes a stay’s early end back, until the owner has agreed or made a claim, and tells the owner',
    access: anyProvider,
    rows: 'an appointment with the caller as the provider',
    limit: earlyEndLimit,
    input: onlyThe,
    output: movedSchema,
    errors: moveErrors,
  }),
  disputeEarlyEnd: endpoint({
    method: 'POST',
    path: '/appointments/{id}/early-end/objection',
    summary:
      'Says that the owner agreed to the early end of a stay or asked for it, after they claimed that the provider left early: an administrator decides',
    access: anyProvider,
    rows: 'an appointment with the caller as the provider',
    input: onlyThe,
    output: movedSchema,
    errors: moveErrors,
  }),
  reportNoShow: endpoint({
    method: 'POST',
    path: '/appointments/{id}/no-show',
    summary:
      'Reports that the owner did not come, from 15 minutes after the start, unless the owner has reported the provider first',
    access: anyProvider,
    rows: 'an appointment with the caller as the provider',
    input: onlyThe,
    output: movedSchema,
    errors: only(appointmentErrors, 'appointments.move_not_allowed', 'appointments.absence_claimed'),
  }),
  denyAbsence: endpoint({
    method: 'POST',
    path: '/appointments/{id}/attendance',
    summary:
      'Says that the provider did come, after the owner reported that they did not or contested a no-show',
    access: anyProvider,
    rows: 'an appointment with the caller as the provider',
    input: onlyThe,
    output: movedSchema,
    errors: moveErrors,
  }),
  concedeAbsence: endpoint({
    method: 'POST',
    path: '/appointments/{id}/concession',
    summary:
      'Agrees with the owner’s report or contest: the appointment is cancelled and refunded in full, a stay that was ended early for the nights left',
    access: anyProvider,
    rows: 'an appointment with the caller as the provider',
    input: onlyThe,
    output: movedSchema,
    errors: moveErrors,
  }),
  propose: endpoint({
    method: 'POST',
    path: '/appointments/{id}/proposal',
    summary:
      'Proposes another time of the same length to the owner, three times at most for one appointment; it’s held until they answer, a day at most, and the booked time stays until then',
    access: anyProvider,
    rows: 'an appointment with the caller as the provider',
    limit: proposalLimit,
    input: onlyThe.extend({ slot: slotChoice, note: optionalText(limits.short) }),
    output: movedSchema,
    errors: {
      ...only(
        appointmentErrors,
        'appointments.move_not_allowed',
        'appointments.being_checked',
        'appointments.not_listed',
        'appointments.proposal_open',
        'appointments.too_many_proposals',
      ),
      ...bookingErrors,
    },
  }),
  withdrawProposal: endpoint({
    method: 'POST',
    path: '/appointments/{id}/proposal/withdrawal',
    summary: 'Takes a proposed time back before its owner has answered',
    access: anyProvider,
    rows: 'an appointment with the caller as the provider',
    input: onlyThe,
    output: movedSchema,
    errors: moveErrors,
  }),
  replaceContactLink: endpoint({
    method: 'PUT',
    path: '/appointments/{id}/contact-link',
    summary: 'Replaces the owner’s meeting link or number',
    access: anyProvider,
    rows: 'an online appointment to come with the caller as the provider',
    input: onlyThe.extend({ contactLink: requiredLine(limits.short) }),
    output: done,
  }),
}
