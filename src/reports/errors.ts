import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const reportsErrors = {
  'reports.unconfirmed': 'conflict',
  'reports.unconfirmed_writer': 'conflict',
  'reports.unconfirmed_together': 'too_many',
  'reports.unconfirmed_reader': 'conflict',
  'reports.phones_enough': 'too_many',
  'reports.no_links': 'invalid',
  'reports.phone_not_confirmed': 'invalid',
  'reports.guest_wrote_enough': 'too_many',
  'reports.photo_needed': 'invalid',
  'reports.too_many_photos': 'invalid',
  'reports.seen_in_future': 'invalid',
  'reports.seen_too_long_ago': 'invalid',
  'reports.pet_not_found': 'invalid',
  'reports.move_not_allowed': 'conflict',
  'reports.not_active': 'conflict',
  'reports.wrote_enough': 'conflict',
  'reports.closed_to_me': 'conflict',
  'reports.own_report': 'invalid',
  'reports.own_entry': 'invalid',
  'reports.already_complained': 'conflict',
  'reports.already_removed': 'conflict',
  'reports.no_open_complaint': 'conflict',
} as const satisfies ErrorKinds

export const refuse = refuser(reportsErrors)
