import { appointmentsText, homeText } from '#/appointments/text.ts'
import type { stylingErrors } from './errors.ts'
import { stylingTrade } from './trade.ts'

const own: Readonly<Record<keyof typeof stylingErrors, string>> = {
  'styling.not_offered':
    'This stylist doesn’t offer one of the services you chose. Please choose another one.',
  'styling.pet_twice': 'Please choose each pet once.',
  'styling.too_many_pets':
    'This stylist doesn’t take that many pets at a time. Please choose fewer, and book the others another time.',
}

export const stylingText = {
  ...appointmentsText,
  ...own,
  ...homeText('stylist'),
  'appointments.price_changed': 'The stylist has changed the rate. Please check the estimate and book again.',
  'booking.holiday': stylingTrade.holiday!,
}
