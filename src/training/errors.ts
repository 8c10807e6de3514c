import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const trainingErrors = {
  'training.not_in_person': 'invalid',
  'training.not_online': 'invalid',
} as const satisfies ErrorKinds

export const profileErrors = { 'training.no_kind_of_session': 'invalid' } as const satisfies ErrorKinds

export const refuse = refuser({ ...trainingErrors, ...profileErrors })
