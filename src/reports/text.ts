import { pictureText } from '#/kernel/pictures.ts'
import { messagingText } from '#/messaging/text.ts'
import { speciesText } from '#/pets/text.ts'
import { digestKm, mostAlertsADay, nearKm } from './alerts.ts'
import type { reportsErrors } from './errors.ts'
import {
  guestLimits,
  mostEntriesADay,
  oldestSeenYears,
  type ReportStatus,
  reportLimits,
  reportRates,
  unconfirmedADay,
} from './rules.ts'

const own: Readonly<Record<keyof typeof reportsErrors, string>> = {
  'reports.unconfirmed':
    'You can post one report a day until you’ve confirmed your email address or phone number. You can do that under Edit profile.',
  'reports.unconfirmed_writer': `You can write to ${unconfirmedADay.contacts} reporters a day until you’ve confirmed your email address or phone number. You can do that under Edit profile.`,
  'reports.unconfirmed_together':
    'Please confirm your email address or phone number under Edit profile first. Many people who haven’t done so have written in the last hours.',
  'reports.unconfirmed_reader':
    'Please confirm your email address or phone number under Edit profile first. Until then we don’t show you other people’s numbers.',
  'reports.phones_enough': `You’ve looked at ${reportRates.phone.max} phone numbers today. Please write to the reporter, or continue tomorrow.`,
  'reports.no_links': 'Please leave out links: everyone can read this.',
  'reports.phone_not_confirmed': 'Please confirm your phone number with a code first.',
  'reports.guest_wrote_enough': `You’ve told about ${guestLimits.perPhone} sightings today. Log in to tell about more.`,
  'reports.photo_needed': 'Please add a photo. It helps people recognise your pet more than anything else.',
  'reports.too_many_photos': `A report can have ${reportLimits.photos} photos at most.`,
  'reports.seen_in_future': 'Please choose a time that isn’t in the future.',
  'reports.seen_too_long_ago': `Please choose a time within the last ${oldestSeenYears} years.`,
  'reports.pet_not_found': 'This pet isn’t one of yours any more. Please choose another one, or none.',
  'reports.move_not_allowed': 'This report has just changed. Please check it again.',
  'reports.not_active': 'This report isn’t active any more, so nothing can be added to it.',
  'reports.wrote_enough': `You can write ${mostEntriesADay} times a day about a report. Please continue tomorrow.`,
  'reports.closed_to_me': 'You can’t comment on this report.',
  'reports.own_report': 'This is your own report. You can edit, withdraw or delete it.',
  'reports.own_entry': 'You wrote this yourself.',
  'reports.already_complained': 'You’ve already told us about this.',
  'reports.already_removed': 'Somebody else has already removed this.',
  'reports.no_open_complaint': 'Somebody else has already closed these complaints.',
}

export const reportsText = { ...pictureText, ...messagingText, ...own }

/** Species as reports name an animal: 'Found other' would be no title. */
export const animalText: typeof speciesText = { ...speciesText, other: 'Animal' }

export const statusText: Readonly<Record<ReportStatus, string>> = { lost: 'Lost', found: 'Found' }

/** Shown to the readers of a public text with a payment id, a number, an address or a code. */
export const readerWarning =
  'Be careful: never share a code or pay before you see the pet. If someone asks for either, report it.'

export const alertsText = `Hear at once when a pet is lost within ${nearKm} km, at most ${mostAlertsADay} times a day, and every evening about those within ${digestKm} km.`
export const alertsKeptText = 'We keep this place to about a kilometre, until you turn alerts off.'
export const alertsOnText = 'We’ll alert you about lost pets.'

export const reportFailedText = 'We couldn’t save your report. Please try again.'
export const notSavedText = 'We couldn’t save that. Please try again.'
export const loadFailedText = 'Failed to load pet reports. Please try again.'
