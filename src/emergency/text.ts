import type { emergencyErrors } from './errors.ts'
import type { PlaceKind } from './places.ts'

export const emergencyText: Readonly<Record<keyof typeof emergencyErrors, string>> = {
  'emergency.already_listed': 'This city already has an entry of this kind with this name.',
  'emergency.changed_meanwhile': 'Someone else has just changed this entry. Please look at it again.',
}

export const placeKindText: Readonly<Record<PlaceKind, string>> = {
  clinic: 'Clinic',
  helpline: 'Helpline',
  shelter: 'Shelter',
  ambulance: 'Ambulance',
}

/** Says what is wrong with a field of an entry; the form and the server use the same sentences. */
export const fieldText = {
  name: 'Please give the name.',
  phone: 'Please enter a phone number, like +91 98450 12345 or 1962.',
  city: 'Please give the city. Only helplines and ambulances can be for the whole country.',
  hours: 'Please write the hours like “Mon-Sat 09:00-20:00; Sun 10:00-14:00”, or “24x7”.',
  email: 'This doesn’t look like an email address.',
} as const
