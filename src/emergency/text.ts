import type { emergencyErrors } from './errors.ts'
import type { InjuredMove, InjuredStatus } from './injured.ts'
import type { PlaceKind } from './places.ts'

export const emergencyText: Readonly<Record<keyof typeof emergencyErrors, string>> = {
  'emergency.already_listed': 'This city already has an entry of this kind with this name.',
  'emergency.changed_meanwhile': 'Someone else has just changed this entry. Please look at it again.',
  'emergency.csv_encoding':
    'We can’t read the letters in this file. Please save it as “CSV UTF-8” and try again.',
  'emergency.csv_too_long':
    'This file is too long. Please split it into files of 1,000 lines and 180 kB at most.',
  'emergency.csv_empty': 'There are no entries in this file.',
  'emergency.csv_columns':
    'We don’t know any of this file’s columns. Its first line has to name them, as in the template.',
  'emergency.phone_not_confirmed': 'Please confirm your phone number with a code first.',
  'emergency.too_many_reports':
    'You’ve sent five reports in 24 hours. Please call instead: the numbers are on this page.',
  'emergency.accepted_by_another': 'Another rescuer has already accepted this report.',
  'emergency.report_moved': 'This report has just changed. Please look at it again.',
  'emergency.released_too_often':
    'You’ve released this report three times. Only another rescuer can accept it now.',
}

export const injuredStatusText: Readonly<Record<InjuredStatus, string>> = {
  received: 'Received',
  accepted: 'Accepted',
  on_the_way: 'On the way',
  done: 'Done',
  closed: 'Closed',
}

/** Labels of the buttons. */
export const injuredMoveText: Readonly<Record<InjuredMove, string>> = {
  accept: 'Accept',
  set_out: 'On the way',
  finish: 'Done',
  release: 'We can’t come after all',
  close: 'Close',
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
  position: '0, 0 lies in the sea. Please take the position from a map, or leave it out.',
  email: 'This doesn’t look like an email address.',
} as const
