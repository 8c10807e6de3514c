import { z } from 'zod'
import { bookingErrors, slotChoice } from '#/booking/contract.ts'
import { only } from '#/kernel/api.ts'
import { amountSchema, limits, optionalLine, optionalText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { appointmentErrors } from './errors.ts'
import { refundPolicies } from './refunds.ts'
import { bookingsAnHour } from './rules.ts'
import { contactMethodSchema } from './shapes.ts'

/** The input of every trade's booking endpoint; trades add their own fields. */
export const bookingInput = {
  slot: slotChoice,
  reason: optionalText(limits.short),
  /** The price on the screen, in minor units, so that owners never pay a price they haven't seen. */
  price: amountSchema.nullish(),
  /** The refund policy on the screen, so that owners are never bound by one they haven't seen. Packages have the standard one. */
  refundPolicy: z.enum(refundPolicies).nullish(),
}

/** For trades whose providers may come to the owner's home: required if this one does and it's in person. */
export const homeInput = { address: optionalText(limits.short) }

export const onlineInput = {
  contactMethod: contactMethodSchema.nullish(),
  contactLink: optionalLine(limits.short),
  disclaimerAccepted: z.boolean().default(false),
  paymentMethodId: idSchema('payment method').nullish(),
}
const online = z.object(onlineInput)
export type OnlineInput = z.output<typeof online>

/** Counts bookings in all trades together. */
export const bookingLimit = {
  name: 'bookings',
  by: 'user',
  ...bookingsAnHour,
  refusal: 'appointments.too_often',
} as const

/** Errors of trades with `homeInput`. */
export const homeErrors = only(appointmentErrors, 'appointments.address_needed', 'appointments.place_changed')

const slotErrors = only(
  bookingErrors,
  'booking.slot_taken',
  'booking.not_a_slot',
  'booking.holiday',
  'booking.past',
  'booking.too_soon',
  'booking.outside_window',
)

/** Errors of every booking endpoint. */
export const openingErrors = {
  ...slotErrors,
  ...only(
    appointmentErrors,
    'appointments.no_owner_profile',
    'appointments.pet_not_found',
    'appointments.own_calendar',
    'appointments.phone_needed',
    'appointments.contact_needed',
    'appointments.terms_needed',
    'appointments.payment_method_needed',
    'appointments.not_payable',
    'appointments.price_changed',
    'appointments.policy_changed',
    'appointments.too_many_pending',
    'appointments.too_many_upcoming',
    'appointments.too_many_unanswered',
    'appointments.unconfirmed',
    'appointments.too_often',
  ),
}
