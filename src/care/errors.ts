import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const careErrors = {
  'care.note_exists': 'conflict',
  'care.not_writable': 'conflict',
  'care.signed': 'conflict',
  'care.not_signed': 'conflict',
  'care.changed_meanwhile': 'conflict',
  'care.plan_missing': 'invalid',
  'care.wrong_form': 'invalid',
  'care.day_in_future': 'invalid',
  'care.due_before_given': 'invalid',
  'care.follow_up_before_visit': 'invalid',
  'care.too_many_files': 'invalid',
  'care.too_many_notes': 'conflict',
  'care.too_many_addenda': 'conflict',
  'care.too_many_links': 'conflict',
  'care.no_incident_now': 'conflict',
  'care.too_many_incidents': 'conflict',
  'care.incident_fixed': 'conflict',
  'care.incident_open': 'conflict',
  'care.already_answered': 'conflict',
  'care.already_removed': 'conflict',
  'care.no_pictures_now': 'conflict',
  'care.too_many_pictures': 'conflict',
  'care.pictures_only': 'invalid',
} as const satisfies ErrorKinds

export const refuse = refuser(careErrors)
