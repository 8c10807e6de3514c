import { z } from 'zod'
import { appointmentErrors } from '#/appointments/contract.ts'
import {
  correctedStatuses,
  correctionNoteSchema,
  deskAppointmentRowSchema,
  deskAppointmentSchema,
} from '#/appointments/desk.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { deskCardsSchema } from '#/sitting/card-contract.ts'
import { deskMeetSchema } from '#/sitting/meet-contract.ts'
import { byReference } from './reference.ts'

const ofUser = z.object({ id: idSchema('user'), cursor: cursorSchema })

export const appointmentEndpoints = {
  appointmentsOf: endpoint({
    method: 'GET',
    path: '/admin/users/{id}/appointments',
    summary: 'Lists a user’s appointments, as the owner and as the provider, the latest first',
    access: 'admin',
    rows: 'all appointments',
    input: ofUser,
    output: pageOf(deskAppointmentRowSchema),
  }),
  meetGreetsOf: endpoint({
    method: 'GET',
    path: '/admin/users/{id}/meet-greets',
    summary: 'Lists a user’s meet & greets, as the owner and as the sitter, the newest first',
    access: 'admin',
    rows: 'all meet & greets, without messages and places',
    input: ofUser,
    output: pageOf(deskMeetSchema),
  }),
  appointment: endpoint({
    method: 'GET',
    path: '/admin/appointments/{reference}',
    summary: 'Returns one appointment with its history, by its id or its receipt number',
    access: 'admin',
    rows: 'all appointments, without the reason for booking and how to reach either side',
    input: byReference,
    output: deskAppointmentSchema,
  }),
  visitCards: endpoint({
    method: 'GET',
    path: '/admin/appointments/{id}/visit-cards',
    summary: 'Returns the visit cards of an appointment with a sitter, sent or not',
    access: 'admin',
    rows: 'all appointments with sitters, without the routes of walks, which only the two sides see',
    input: z.object({ id: idSchema('appointment') }),
    output: deskCardsSchema,
  }),
  disputedEnds: endpoint({
    method: 'GET',
    path: '/admin/early-ends',
    summary:
      'Lists the stays that their sitters ended early and whose owners’ claims wait for a decision, the longest waiting first',
    access: 'admin',
    rows: 'all appointments',
    input: z.object({ cursor: cursorSchema }),
    output: pageOf(deskAppointmentRowSchema),
  }),
  decideEarlyEnd: endpoint({
    method: 'POST',
    path: '/admin/appointments/{id}/early-end',
    summary:
      'Decides the owner’s claim about a stay that was ended early, with a note that both sides read: refunds the nights left, or pays the provider in full',
    access: 'admin:full',
    rows: 'all appointments',
    audit: {
      action: 'appointment.early_end_decided',
      said: 'decided about the stay’s early end',
      subject: 'appointment',
    },
    input: z.object({ id: idSchema('appointment'), isUpheld: z.boolean(), note: correctionNoteSchema }),
    output: done,
    errors: only(appointmentErrors, 'appointments.move_not_allowed'),
  }),
  correctAppointment: endpoint({
    method: 'POST',
    path: '/admin/appointments/{id}/correction',
    summary:
      'Corrects the final state of an appointment, with a note that both sides read; payments stay the same',
    access: 'admin:full',
    rows: 'all appointments',
    audit: {
      action: 'appointment.corrected',
      said: 'corrected the appointment’s state',
      subject: 'appointment',
    },
    input: z.object({
      id: idSchema('appointment'),
      to: z.enum(correctedStatuses),
      note: correctionNoteSchema,
    }),
    output: done,
    errors: only(appointmentErrors, 'appointments.move_not_allowed'),
  }),
}
