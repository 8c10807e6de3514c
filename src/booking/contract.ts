import { z } from 'zod'
import { type ErrorKinds, refuser } from '#/kernel/errors.ts'
import { clockTimeSchema, daySchema } from '#/kernel/time.ts'

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
  scheduleId: z.uuid().nullable(),
  startsAt: z.date(),
  /** Set if the owner chooses the end: a booking that starts here may last until then, over several slots in a row. */
  latestEnd: clockTimeSchema.nullable(),
})

export const dayStateSchema = z.object({
  date: daySchema,
  state: z.enum(['available', 'full', 'over', 'holiday', 'closed']),
})

export const openDaysSchema = z.object({
  timeZone: z.string(),
  days: z.array(dayStateSchema),
  /** There are working days, but all of them are holidays. */
  onlyHolidays: z.boolean(),
})

/** `reason` says why there are no slots. */
export const slotsSchema = z.object({
  timeZone: z.string(),
  slots: z.array(slotSchema),
  reason: z.enum(['holiday', 'closed', 'booked', 'break', 'past', 'short']).nullable(),
})

/**
 * Identifies a slot. `startsAt`, if given, must match: once the provider moves to another zone, the clock times alone
 * mean another slot.
 */
export const slotChoice = z.object({
  date: daySchema,
  startTime: clockTimeSchema,
  endTime: clockTimeSchema,
  startsAt: z.coerce.date().optional(),
})
