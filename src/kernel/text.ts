import type { requestErrors } from './errors.ts'

export const requestText: Readonly<Record<keyof typeof requestErrors, string>> = {
  'request.malformed': 'Invalid input',
  'request.signed_out': 'Please log in to continue.',
  'request.forbidden': 'You don’t have permission to do this.',
  'request.scope_needed': 'This token doesn’t have the scope that this needs.',
  'request.administrators_only': 'Only an administrator can do this. Please ask one.',
  'request.name_needed': 'Please tell us your name first, so that others know who is writing.',
  'request.name_refused':
    'Please choose a name without links, phone numbers, email addresses or payment IDs, and other than this site’s own.',
  'request.links_refused': 'Please leave out links and payment IDs: everyone can read this.',
  'request.not_found': 'We couldn’t find what you asked for.',
  'request.key_reused': 'This was already sent with different details. Please reload the page and try again.',
  'request.too_large': 'Too large. Please send less.',
  'request.too_many': 'Too many attempts. Please try again later.',
  'request.uploading':
    'Two of your uploads are still on their way. Please wait until they’re done, then send this one again.',
  'request.unavailable': 'We’re having trouble right now. Please try again in a moment.',
}

export const unknownErrorText = 'Something went wrong. Please try again.'
