import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const stylingErrors = {
  'styling.not_offered': 'invalid',
  'styling.pet_twice': 'invalid',
  'styling.too_many_pets': 'invalid',
} as const satisfies ErrorKinds

export const refuse = refuser(stylingErrors)
