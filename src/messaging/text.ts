import { documentText } from '#/kernel/documents.ts'
import type { messagingErrors } from './errors.ts'
import {
  type BookingReportKind,
  followUpHours,
  mostUnanswered,
  type ProfileReportKind,
  type ReportOutcome,
} from './rules.ts'

export const messagingText: Readonly<Record<keyof typeof messagingErrors, string>> = {
  'messaging.closed_by_me': 'You’ve blocked this person. Unblock them to write again.',
  'messaging.closed_to_me': 'You can no longer write here.',
  'messaging.closed_with_booking': 'This booking didn’t take place, so you can no longer write here.',
  'messaging.closed_after_visit': `The appointment is over. You can write here for up to ${followUpHours} hours afterwards; your messages stay here.`,
  'messaging.closed_with_report': 'This report is closed, so you can no longer write here.',
  'messaging.closed_after_reunion': `The pet is home. You could write here for ${followUpHours} hours after that; your messages stay here.`,
  'messaging.closed_with_meeting': 'This meet & greet isn’t going ahead, so you can no longer write here.',
  'messaging.closed_after_meeting': `The meet & greet is over. You can write here for up to ${followUpHours} hours afterwards; your messages stay here.`,
  'messaging.no_links_yet': 'Please leave out links until you’ve had an answer.',
  'messaging.not_answered_yet': `You’ve sent ${mostUnanswered} messages. Please wait for an answer before you write again.`,
  'messaging.empty': 'Please write something or add a picture.',
  'messaging.pictures_only': 'Please choose a JPG, PNG or WebP picture.',
  'messaging.own_message': 'This is your own message, so you can’t report it.',
  'messaging.already_reported': 'You’ve already reported this. We’re looking into it.',
  'messaging.own_profile': 'This is your own profile, so you can’t report it.',
  'messaging.profile_already_reported': 'You’ve already reported this profile. We’re looking into it.',
  'messaging.booking_already_reported': 'You’ve already reported this booking. We’re looking into it.',
  'messaging.already_resolved': 'Someone else has already resolved this report.',
}

export const profileReportText: Readonly<Record<ProfileReportKind, string>> = {
  misleading: 'The profile is false or misleading',
  unsafe: 'Pets aren’t safe with them',
  rude: 'They were rude or threatening',
  paid_elsewhere: 'They ask to be paid elsewhere',
  other: 'Something else',
}

export const bookingReportText: Readonly<Record<BookingReportKind, string>> = {
  not_as_agreed: 'It wasn’t as we agreed',
  unsafe: 'A person or a pet wasn’t safe',
  rude: 'They were rude or threatening',
  paid_elsewhere: 'They asked to pay or be paid elsewhere',
  other: 'Something else',
}

/** Shown to reporters. Leaves out the action taken, because it concerns the other person. */
export const outcomeText: Readonly<Record<ReportOutcome, string>> = {
  acted:
    'We found that our rules were broken, and acted on it. We can’t share the details, but your report helped.',
  no_breach:
    'We found nothing against our rules this time. We’ve kept your report, and will look at it again if others report the same.',
  unclear:
    'We couldn’t tell what happened from the information we have. If you know more, please report it again or write to us under Help & Support.',
}

export const sendText: Readonly<Record<string, string>> = { ...documentText, ...messagingText }

export const contactWarning =
  'Please don’t share contact details until the booking is confirmed. It’s safest to write here until then: we can help if something goes wrong.'

export const meetWarning =
  'Please don’t share contact details until you’ve agreed on a time. It’s safest to write here until then: we can help if something goes wrong.'

export const reportWarning = 'Never share codes or pay before you see your pet.'

export const notSentText = 'Not sent.'
