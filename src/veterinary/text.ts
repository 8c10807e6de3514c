import { bookingText } from '#/booking/text.ts'
import { pictureText } from '#/kernel/pictures.ts'
import type { veterinaryErrors } from './contract.ts'
import type { profileErrors } from './profile.ts'

const own: Readonly<Record<keyof typeof veterinaryErrors | keyof typeof profileErrors, string>> = {
  'veterinary.no_owner_profile': 'Could not find your pet owner profile. Please contact support.',
  'veterinary.pet_not_found': 'This pet could not be found. Please choose another.',
  'veterinary.own_calendar': 'This is your own calendar. You can’t book yourself.',
  'veterinary.not_in_person': 'This vet does not offer visits in person.',
  'veterinary.being_checked':
    'Your profile is being checked. You can accept requests again as soon as it is verified.',
  'veterinary.phone_needed': 'Please confirm a phone number first, so that the clinic can reach you.',
  'veterinary.not_teleconsultation': 'This vet does not offer teleconsultations.',
  'veterinary.contact_needed': 'Please say how the vet reaches you: a WhatsApp number or a meeting link.',
  'veterinary.terms_needed': 'Please agree to the terms of a teleconsultation first.',
  'veterinary.payment_method_needed': 'You need to add a payment method before booking a teleconsultation.',
  'veterinary.fee_changed': 'The vet has changed the fee. Please look at it and book again.',
  'veterinary.policy_changed':
    'The vet has changed what is refunded when you cancel. Please read the terms and book again.',
  'veterinary.not_rateable': 'This appointment cannot be rated, or no longer.',
  'veterinary.already_rated': 'You have rated this visit. A rating can be changed for 24 hours.',
  'veterinary.stars_needed': 'Please choose one to five stars.',
  'veterinary.words_needed': 'Please write a few words.',
  'veterinary.already_replied': 'You have answered this already.',
  'veterinary.rating_removed':
    'What you wrote of this visit was removed by Support. It cannot be rated again.',
  'veterinary.already_removed': 'Somebody else removed it already.',
  'veterinary.no_kind_of_visit': 'Please choose at least one kind of visit.',
}

export const veterinaryText = { ...bookingText, ...pictureText, ...own }
