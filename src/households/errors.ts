import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const householdsErrors = {
  'households.unconfirmed': 'conflict',
  'households.own_address': 'invalid',
  'households.pet_not_found': 'invalid',
  'households.already_invited': 'conflict',
  'households.already_member': 'conflict',
  'households.declined_before': 'conflict',
  'households.too_many_members': 'conflict',
  'households.too_many_households': 'conflict',
  'households.mailed_enough': 'too_many',
  'households.other_address': 'conflict',
  'households.used': 'conflict',
  'households.expired': 'conflict',
  'households.withdrawn': 'conflict',
  'households.declined': 'conflict',
} as const satisfies ErrorKinds

export const refuse = refuser(householdsErrors)
