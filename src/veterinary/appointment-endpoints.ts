import { z } from 'zod'
import { bookingErrors, slotChoice } from '#/booking/contract.ts'
import { refundPolicies } from '#/booking/refunds.ts'
import { bookingsAnHour } from '#/booking/rules.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, limits, optionalLine, optionalText, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { amountSchema } from '#/kernel/money.ts'
import { veterinaryErrors } from './errors.ts'
import { longestFeedback } from './ratings.ts'
import { appointmentSchema, changeSchema, contactMethodSchema, movedSchema } from './shapes.ts'

const onlyThe = idSchema('vet appointment')
const moveErrors = only(bookingErrors, 'booking.move_not_allowed')

/** What an owner does with their appointments, and what both sides do alike. */
export const appointmentEndpoints = {
  book: endpoint({
    method: 'POST',
    path: '/veterinary/appointments',
    summary:
      'Books a slot for a visit in person or a teleconsultation; the fee is the vet’s; at most 20 times an hour',
    access: 'signed-in',
    rows: 'a new appointment of the caller with a verified vet, and what is to be paid for it; pet and payment method must be the caller’s own',
    limit: { name: 'bookings', by: 'user', ...bookingsAnHour, refusal: 'booking.too_often' },
    input: z.object({
      vetId: idSchema('vet'),
      slot: slotChoice,
      petId: idSchema('pet').nullish(),
      reason: optionalText(limits.short),
      preferredContact: z.enum(['phone', 'email']).default('phone'),
      appointmentType: z.enum(['in_person', 'teleconsultation']).default('in_person'),
      contactMethod: contactMethodSchema.nullish(),
      contactLink: optionalLine(limits.short),
      disclaimerAccepted: z.boolean().default(false),
      paymentMethodId: idSchema('payment method').nullish(),
      /** The fee that was shown, in minor units: another one is not charged unseen. */
      fee: amountSchema.nullish(),
      /** The refund policy that was shown: nobody is held to another one unseen. */
      refundPolicy: z.enum(refundPolicies).nullish(),
    }),
    output: appointmentSchema,
    errors: {
      ...only(
        veterinaryErrors,
        'veterinary.no_owner_profile',
        'veterinary.pet_not_found',
        'veterinary.own_calendar',
        'veterinary.not_in_person',
        'veterinary.not_teleconsultation',
        'veterinary.phone_needed',
        'veterinary.contact_needed',
        'veterinary.terms_needed',
        'veterinary.payment_method_needed',
        'veterinary.fee_changed',
        'veterinary.policy_changed',
      ),
      ...only(
        bookingErrors,
        'booking.slot_taken',
        'booking.not_a_slot',
        'booking.holiday',
        'booking.past',
        'booking.too_soon',
        'booking.outside_window',
        'booking.too_many_pending',
        'booking.too_many_unanswered',
        'booking.unconfirmed',
        'booking.too_often',
      ),
    },
  }),
  appointments: endpoint({
    method: 'GET',
    path: '/veterinary/appointments',
    summary: 'The caller’s appointments as an owner: those to come, soonest first, or the rest, newest first',
    access: 'record:pet_owner',
    token: 'appointments:read',
    rows: 'appointments the caller booked',
    input: z.object({
      tab: z.enum(['upcoming', 'past']),
      cursor: cursorSchema,
      limit: z.coerce.number().int().min(1).max(20).optional(),
    }),
    output: pageOf(appointmentSchema),
  }),
  history: endpoint({
    method: 'GET',
    path: '/veterinary/appointments/{id}/history',
    summary: 'What became of an appointment: every change with who and when, the latest first, 50 at most',
    access: 'signed-in',
    token: 'appointments:read',
    rows: 'an appointment the caller booked, or is the vet of',
    input: z.object({ id: onlyThe }),
    output: z.object({ rows: z.array(changeSchema) }),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/veterinary/appointments/{id}/cancellation',
    summary: 'Cancels an appointment, as its owner or as its vet',
    access: 'signed-in',
    token: 'appointments:write',
    rows: 'an appointment the caller booked, or is the vet of',
    input: z.object({ id: onlyThe, reason: optionalText(limits.short) }),
    output: movedSchema,
    errors: moveErrors,
  }),
  reschedule: endpoint({
    method: 'POST',
    path: '/veterinary/appointments/{id}/rescheduling',
    summary:
      'Moves an appointment to another time of the same vet, twice at most and up to 24 hours before; what is to be charged moves along',
    access: 'signed-in',
    rows: 'an appointment the caller booked',
    input: z.object({ id: onlyThe, slot: slotChoice }),
    output: appointmentSchema,
    errors: only(
      bookingErrors,
      'booking.move_not_allowed',
      'booking.slot_taken',
      'booking.not_a_slot',
      'booking.holiday',
      'booking.past',
      'booking.too_soon',
      'booking.outside_window',
    ),
  }),
  reportAbsence: endpoint({
    method: 'POST',
    path: '/veterinary/appointments/{id}/absence',
    summary:
      'Reports that the vet did not come, from 15 minutes after the start; without their answer in 24 hours it is cancelled and refunded',
    access: 'signed-in',
    rows: 'an appointment the caller booked',
    input: z.object({ id: onlyThe }),
    output: movedSchema,
    errors: only(bookingErrors, 'booking.move_not_allowed', 'booking.no_show_noted'),
  }),
  takeRefund: endpoint({
    method: 'POST',
    path: '/veterinary/appointments/{id}/refund',
    summary: 'Cancels an appointment whose vet is suspended, also after its time, with a full refund',
    access: 'signed-in',
    rows: 'an appointment the caller booked',
    input: z.object({ id: onlyThe }),
    output: movedSchema,
    errors: moveErrors,
  }),
  contestNoShow: endpoint({
    method: 'POST',
    path: '/veterinary/appointments/{id}/contest',
    summary:
      'Contests a no-show for 24 hours after it was noted; without the vet’s answer in 24 hours it is cancelled and refunded',
    access: 'signed-in',
    rows: 'an appointment the caller booked',
    input: z.object({ id: onlyThe }),
    output: movedSchema,
    errors: moveErrors,
  }),
  rate: endpoint({
    method: 'PUT',
    path: '/veterinary/appointments/{id}/rating',
    summary:
      'Rates a visit that took place, or changes the rating within a day; after a late cancellation of the vet, a note without stars',
    access: 'signed-in',
    rows: 'the rating of an appointment the caller booked',
    input: z.object({
      id: onlyThe,
      stars: z.int().min(1).max(5).nullish(),
      feedback: optionalText(longestFeedback),
    }),
    output: done,
    errors: only(
      veterinaryErrors,
      'veterinary.not_rateable',
      'veterinary.already_rated',
      'veterinary.stars_needed',
      'veterinary.words_needed',
      'veterinary.rating_removed',
    ),
  }),
}
