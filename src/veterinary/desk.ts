import { z } from 'zod'
import { appointmentStatusSchema } from '#/booking/rules.ts'
import { requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { paymentStatusSchema } from '#/payments/rules.ts'
import { changeSchema } from './shapes.ts'

// What whoever runs the place sees of ratings and appointments. Who may look is for the desk to say.

const person = z.object({ id: idSchema('user'), name: z.string() })
const removalSchema = z.object({ at: z.date(), by: z.string(), reason: z.string() })

export const deskRatingSchema = z.object({
  id: idSchema('rating'),
  at: z.date(),
  /** Who wrote it, and of which vet. */
  owner: person,
  vet: person,
  /** Null for a note about a cancellation. */
  stars: z.int().nullable(),
  feedback: z.string().nullable(),
  reply: z.string().nullable(),
  /** Null while it stands. */
  removed: removalSchema.nullable(),
  replyRemoved: removalSchema.nullable(),
})
export type DeskRating = z.output<typeof deskRatingSchema>

export const ratingParts = ['rating', 'reply'] as const
export type RatingPart = (typeof ratingParts)[number]

export const removalReasonSchema = requiredText(500, 'Please give a reason.')

const aboutAppointment = {
  id: idSchema('vet appointment'),
  status: appointmentStatusSchema,
  appointmentType: z.enum(['in_person', 'teleconsultation']),
  startsAt: z.date(),
  endsAt: z.date(),
  timeZone: z.string(),
  owner: person,
  vet: person,
}
export const deskAppointmentRowSchema = z.object(aboutAppointment)
export type DeskAppointmentRow = z.output<typeof deskAppointmentRowSchema>

/** What an appointment in a final state can be corrected to. */
export const correctedStatuses = ['completed', 'no_show'] as const
export type CorrectedStatus = (typeof correctedStatuses)[number]

export const deskAppointmentSchema = z.object({
  ...aboutAppointment,
  petName: z.string().nullable(),
  /** What is paid here; null for what is not. */
  payment: z
    .object({
      id: idSchema('payment'),
      status: paymentStatusSchema,
      amount: z.int(),
      refunded: z.int(),
      /** How much can be refunded now. */
      refundable: z.int(),
      /** The payer’s bank has taken it back, and has not decided. */
      isDisputed: z.boolean(),
      isSandbox: z.boolean(),
      currency: z.string(),
      receiptNumber: z.string().nullable(),
    })
    .nullable(),
  /** Null where nothing can be corrected. */
  correctTo: z.enum(correctedStatuses).nullable(),
  history: z.array(changeSchema),
})
export type DeskAppointment = z.output<typeof deskAppointmentSchema>

export const correctionNoteSchema = requiredText(500, 'Please write a note.')
