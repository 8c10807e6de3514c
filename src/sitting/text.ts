import { refundPolicyLine, refundPolicyNames, stayPolicyLine } from '#/appointments/refunds.ts'
import { proposalNoticeMinutes } from '#/booking/rules.ts'
import { documentText } from '#/kernel/documents.ts'
import { lowerFirst } from '#/kernel/letters.ts'
import { pictureText } from '#/kernel/pictures.ts'
import { mostCardPhotos, mostTaps, startMinutesBefore, writableHours } from './card.ts'
import type { sittingErrors } from './errors.ts'
import {
  type MeetKind,
  meetDaysAhead,
  meetHoursAhead,
  meetRestDays,
  mostMeetsADay,
  mostOpenMeets,
  mostWithdrawnMeets,
} from './meet.ts'
import {
  type homeKinds,
  mostDaysAhead,
  mostDaysInARow,
  mostMoveAsks,
  mostNights,
  mostPhotos,
  type petSizes,
  type policies,
  type services,
} from './rules.ts'
import type { FitReason } from './shapes.ts'

const own: Readonly<Record<keyof typeof sittingErrors, string>> = {
  'sitting.too_many_photos': `You can show at most ${mostPhotos} photos. Please remove one first.`,
  'sitting.weekday_needed': 'Please select at least one day of the week for repeat schedule.',
  'sitting.ends_first': 'The end must be after the start.',
  'sitting.past': 'These dates are over. Please choose later ones.',
  'sitting.too_far': `You can ask for dates up to ${mostDaysAhead} days ahead.`,
  'sitting.too_long': `A stay can have ${mostNights} nights, and walks or day care ${mostDaysInARow} days in a row. Please ask for less, or repeat it weekly.`,
  'sitting.no_day': 'None of your weekdays is between these dates.',
  'sitting.too_soon': 'This sitter needs more notice. Please choose a later time.',
  'sitting.dates_needed': 'No dates found in search criteria',
  'sitting.service_not_offered': 'This sitter doesn’t offer this service.',
  'sitting.size_not_taken': 'This sitter doesn’t take pets of this size.',
  'sitting.dogs_only': 'Only dogs can be booked for dog walking.',
  'sitting.own_profile': 'This is your own profile. You can’t send yourself a request.',
  'sitting.nothing_left': 'There’s nothing left to end or pause.',
  'sitting.too_many_pauses': 'You can’t pause this again. Please end it, and send a new request later.',
  'sitting.paused_already': 'You’ve already paused these days.',
  'sitting.not_paused': 'This pause is already over.',
  'sitting.not_your_pause': 'Only the side that paused can resume.',
  'sitting.asked_already':
    'You’ve already asked or booked this sitter for one of these pets at that time. To change it, cancel that first.',
  'sitting.away': 'The sitter is away on one of these days.',
  'sitting.closed': 'This is outside the sitter’s hours. Please choose another time.',
  'sitting.full': 'The sitter has no room left for these dates.',
  'sitting.move_same_time': 'This is the time you have now. Please choose another.',
  'sitting.move_over_midnight': 'It would end after midnight. Please choose an earlier time.',
  'sitting.move_series_day': 'You already have a visit on that day, or a pause. Please choose another day.',
  'sitting.move_asked': 'You’ve already asked for another time. Please withdraw that first.',
  'sitting.move_too_often': `You’ve asked for another time ${mostMoveAsks.owner} times. Please message the sitter instead.`,
  'sitting.move_over': 'This question is no longer open. Please look at the booking again.',
  'sitting.called_off': 'This booking is cancelled, or not confirmed yet.',
  'sitting.unpaid': 'The owner hasn’t paid for this yet. You can start once they have.',
  'sitting.too_early': `You can start from ${startMinutesBefore} minutes before it begins.`,
  'sitting.visit_over': 'The time of this booking is over, so it can’t be started any more.',
  'sitting.wrong_day': 'This isn’t a day of this booking. Please reload the page.',
  'sitting.other_day_open': 'The card of an earlier day is still open. Please stop it first.',
  'sitting.not_started': 'This visit hasn’t been started.',
  'sitting.card_closed': `A card closes ${writableHours} hours after its end. Nothing can be added any more.`,
  'sitting.card_sent': 'This card has been sent, so it can’t be changed any more.',
  'sitting.too_many_taps': `A card takes ${mostTaps} taps at most.`,
  'sitting.too_many_card_photos': `A card takes ${mostCardPhotos} photos at most. Please remove one first.`,
  'sitting.pictures_only': 'Please choose a JPG, PNG or WebP picture.',
  'sitting.route_of_walks': 'A route can only be recorded on a walk.',
  'sitting.not_stopped': 'Please stop the visit first.',
  'sitting.photo_needed': 'Please add at least one photo first.',
  'sitting.meet_open': 'You already have a meet & greet with this sitter. You’ll find it under Appointments.',
  'sitting.meet_booked': 'You’ve already booked this sitter. Please message them about your booking instead.',
  'sitting.meet_too_many': `You have ${mostOpenMeets} meet & greets ahead. Please wait for one of them, or cancel it.`,
  'sitting.meet_enough_today': `You’ve asked for ${mostMeetsADay} meet & greets within a day. Please try again tomorrow.`,
  'sitting.meet_not_now': 'This sitter can’t arrange a meet & greet at the moment.',
  'sitting.meet_declined': `This sitter has declined a meet & greet with you. You can ask them again ${meetRestDays} days after that.`,
  'sitting.meet_withdrawn': `You’ve cancelled ${mostWithdrawnMeets} meet & greets with this sitter. You can ask them again ${meetRestDays} days after the last one.`,
  'sitting.meet_place_needed': 'Please say where you’ll meet.',
  'sitting.meet_place_link': 'Please describe the place without a link.',
  'sitting.meet_message_link': 'Please leave out links. You can send them once you’ve agreed on a time.',
  'sitting.meet_no_time': 'The clocks skip this time. Please choose another.',
  'sitting.meet_too_soon': `Please choose a time at least ${meetHoursAhead} hours ahead.`,
  'sitting.meet_too_far': `Please choose a time within ${meetDaysAhead} days.`,
  'sitting.meet_same_time': 'Please choose different times.',
  'sitting.meet_time_gone': 'This time is over. Please choose another.',
  'sitting.meet_moved_on': 'This meet & greet has changed in the meantime. Please look at it again.',
}
export const sittingText = { ...pictureText, ...documentText, ...own }

