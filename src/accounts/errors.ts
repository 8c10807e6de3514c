import type { ErrorKinds } from '#/kernel/errors.ts'

export const accountsErrors = {
  'accounts.this_session': 'conflict',
  'accounts.last_way_in': 'conflict',
} as const satisfies ErrorKinds
