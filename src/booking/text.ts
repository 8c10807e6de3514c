import type { bookingErrors } from './contract.ts'

export const bookingText: Readonly<Record<keyof typeof bookingErrors, string>> = {
  'booking.slot_taken': 'This time is no longer free.',
  'booking.not_a_slot': 'This time cannot be booked. Please choose another.',
  'booking.holiday': 'The selected date is marked as a holiday',
  'booking.past': 'This time has passed. Please choose a later one.',
  'booking.too_soon': 'This time is too soon to book. Please choose a later one.',
  'booking.outside_window': 'You can book up to 30 days ahead.',
  'booking.too_many_pending':
    'You already have several requests waiting for an answer here. Please wait for one, or cancel one.',
  'booking.move_not_allowed': 'This is no longer possible. The appointment has changed in the meantime.',
}
