import type { supportErrors } from './errors.ts'

export const supportText: Readonly<Record<keyof typeof supportErrors, string>> = {
  'support.not_coming': 'This isn’t one of our upcoming services.',
  'support.booking_not_found':
    'This booking isn’t one of yours any more. Please choose another one, or none.',
  'support.order_not_found': 'This order isn’t one of yours. Please choose another one, or none.',
  'support.move_not_allowed': 'This ticket has just changed. Please check it again.',
  'support.changed_meanwhile': 'Someone has just written in this ticket. Please read it before you answer.',
  'support.thread_full': 'This ticket has become too long. Please open a new one.',
  'support.already_answered': 'Someone has already answered this message.',
  'support.no_address': 'This message has no email address to answer to.',
}

export const thanksText = (reference: number) => `Thanks. Reference ${reference}`
export const notSentText = 'We couldn’t send your message. Please try again.'
export const notKeptText = 'We couldn’t save that. Please try again.'
export const notSentTicketText = 'We couldn’t send that. Please try again.'
