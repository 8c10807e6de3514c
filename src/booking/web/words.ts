import type { NoSlotsReason } from '#/booking/slots.ts'

/** What a trade calls its people, in the sentences around the calendar. */
export type CalendarWords = {
  /** 'veterinarian', as in 'This veterinarian has no available dates'. */
  provider: string
  /** 'Doctor', as in 'Doctor is Not Available'. */
  title: string
}

/** Why a day has nothing to choose, where the spare 'No available slots for this date' leaves one guessing. */
export const reasonText: Readonly<Record<Exclude<NoSlotsReason, 'holiday'>, string>> = {
  booked: 'Every time on this day is booked.',
  break: 'The working hours of this day are taken up by breaks.',
  past: 'What was left of this day has passed, or is too soon to book.',
  closed: 'There are no working hours on this day.',
}
