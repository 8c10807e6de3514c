import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const sittingErrors = {
  'sitting.too_many_photos': 'conflict',
  'sitting.weekday_needed': 'invalid',
  'sitting.ends_first': 'invalid',
  'sitting.past': 'invalid',
  'sitting.too_far': 'invalid',
  'sitting.too_long': 'invalid',
  'sitting.no_day': 'invalid',
  'sitting.too_soon': 'invalid',
  'sitting.dates_needed': 'invalid',
  'sitting.service_not_offered': 'invalid',
  'sitting.size_not_taken': 'invalid',
  'sitting.dogs_only': 'invalid',
  'sitting.own_profile': 'invalid',
  'sitting.nothing_left': 'conflict',
  'sitting.too_many_pauses': 'conflict',
  'sitting.away': 'conflict',
  'sitting.full': 'conflict',
  'sitting.holiday_ends_first': 'invalid',
  'sitting.holiday_known': 'conflict',
  'sitting.too_many_holidays': 'conflict',
  'sitting.bookings_then': 'conflict',
} as const satisfies ErrorKinds

export const refuse = refuser(sittingErrors)
