import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const emergencyErrors = {
  'emergency.already_listed': 'conflict',
  'emergency.changed_meanwhile': 'conflict',
  'emergency.csv_encoding': 'invalid',
  'emergency.csv_too_long': 'invalid',
  'emergency.csv_empty': 'invalid',
  'emergency.csv_columns': 'invalid',
  'emergency.phone_not_confirmed': 'invalid',
  'emergency.too_many_reports': 'too_many',
  'emergency.accepted_by_another': 'conflict',
  'emergency.report_moved': 'conflict',
  'emergency.released_too_often': 'conflict',
} as const satisfies ErrorKinds

export const refuse = refuser(emergencyErrors)
