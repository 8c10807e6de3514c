import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const emergencyErrors = {
  'emergency.already_listed': 'conflict',
  'emergency.changed_meanwhile': 'conflict',
} as const satisfies ErrorKinds

export const refuse = refuser(emergencyErrors)
