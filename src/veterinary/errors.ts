import { type ErrorKinds, refuser } from '#/kernel/errors.ts'
import { profileErrors } from './profile.ts'

export const veterinaryErrors = {
  'veterinary.not_in_person': 'invalid',
  'veterinary.not_teleconsultation': 'invalid',
} as const satisfies ErrorKinds

export const refuse = refuser({ ...veterinaryErrors, ...profileErrors })
