import type { supportErrors } from './errors.ts'

export const supportText: Readonly<Record<keyof typeof supportErrors, string>> = {
  'support.not_coming': 'This service is not one that is still to come.',
  'support.booking_not_found': 'This booking is none of yours any more. Please choose another one, or none.',
  'support.move_not_allowed': 'This ticket has changed meanwhile. Please look at it again.',
  'support.changed_meanwhile': 'Something was written meanwhile. Please read it before you answer.',
  'support.thread_full': 'This ticket has become too long. Please open a new one.',
  'support.already_answered': 'This message has been answered meanwhile.',
  'support.no_address': 'There is no email address to answer to.',
}

export const thanksText = (reference: number) => `Thanks. Reference ${reference}`
export const notSentText = 'Your message was not sent. Please try again.'
export const notKeptText = 'That was not saved. Please try again.'
export const notSentTicketText = 'That was not sent. Please try again.'
