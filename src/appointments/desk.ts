import { z } from 'zod'
import { trades } from '#/booking/trades.ts'
import { requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { paymentStatusSchema } from '#/payments/rules.ts'
import { appointmentStatusSchema } from './rules.ts'
import { changeSchema } from './shapes.ts'

const person = z.object({ id: idSchema('user'), name: z.string() })
const aboutAppointment = {
  id: idSchema('appointment'),
  status: appointmentStatusSchema,
  title: z.string(),
  startsAt: z.date(),
  endsAt: z.date(),
  timeZone: z.string(),
  owner: person,
  provider: person,
  /** The time since which a claim about its early end waits for an administrator. */
  disputedAt: z.date().nullable(),
}
export const deskAppointmentRowSchema = z.object(aboutAppointment)
export type DeskAppointmentRow = z.output<typeof deskAppointmentRowSchema>

export const correctedStatuses = ['completed', 'no_show'] as const
export type CorrectedStatus = (typeof correctedStatuses)[number]

export const deskAppointmentSchema = z.object({
  ...aboutAppointment,
  trade: z.enum(trades),
  petName: z.string().nullable(),
  /** Null if nothing is paid here. */
  payment: z
    .object({
      id: idSchema('payment'),
      status: paymentStatusSchema,
      amount: z.int(),
      refunded: z.int(),
      refundable: z.int(),
      /** True while a dispute by the payer's bank is open. */
      isDisputed: z.boolean(),
      isSandbox: z.boolean(),
      currency: z.string(),
      receiptNumber: z.string().nullable(),
    })
    .nullable(),
  /** Null if nothing can be corrected. */
  correctTo: z.enum(correctedStatuses).nullable(),
  /** A stay that was ended early, if its owner's claim waits for a decision; null otherwise. */
  earlyEnd: z.object({ endedAt: z.date(), nights: z.int(), nightsLeft: z.int() }).nullable(),
  history: z.array(changeSchema),
})
export type DeskAppointment = z.output<typeof deskAppointmentSchema>

export const correctionNoteSchema = requiredText(500, 'Please write a note.')
