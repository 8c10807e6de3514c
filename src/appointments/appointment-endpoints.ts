import { z } from 'zod'
import { bookingErrors, slotChoice } from '#/booking/contract.ts'
import { trades } from '#/booking/trades.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, limits, optionalText, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { appointmentErrors } from './errors.ts'
import { onlyOne, seriesInput } from './series.ts'
import {
  appointmentSchema,
  changeSchema,
  clashTimesSchema,
  countsSchema,
  listedAppointmentSchema,
  movedSchema,
  petClashSchema,
} from './shapes.ts'

const onlyThe = z.object({ id: idSchema('appointment') })
const slotErrors = only(
  bookingErrors,
  'booking.slot_taken',
  'booking.not_a_slot',
  'booking.holiday',
  'booking.past',
  'booking.too_soon',
  'booking.outside_window',
)
const moveErrors = only(appointmentErrors, 'appointments.move_not_allowed')

const ofProposal = onlyThe.extend({ proposalId: idSchema('proposal') })
const proposalErrors = only(appointmentErrors, 'appointments.move_not_allowed', 'appointments.proposal_over')

/** Endpoints for owners, and those that both sides share. */
export const appointmentEndpoints = {
  appointments: endpoint({
    method: 'GET',
    path: '/appointments',
    summary:
      'Lists the caller’s appointments as an owner: upcoming ones, soonest first, or the others, newest first',
    access: 'record:pet_owner',
    token: 'appointments:read',
    rows: 'appointments the caller booked',
    input: z.object({
      tab: z.enum(['upcoming', 'past']),
      trade: z.enum(trades).optional(),
      ...seriesInput,
      ...onlyOne,
      cursor: cursorSchema,
      limit: z.coerce.number().int().min(1).max(20).optional(),
    }),
    output: pageOf(listedAppointmentSchema),
  }),
  kinds: endpoint({
    method: 'GET',
    path: '/appointments/kinds',
    summary: 'Lists the trades in which the caller has booked appointments, in any state',
    access: 'record:pet_owner',
    token: 'appointments:read',
    rows: 'appointments the caller booked',
    input: z.object({}).optional(),
    output: z.object({ trades: z.array(z.enum(trades)) }),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/appointments/counts',
    summary:
      'Counts listed providers of each trade, their cities, and completed appointments; updated every few minutes',
    access: 'anyone',
    rows: 'none: only numbers, of listed providers and completed appointments',
    input: z.object({}).optional(),
    output: countsSchema,
  }),
  petClash: endpoint({
    method: 'GET',
    path: '/appointments/pet-clash',
    summary: 'Finds an open appointment of a pet at any of up to 31 times, to warn before a double booking',
    access: 'signed-in',
    rows: 'an open appointment of the caller’s own pet',
    input: z.object({
      petId: idSchema('pet'),
      times: clashTimesSchema,
      /** The provider who is asked, if the form says itself what is booked with them. */
      exceptProviderId: idSchema('provider').optional(),
    }),
    output: petClashSchema,
  }),
  history: endpoint({
    method: 'GET',
    path: '/appointments/{id}/history',
    summary: 'Lists an appointment’s changes with author and time, latest first, 50 at most',
    access: 'signed-in',
    token: 'appointments:read',
    rows: 'an appointment the caller booked, or is the provider of',
    input: onlyThe,
    output: z.object({ rows: z.array(changeSchema) }),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/appointments/{id}/cancellation',
    summary: 'Cancels an appointment, as its owner or as its provider',
    access: 'signed-in',
    token: 'appointments:write',
    rows: 'an appointment the caller booked, or is the provider of',
    input: onlyThe.extend({ reason: optionalText(limits.short) }),
    output: movedSchema,
    errors: only(appointmentErrors, 'appointments.move_not_allowed', 'appointments.under_way'),
  }),
  reschedule: endpoint({
    method: 'POST',
    path: '/appointments/{id}/rescheduling',
    summary:
      'Reschedules an appointment with the same provider, twice at most and up to 24 hours before; a planned charge moves along',
    access: 'signed-in',
    rows: 'an appointment the caller booked',
    input: onlyThe.extend({ slot: slotChoice }),
    output: appointmentSchema,
    errors: {
      ...only(appointmentErrors, 'appointments.move_not_allowed', 'appointments.bank_deciding'),
      ...slotErrors,
    },
  }),
  takeProposal: endpoint({
    method: 'POST',
    path: '/appointments/{id}/proposal/acceptance',
    summary:
      'Moves an appointment to the time that its provider proposed; a planned charge moves along, and a request is confirmed',
    access: 'signed-in',
    rows: 'an appointment the caller booked',
    input: ofProposal,
    output: movedSchema,
    errors: {
      ...proposalErrors,
      ...only(appointmentErrors, 'appointments.bank_deciding'),
    },
  }),
  refuseProposal: endpoint({
    method: 'POST',
    path: '/appointments/{id}/proposal/refusal',
    summary: 'Keeps the booked time instead of the one that the provider proposed',
    access: 'signed-in',
    rows: 'an appointment the caller booked',
    input: ofProposal,
    output: movedSchema,
    errors: proposalErrors,
  }),
  reportAbsence: endpoint({
    method: 'POST',
    path: '/appointments/{id}/absence',
    summary:
      'Reports that the provider did not come, from 15 minutes after the start, or left early; if they don’t answer within 24 hours, it is cancelled and refunded',
    access: 'signed-in',
    rows: 'an appointment the caller booked',
    input: onlyThe,
    output: movedSchema,
    errors: only(appointmentErrors, 'appointments.move_not_allowed', 'appointments.no_show_noted'),
  }),
  agreeEarlyEnd: endpoint({
    method: 'POST',
    path: '/appointments/{id}/early-end/agreement',
    summary: 'Agrees that the provider ended a stay before its last day, which completes it',
    access: 'signed-in',
    rows: 'an appointment the caller booked',
    input: onlyThe,
    output: movedSchema,
    errors: moveErrors,
  }),
  takeRefund: endpoint({
    method: 'POST',
    path: '/appointments/{id}/refund',
    summary: 'Cancels an appointment whose provider may not act for a full refund, even after its time',
    access: 'signed-in',
    rows: 'an appointment the caller booked',
    input: onlyThe,
    output: movedSchema,
    errors: moveErrors,
  }),
  contestNoShow: endpoint({
    method: 'POST',
    path: '/appointments/{id}/contest',
    summary:
      'Contests a no-show within 24 hours; if the provider doesn’t answer within 24 hours, it is cancelled and refunded',
    access: 'signed-in',
    rows: 'an appointment the caller booked',
    input: onlyThe,
    output: movedSchema,
    errors: moveErrors,
  }),
}
