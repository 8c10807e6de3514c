import { documentText } from '#/kernel/documents.ts'
import type { messagingErrors } from './errors.ts'
import { followUpHours } from './rules.ts'

export const messagingText: Readonly<Record<keyof typeof messagingErrors, string>> = {
  'messaging.closed_by_me': 'You have blocked this person. Unblock them to write again.',
  'messaging.closed_to_me': 'You can no longer write here.',
  'messaging.closed_with_booking': 'This booking did not take place, so nothing more can be written here.',
  'messaging.closed_after_visit': `The visit is over. Up to ${followUpHours} hours after it one can still write; what was said stays here.`,
  'messaging.empty': 'Please write something, or add a picture.',
  'messaging.pictures_only': 'Please choose a JPG, PNG or WebP picture.',
  'messaging.own_message': 'This is your own message.',
  'messaging.already_reported': 'You have reported this already. We are looking at it.',
  'messaging.already_resolved': 'Somebody has resolved this report meanwhile.',
}

/** All that sending may be refused with. */
export const sendText: Readonly<Record<string, string>> = { ...documentText, ...messagingText }

export const contactWarning =
  'Keep contact details for after the visit is confirmed. Until then it is safest to write here: we can help if something goes wrong.'

export const notSentText = 'Not sent.'
