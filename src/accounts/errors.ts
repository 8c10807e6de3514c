import type { ErrorKinds } from '#/kernel/errors.ts'

export const accountsErrors = {
  'accounts.this_session': 'conflict',
  'accounts.last_way_in': 'conflict',
  'accounts.proof_needed': 'forbidden',
  'accounts.token_name_taken': 'conflict',
  'accounts.too_many_tokens': 'conflict',
} as const satisfies ErrorKinds
