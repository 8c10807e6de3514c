import { bookingText } from '#/booking/text.ts'
import type { veterinaryErrors } from './contract.ts'

const own: Readonly<Record<keyof typeof veterinaryErrors, string>> = {
  'veterinary.no_owner_profile': 'Could not find your pet owner profile. Please contact support.',
  'veterinary.pet_not_found': 'This pet could not be found. Please choose another.',
  'veterinary.own_calendar': 'You cannot book an appointment with yourself.',
}

export const veterinaryText = { ...bookingText, ...own }
