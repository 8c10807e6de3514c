import { bookingText } from '#/booking/text.ts'
import { notPayableText } from '#/kernel/not-payable.ts'
import type { appointmentErrors } from './errors.ts'
import { mostProposals } from './proposals.ts'
import { bookingsAnHour, unansweredLimit, upcomingLimit } from './rules.ts'

/** `provider`: 'trainer', as the form calls them. */
export const homeText = (provider: string) => ({
  'appointments.address_needed': `Please enter your address, so that the ${provider} can come to you.`,
  'appointments.place_changed': `The ${provider} no longer comes to you. Please check where you’d meet, then book again.`,
})

const own: Readonly<Record<keyof typeof appointmentErrors, string>> = {
  'appointments.no_owner_profile': 'Could not find your pet owner profile. Please contact support.',
  'appointments.pet_not_found': 'We couldn’t find this pet. Please choose another one.',
  'appointments.own_calendar': 'This is your own calendar. You can’t book yourself.',
  'appointments.no_longer_free': 'This time is no longer free.',
  'appointments.outside_hours':
    'This is outside your hours. Please change your availability first, or decline the request.',
  'appointments.being_checked':
    'Your profile is being checked. You can accept requests again as soon as it is verified.',
  'appointments.phone_needed': 'Please confirm a phone number first, so that the provider can reach you.',
  ...homeText('provider'),
  'appointments.contact_needed': 'Please say how you want to meet: a WhatsApp number or a meeting link.',
  'appointments.terms_needed': 'Please agree to the terms first.',
  'appointments.payment_method_needed': 'Please choose a payment method first.',
  'appointments.not_payable': notPayableText,
  'appointments.price_changed': 'The price has changed. Please check it and book again.',
  'appointments.policy_changed': 'The refund terms have changed. Please read them and book again.',
  'appointments.too_many_pending':
    'You already have several requests waiting for an answer here. Please wait for one, or cancel one.',
  'appointments.too_many_upcoming': `You already have ${upcomingLimit} upcoming appointments here. Please wait until one is over, or cancel one.`,
  'appointments.too_many_unanswered': `You already have ${unansweredLimit} requests waiting for an answer. Please wait for one, or cancel one.`,
  'appointments.confirm_first':
    'Please confirm your email address or phone number first: Edit profile → Login & security.',
  'appointments.unconfirmed':
    'Please confirm your email address or phone number first. Until then you can have one request waiting, and a provider takes only a few like that.',
  'appointments.too_often': `You can book ${bookingsAnHour.max} times an hour. Please try again later.`,
  'appointments.move_not_allowed': 'This is no longer possible. The appointment has changed in the meantime.',
  'appointments.bank_deciding':
    'Your bank hasn’t confirmed your payment yet and may not have by then. Please choose a later time.',
  'appointments.under_way':
    'This has already begun, so it can’t be cancelled any more. If something is wrong, send a message, or write to us under Help & Support.',
  'appointments.absence_claimed':
    'The owner has already said that you didn’t come, so you can’t note a no-show. Please answer them, or write to us under Help & Support.',
  'appointments.no_show_noted':
    'The provider has just noted that nobody came. If that’s wrong, contest the no-show under Past.',
  'appointments.not_last_day':
    'A stay can be marked as done on its last day. Until then you can end it early, and we’ll ask the owner.',
  'appointments.proposal_open':
    'You’ve already proposed another time. Please wait for the answer, or withdraw it first.',
  'appointments.too_many_proposals': `You’ve already proposed another time ${mostProposals} times here. Please send a message instead.`,
  'appointments.proposal_over': 'This time is no longer on offer. The booked time stands.',
  'appointments.not_listed':
    'You can propose another time once owners can find you again. Until then the booked time stands.',
  'appointments.other_search':
    'This page belongs to a search with other filters. Please start again from its first page.',
  'appointments.place_needed': 'Please choose a place first, so that we can sort by distance.',
}

export const appointmentsText = { ...bookingText, ...own }
