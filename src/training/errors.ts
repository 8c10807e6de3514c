import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const trainingErrors = { 'training.not_online': 'invalid' } as const satisfies ErrorKinds

export const refuse = refuser(trainingErrors)
