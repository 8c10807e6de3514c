import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const petsErrors = {
  'pets.too_many': 'conflict',
  'pets.microchip_taken': 'conflict',
  'pets.born_in_future': 'invalid',
  'pets.too_old': 'invalid',
  'pets.move_not_allowed': 'conflict',
  'pets.given_in_future': 'invalid',
  'pets.due_before_given': 'invalid',
  'pets.too_many_vaccinations': 'conflict',
} as const satisfies ErrorKinds

export const refuse = refuser(petsErrors)
