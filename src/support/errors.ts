import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const supportErrors = {
  'support.not_coming': 'invalid',
  'support.booking_not_found': 'invalid',
  'support.order_not_found': 'invalid',
  'support.move_not_allowed': 'conflict',
  'support.changed_meanwhile': 'conflict',
  'support.thread_full': 'conflict',
  'support.already_answered': 'conflict',
  'support.no_address': 'invalid',
} as const satisfies ErrorKinds

export const refuse = refuser(supportErrors)
