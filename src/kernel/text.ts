import type { requestErrors } from './errors.ts'

export const requestText: Readonly<Record<keyof typeof requestErrors, string>> = {
  'request.malformed': 'Invalid input',
  'request.signed_out': 'Please log in to continue.',
  'request.forbidden': 'You may not do this.',
  'request.scope_needed': 'The token was made without the scope that this needs.',
  'request.administrators_only': 'Only an administrator can do this. Please ask one of them.',
  'request.not_found': 'We could not find what you asked for.',
  'request.key_reused': 'This was already sent with other details. Please reload the page and try again.',
  'request.too_many': 'Too many attempts. Please try again later.',
  'request.unavailable': 'We are having trouble right now. Please try again in a moment.',
}

export const unknownErrorText = 'Something went wrong. Please try again.'
