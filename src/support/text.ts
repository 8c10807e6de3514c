import type { supportErrors } from './contract.ts'

export const supportText: Readonly<Record<keyof typeof supportErrors, string>> = {
  'support.not_coming': 'This service is not one that is still to come.',
}

export const thanksText = (reference: number) => `Thanks. Reference ${reference}`
export const notSentText = 'Your message was not sent. Please try again.'
export const notKeptText = 'That was not saved. Please try again.'
