import type { ErrorKinds } from '#/kernel/errors.ts'

export const adminErrors = {
  'admin.already_suspended': 'conflict',
  'admin.not_suspended': 'conflict',
  'admin.account_suspended': 'conflict',
} as const satisfies ErrorKinds
