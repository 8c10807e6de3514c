import type { privacyErrors } from './contract.ts'

export const privacyText: Readonly<Record<keyof typeof privacyErrors, string>> = {
  'privacy.paid_booking':
    'You have a paid booking still to come. Please hold or cancel it first, so that no money is lost.',
}

export const leaveFailedText = 'Your account could not be marked for deletion. Please try again.'
export const stayFailedText = 'Your account could not be kept. Please try again.'
export const staysText = 'Your account stays.'
