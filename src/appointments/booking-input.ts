import { z } from 'zod'
import { bookingErrors, slotChoice } from '#/booking/contract.ts'
import { only } from '#/kernel/api.ts'
import { limits, optionalLine, optionalText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { amountSchema } from '#/kernel/money.ts'
import { appointmentErrors } from './errors.ts'
import { refundPolicies } from './refunds.ts'
import { bookingsAnHour } from './rules.ts'
import { contactMethodSchema } from './shapes.ts'

/** What the booking endpoints of every trade that books slots take, beside what only the trade knows. */
export const bookingInput = {
  slot: slotChoice,
  reason: optionalText(limits.short),
  /** The price that was shown, in minor units: nobody pays another one unseen. */
  price: amountSchema.nullish(),
  /** The refund policy that was shown: nobody is held to another one unseen. */
  refundPolicy: z.enum(refundPolicies).nullish(),
}

/** What an online appointment needs, for trades that have them. */
export const onlineInput = {
  contactMethod: contactMethodSchema.nullish(),
  contactLink: optionalLine(limits.short),
  disclaimerAccepted: z.boolean().default(false),
  paymentMethodId: idSchema('payment method').nullish(),
}
const online = z.object(onlineInput)
export type OnlineInput = z.output<typeof online>

/** Counts together with the bookings of other trades. */
export const bookingLimit = {
  name: 'bookings',
  by: 'user',
  ...bookingsAnHour,
  refusal: 'appointments.too_often',
} as const

const slotErrors = only(
  bookingErrors,
  'booking.slot_taken',
  'booking.not_a_slot',
  'booking.holiday',
  'booking.past',
  'booking.too_soon',
  'booking.outside_window',
)

/** What every booking endpoint may refuse. */
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
    'appointments.price_changed',
    'appointments.policy_changed',
    'appointments.too_many_pending',
    'appointments.too_many_unanswered',
    'appointments.unconfirmed',
    'appointments.too_often',
  ),
}
