import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const messagingErrors = {
  'messaging.closed_by_me': 'conflict',
  'messaging.closed_to_me': 'conflict',
  'messaging.closed_with_booking': 'conflict',
  'messaging.closed_after_visit': 'conflict',
  'messaging.closed_with_report': 'conflict',
  'messaging.closed_after_reunion': 'conflict',
  'messaging.closed_with_meeting': 'conflict',
  'messaging.closed_after_meeting': 'conflict',
  'messaging.no_links_yet': 'invalid',
  'messaging.not_answered_yet': 'conflict',
  'messaging.empty': 'invalid',
  'messaging.pictures_only': 'invalid',
  'messaging.own_message': 'invalid',
  'messaging.already_reported': 'conflict',
  'messaging.own_profile': 'invalid',
  'messaging.profile_already_reported': 'conflict',
  'messaging.booking_already_reported': 'conflict',
  'messaging.already_resolved': 'conflict',
} as const satisfies ErrorKinds

export const refuse = refuser(messagingErrors)
