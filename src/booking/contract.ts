import { z } from 'zod'
import { type ErrorKinds, refuser } from '#/kernel/errors.ts'
import { clockTimeSchema, daySchema } from '#/kernel/time.ts'

/** Refusals of the calendar, which every trade's booking endpoints may answer with. */
export const bookingErrors = {
  'booking.slot_taken': 'conflict',
  'booking.not_a_slot': 'invalid',
  'booking.holiday': 'invalid',
  'booking.past': 'invalid',
  'booking.too_soon': 'invalid',
  'booking.outside_window': 'invalid',
} as const satisfies ErrorKinds

export const refuseBooking = refuser(bookingErrors)

export const slotSchema = z.object({
  date: daySchema,
  startTime: clockTimeSchema,
  endTime: clockTimeSchema,
  scheduleId: z.uuid(),
  startsAt: z.date(),
})

export const dayStateSchema = z.object({
  date: daySchema,
  state: z.enum(['available', 'full', 'over', 'holiday', 'closed']),
})

/** The days of the booking window, for a calendar. */
export const openDaysSchema = z.object({
  timeZone: z.string(),
  days: z.array(dayStateSchema),
  /** There are working days, and nothing can be booked because of the holidays on them. */
  onlyHolidays: z.boolean(),
})

/** `reason` says why there is nothing to choose, when there is nothing. */
export const slotsSchema = z.object({
  timeZone: z.string(),
  slots: z.array(slotSchema),
  reason: z.enum(['holiday', 'closed', 'booked', 'break', 'past']).nullable(),
})

/**
 * What a browser sends to name a slot: the server looks up everything else. The instant, where it is given, must be the
 * slot's: clock times alone would name another one, once the provider has moved to another zone.
 */
export const slotChoice = z.object({
  date: daySchema,
  startTime: clockTimeSchema,
  endTime: clockTimeSchema,
  startsAt: z.coerce.date().optional(),
})
