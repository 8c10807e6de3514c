import { appointmentsText } from '#/appointments/text.ts'
import { pictureText } from '#/kernel/pictures.ts'
import type { veterinaryErrors } from './contract.ts'
import type { profileErrors } from './profile.ts'

const own: Readonly<Record<keyof typeof veterinaryErrors | keyof typeof profileErrors, string>> = {
  'veterinary.not_in_person': 'This vet doesn’t offer visits in person.',
  'veterinary.not_teleconsultation': 'This vet doesn’t offer teleconsultations.',
  'veterinary.no_kind_of_visit': 'Please choose at least one kind of visit.',
}

export const veterinaryText = {
  ...appointmentsText,
  ...pictureText,
  ...own,
  'appointments.phone_needed': 'Please confirm a phone number first, so that the clinic can reach you.',
  'appointments.contact_needed': 'Please say how the vet can reach you: a WhatsApp number or a meeting link.',
  'appointments.terms_needed': 'Please agree to the terms of a teleconsultation first.',
  'appointments.payment_method_needed': 'You need to add a payment method before booking a teleconsultation.',
  'appointments.price_changed': 'The vet has changed the fee. Please check it and book again.',
  'appointments.policy_changed': 'The vet has changed the refund terms. Please read them and book again.',
}
