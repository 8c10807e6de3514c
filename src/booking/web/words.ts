import type { NoSlotsReason } from '#/booking/slots.ts'

/** A trade's nouns in the sentences around the calendar. */
export type CalendarWords = {
  /** 'veterinarian', as in 'This veterinarian has no available dates'. */
  provider: string
  /** 'Doctor', as in 'Doctor is Not Available'. */
  title: string
  /** Returns the sentence for a chosen holiday, the trade's own if it has one. */
  holiday?: string
}

/** Says why a day has no slots, which 'No available slots for this date' leaves open. */
export const reasonText: Readonly<Record<Exclude<NoSlotsReason, 'holiday'>, string>> = {
  booked: 'Every time on this day is booked.',
  break: 'The working hours of this day are taken up by breaks.',
  past: 'What was left of this day has passed, or is too soon to book.',
  short: 'No free time on this day is long enough for your appointment.',
  closed: 'There are no working hours on this day.',
}
