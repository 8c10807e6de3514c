import type { adminErrors } from './errors.ts'

export const adminText: Readonly<Record<keyof typeof adminErrors, string>> = {
  'admin.already_suspended': 'This account is already suspended.',
  'admin.not_suspended': 'This account isn’t suspended.',
  'admin.account_suspended': 'The whole account is suspended. Lift that suspension first.',
}

/** One sentence for every failure, so that it reveals nothing to somebody guessing. */
export const signInRefusedText =
  'We couldn’t log you in. Check your details and try again. After five failed attempts, wait 15 minutes.'
