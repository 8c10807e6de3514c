import { appointmentsText, homeText } from '#/appointments/text.ts'
import { pictureText } from '#/kernel/pictures.ts'
import { packagesText } from '#/packages/text.ts'
import type { profileErrors, trainingErrors } from './errors.ts'

const own: Readonly<Record<keyof typeof trainingErrors | keyof typeof profileErrors, string>> = {
  'training.not_in_person': 'This trainer only trains online.',
  'training.not_online': 'This trainer doesn’t train online.',
  'training.no_kind_of_session': 'Please choose at least one kind of session.',
}

/** Errors for missing fields. */
export const missingText = {
  fields: { title: 'Missing Information', message: 'Please fill in all required fields.' },
  online: { title: 'Missing Information', message: 'Please complete all online training requirements.' },
  method: {
    title: 'Payment Method Required',
    message: 'Please select a payment method for online training.',
  },
}

export const agreementText =
  'I agree to the Online Training fee and cancellation terms. I understand that payment will be automatically processed 24 hours before the scheduled session.'

export const trainingProfileText = { ...pictureText, ...own }

export const trainingText = {
  ...appointmentsText,
  ...packagesText,
  ...own,
  ...homeText('trainer'),
  'appointments.contact_needed': missingText.online.message,
  'appointments.terms_needed': missingText.online.message,
  'appointments.payment_method_needed': missingText.method.message,
  'appointments.price_changed': 'The trainer has changed the rate. Please check the price and book again.',
}
