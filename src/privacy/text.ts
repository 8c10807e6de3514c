import type { privacyErrors } from './contract.ts'

export const privacyText: Readonly<Record<keyof typeof privacyErrors, string>> = {
  'privacy.paid_booking':
    'You have a paid booking that isn’t finished. Please attend it, cancel it, or say whether it took place, so that no money is lost.',
  'privacy.orders_to_send':
    'Buyers are waiting for orders from you. Please send or cancel them first. Unpaid orders are cancelled automatically.',
}

export const leaveFailedText = 'We couldn’t mark your account for deletion. Please try again.'
export const stayFailedText = 'We couldn’t cancel the deletion. Please try again.'
export const staysText = 'Your account won’t be deleted.'
