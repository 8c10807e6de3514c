import type { availabilityErrors } from './availability-contract.ts'
import type { bookingErrors } from './contract.ts'
import { slotLimits } from './hours.ts'
import { mostWaits } from './rules.ts'
import { sessionMinutes } from './sessions.ts'
import type { waitErrors } from './waiting.ts'

export const bookingText: Readonly<Record<keyof typeof bookingErrors, string>> = {
  'booking.slot_taken': 'This time is no longer free.',
  'booking.not_a_slot': 'This time can’t be booked. Please choose another one.',
  'booking.holiday': 'The selected date is marked as a holiday',
  'booking.past': 'This time has passed. Please choose a later one.',
  'booking.too_soon': 'This time is too soon to book. Please choose a later one.',
  'booking.outside_window': 'You can book up to 30 days ahead.',
}

export const availabilityText: Readonly<Record<keyof typeof availabilityErrors, string>> = {
  'booking.hours_end_first': 'The end must be after the start.',
  'booking.hours_too_short': 'These hours are shorter than one slot.',
  'booking.hours_overlap': 'These hours overlap others of the same day.',
  'booking.hours_missing': 'Add hours, or mark the day as closed.',
  'booking.break_ends_first': 'The end of a break must be after its start.',
  'booking.break_outside': 'A break must lie within its hours.',
  'booking.breaks_overlap': 'This break overlaps another one.',
  'booking.holiday_ends_first': 'The last day must not be before the first.',
  'booking.holiday_known': 'This holiday is already in your list.',
  'booking.day_over': 'This day has passed. Please choose a later one.',
  'booking.too_far': 'Please choose a day within the next two years.',
  'booking.too_many_days': 'Your list is full. Please remove some days first.',
  'booking.hours_changed': 'This was changed elsewhere in the meantime, for instance in another tab.',
  'booking.bookings_outside': 'Some bookings would fall outside your hours.',
}

/** Instead of `booking.hours_too_short`, where owners choose a session's length. */
export const tooShortForSession = `These hours are shorter than the shortest session, ${sessionMinutes.min} minutes.`

/** The same where nothing is booked by the slot. */
export const tooShortForHours = `These hours are shorter than ${slotLimits.min} minutes.`

export const waitText: Readonly<Record<keyof typeof waitErrors, string>> = {
  'booking.not_full': 'This day is no longer fully booked. Please check its times again.',
  'booking.too_many_waits': `You’re already waiting for ${mostWaits} days. Please stop waiting for one of them first.`,
}