/** Refusals of a move, addressed to the sitter. */
export const moveText = {
  'sitting.away': 'You’re away on that day.',
  'sitting.closed': 'This is outside your hours.',
  'sitting.full': 'You have no room left at that time.',
  'sitting.asked_already': 'You already have this pet at that time.',
  'sitting.too_soon': `Please choose a time at least ${proposalNoticeMinutes / 60} hours from now.`,
  'sitting.move_too_often': `You’ve proposed another time ${mostMoveAsks.sitter} times. Please message the owner instead.`,
}

/** Refusals of an acceptance, addressed to the sitter. */
export const acceptText = {
  'sitting.full': 'You have no room left for these dates.',
  'sitting.away': 'You’re away on one of these days.',
  'sitting.past': 'These dates are over.',
}

export const serviceText: Readonly<Record<(typeof services)[number], string>> = {
  'hostel-checkin': 'Hostel check-in',
  'dog-walking': 'Dog walking',
  'day-care': 'Day care',
}
/** Why a sitter stands first among the best fits. */
export const fitText: Readonly<Record<FitReason, string>> = {
  booked_before: 'You’ve booked them before',
  no_own_pets: 'No other pets at home',
  no_children: 'No children at home',
  close_by: 'Close by',
  well_rated: 'Well rated',
  low_price: 'Cheaper than most here',
  garden: 'Has a garden',
}
export const sizeText: Readonly<Record<(typeof petSizes)[number], string>> = {
  small: 'Small, up to 10 kg',
  medium: 'Medium, up to 25 kg',
  large: 'Large, up to 40 kg',
  giant: 'Giant, over 40 kg',
}
export const homeText: Readonly<Record<(typeof homeKinds)[number], string>> = {
  house: 'House',
  apartment: 'Apartment',
  farm: 'Farm',
  other: 'Other',
}
const policyOf = (policy: (typeof policies)[number]) => ({
  name: refundPolicyNames[policy],
  line: `Walks and day care: ${lowerFirst(refundPolicyLine(policy))}. Stays: ${lowerFirst(stayPolicyLine(policy))}`,
}) /** The refund when the owner cancels. */
export const policyText: Readonly<Record<(typeof policies)[number], { name: string; line: string }>> = {
  flexible: policyOf('flexible'),
  standard: policyOf('standard'),
  moderate: policyOf('moderate'),
  strict: policyOf('strict'),
}

/** Titles on cards. */
const titles: Readonly<Record<(typeof services)[number], string>> = {
  'hostel-checkin': 'Hostel stay',
  'dog-walking': 'Dog walk',
  'day-care': 'Day care',
}
export const titleOf = (service: (typeof services)[number]): string => titles[service]

/** Names the place of a meeting, for either side. `sitter` is the sitter's name, and undefined for the sitter. */
export function meetKindText(kind: MeetKind, sitter?: string): string {
  if (kind === 'public') return 'In a public place'
  if (kind === 'video') return 'By video'
  if (kind === 'phone') return 'By phone'
  const isMine = (kind === 'owners_home') === (sitter !== undefined)
  return isMine ? 'At your home' : sitter ? `At ${sitter}’s home` : 'At the owner’s home'
}
