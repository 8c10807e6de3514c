import { refuseBooking } from '#/booking/contract.ts'
import { type ErrorKinds, refuser } from '#/kernel/errors.ts'
import { profileErrors } from './profile.ts'

export const veterinaryErrors = {
  'veterinary.no_owner_profile': 'forbidden',
  'veterinary.pet_not_found': 'invalid',
  'veterinary.own_calendar': 'invalid',
  'veterinary.not_in_person': 'invalid',
  'veterinary.being_checked': 'conflict',
  'veterinary.phone_needed': 'forbidden',
  'veterinary.not_teleconsultation': 'invalid',
  'veterinary.contact_needed': 'invalid',
  'veterinary.terms_needed': 'invalid',
  'veterinary.payment_method_needed': 'invalid',
  'veterinary.fee_changed': 'conflict',
  'veterinary.policy_changed': 'conflict',
  'veterinary.not_rateable': 'conflict',
  'veterinary.already_rated': 'conflict',
  'veterinary.stars_needed': 'invalid',
  'veterinary.words_needed': 'invalid',
  'veterinary.already_replied': 'conflict',
  'veterinary.rating_removed': 'conflict',
  'veterinary.already_removed': 'conflict',
} as const satisfies ErrorKinds

export const refuse = refuser({ ...veterinaryErrors, ...profileErrors })
export { refuseBooking }
