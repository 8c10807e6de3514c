import type { NoSlotsReason } from '#/booking/slots.ts'

/** A trade's nouns in the sentences around the calendar. */
export type CalendarWords = {
  /** 'veterinarian', as in 'This veterinarian has no available dates'. */
  provider: string
  /** 'Doctor', as in 'Doctor is Not Available'. */
  title: string
  /** Returns the trade's own sentence for a chosen holiday, if it has one. */
  holiday?: string
  /** The calendar is the reader's own. */
  isOwn?: boolean
}

/** Explains why a day has no slots, which 'No available slots for this date' doesn't. */
export const reasonText: Readonly<Record<Exclude<NoSlotsReason, 'holiday'>, string>> = {
  booked: 'All times on this day are booked.',
  break: 'Breaks take up all the working hours on this day.',
  past: 'The remaining times on this day have passed or are too soon to book.',
  short: 'No free time on this day is long enough for your appointment.',
  closed: 'There are no working hours on this day.',
}
