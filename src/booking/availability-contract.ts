import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { type ErrorKinds, refuser } from '#/kernel/errors.ts'
import { optionalLine } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { clockTimeSchema, daySchema, timeZoneSchema, WEEKDAYS } from '#/kernel/time.ts'
import { openDaysSchema, slotsSchema } from './contract.ts'
import { bufferLimit, noticeLimit, reasonLimit, rowLimit, slotLimits } from './hours.ts'
import { slotTrades, trades } from './trades.ts'
import { ofProvider, waitEndpoints } from './waiting.ts'

/** The refusal's data contains the position: `day` or `date`, then `row` and `pause` (a break), counted from 0. */
export const availabilityErrors = {
  'booking.hours_end_first': 'invalid',
  'booking.hours_too_short': 'invalid',
  'booking.hours_overlap': 'invalid',
  'booking.hours_missing': 'invalid',
  'booking.break_ends_first': 'invalid',
  'booking.break_outside': 'invalid',
  'booking.breaks_overlap': 'invalid',
  'booking.holiday_ends_first': 'invalid',
  'booking.holiday_known': 'conflict',
  'booking.day_over': 'invalid',
  'booking.too_far': 'invalid',
  'booking.too_many_days': 'invalid',
  'booking.hours_changed': 'conflict',
  'booking.bookings_outside': 'conflict',
} as const satisfies ErrorKinds

export const refuse = refuser(availabilityErrors)

export const tradeSchema = z.enum(trades)

/** Sitters, who are asked, set notice and most pets on their own. */
export const slotTradeSchema = z.enum(slotTrades)

const pauseSchema = z.object({ startTime: clockTimeSchema, endTime: clockTimeSchema })

const rangeSchema = z.object({
  startTime: clockTimeSchema,
  endTime: clockTimeSchema,
  slotMinutes: z.int().min(slotLimits.min).max(slotLimits.max),
})

/** Without an id it is a new row; with one, a change of that row. */
export const hoursInput = rangeSchema.extend({
  id: idSchema('schedule').nullish(),
  breaks: z
    .array(pauseSchema.extend({ reason: optionalLine(reasonLimit) }))
    .max(rowLimit)
    .default([]),
})
const rangesInput = z.array(hoursInput).max(rowLimit)

export const hoursSchema = rangeSchema.extend({
  id: idSchema('schedule'),
  breaks: z.array(pauseSchema.extend({ reason: z.string().nullable() })),
})
const ranges = z.array(hoursSchema)

export const weekdaySchema = z.enum(WEEKDAYS)

/** Zone names that Postgres and every browser know, so no abbreviations. */
const providerZoneSchema = timeZoneSchema.refine(
  (zone) => zone === 'UTC' || /^(?!SystemV\/)[^/]+\//i.test(zone),
  'Not a time zone',
)

const settings = {
  minimumNoticeMinutes: z.int().min(0).max(noticeLimit),
  bufferMinutes: z.int().min(0).max(bufferLimit),
}

export const outsideSchema = z.object({
  id: z.uuid(),
  startsAt: z.date(),
  endsAt: z.date(),
  status: z.enum(['pending', 'confirmed']),
  ownerName: z.string(),
  petName: z.string().nullable(),
})
export type OutsideBooking = z.output<typeof outsideSchema>

/** Changes send the version they were made from, so that concurrent changes aren't lost. */
const versionSchema = z.string().max(64)

export const availabilitySchema = z.object({
  listed: z.boolean(),
  settings: z.object({ timeZone: z.string(), ...settings, version: versionSchema }),
  /** Monday to Sunday. A day off keeps its hours for when it is switched on again. */
  week: z.object({
    days: z.array(z.object({ day: weekdaySchema, isOpen: z.boolean(), ranges })),
    version: versionSchema,
  }),
  dates: z.array(z.object({ date: daySchema, isOpen: z.boolean(), ranges, version: versionSchema })),
  holidays: z.array(
    z.object({
      id: idSchema('holiday'),
      startDate: daySchema,
      endDate: daySchema,
      reason: z.string().nullable(),
    }),
  ),
  /** Taken times in the booking window, for the preview. */
  busy: z.array(z.object({ startsAt: z.date(), endsAt: z.date() })),
  /** Open bookings outside the saved hours. */
  outside: z.array(outsideSchema),
})
export type Availability = z.output<typeof availabilitySchema>

const ofTrade = { trade: tradeSchema }

/** The version a change was made from, and the bookings it may leave outside the hours. */
const checked = {
  version: versionSchema.optional(),
  knownOutside: z.array(z.uuid()).max(5_000).optional(),
}
export const weekInput = z.object({
  ...ofTrade,
  ...checked,
  days: z
    .array(z.object({ day: weekdaySchema, isOpen: z.boolean(), ranges: rangesInput }))
    .max(WEEKDAYS.length)
    .refine((days) => new Set(days.map(({ day }) => day)).size === days.length, 'A day twice'),
})
export const dateInput = z.object({
  ...ofTrade,
  ...checked,
  date: daySchema,
  isOpen: z.boolean(),
  ranges: rangesInput,
})
export const dateRemovalInput = z.object({ ...ofTrade, ...checked, date: daySchema })
export const holidayInput = z.object({
  ...ofTrade,
  knownOutside: checked.knownOutside,
  startDate: daySchema,
  endDate: daySchema,
  reason: optionalLine(reasonLimit),
})
export const holidayRemovalInput = z.object({ ...ofTrade, id: idSchema('holiday') })
export const settingsInput = z.object({
  trade: slotTradeSchema,
  ...checked,
  timeZone: providerZoneSchema,
  ...settings,
})

const checkedErrors = only(availabilityErrors, 'booking.hours_changed', 'booking.bookings_outside')
const hoursErrors = only(
  availabilityErrors,
  'booking.hours_end_first',
  'booking.hours_too_short',
  'booking.hours_overlap',
  'booking.hours_missing',
  'booking.break_ends_first',
  'booking.break_outside',
  'booking.breaks_overlap',
)
const dayErrors = only(availabilityErrors, 'booking.day_over', 'booking.too_far', 'booking.too_many_days')

const rows = 'the caller’s own provider record of that trade, verified or not'

const calendarRows =
  'the calendar of a listed provider, but not whose bookings they are; `moving` is an open appointment the caller booked with them, or is the provider of'

/**
 * An appointment to move, or to propose another time for: its own time counts as free, and only times that it fits into
 * are offered.
 */
const moving = idSchema('appointment').optional()

const ownCalendarSchema = z.object({
  trade: slotTradeSchema,
  hasHours: z.boolean(),
  /** False if owners come somewhere that the profile doesn't name. */
  hasPlace: z.boolean(),
  /** The last day of a holiday that includes today; null without one. */
  awayUntil: daySchema.nullable(),
})
export type OwnCalendar = z.output<typeof ownCalendarSchema>

export const bookingContract = {
  calendars: endpoint({
    method: 'GET',
    path: '/booking/calendars',
    summary:
      'Lists the trades in which the caller is booked by the slot, with what keeps owners from finding or booking times there',
    access: 'signed-in',
    token: 'availability:read',
    rows: 'the caller’s own provider records, verified or not',
    input: z.object({}).optional(),
    output: z.object({ calendars: z.array(ownCalendarSchema) }),
  }),
  availability: endpoint({
    method: 'GET',
    path: '/booking/{trade}/availability',
    summary: 'Returns hours, single dates, holidays and settings of the caller’s own calendar',
    access: 'signed-in',
    token: 'availability:read',
    rows: `${rows}, with its open bookings that lie outside the hours`,
    input: z.object(ofTrade),
    output: availabilitySchema,
  }),
  saveWeek: endpoint({
    method: 'PUT',
    path: '/booking/{trade}/weekly-hours',
    summary: 'Replaces the weekly hours; missing days have none',
    access: 'signed-in',
    token: 'availability:write',
    rows,
    input: weekInput,
    output: availabilitySchema,
    errors: { ...hoursErrors, ...checkedErrors },
  }),
  saveDate: endpoint({
    method: 'PUT',
    path: '/booking/{trade}/dates/{date}',
    summary: 'Gives one date hours of its own, or closes it',
    access: 'signed-in',
    token: 'availability:write',
    rows,
    input: dateInput,
    output: availabilitySchema,
    errors: { ...hoursErrors, ...dayErrors, ...checkedErrors },
  }),
  removeDate: endpoint({
    method: 'DELETE',
    path: '/booking/{trade}/dates/{date}',
    summary: 'Lets one date follow the weekly hours again',
    access: 'signed-in',
    token: 'availability:write',
    rows,
    input: dateRemovalInput,
    output: availabilitySchema,
    errors: checkedErrors,
  }),
  addHoliday: endpoint({
    method: 'POST',
    path: '/booking/{trade}/holidays',
    summary: 'Adds a holiday from its first to its last day',
    access: 'signed-in',
    token: 'availability:write',
    rows,
    input: holidayInput,
    output: availabilitySchema,
    errors: {
      ...only(
        availabilityErrors,
        'booking.holiday_ends_first',
        'booking.holiday_known',
        'booking.bookings_outside',
      ),
      ...dayErrors,
    },
  }),
  removeHoliday: endpoint({
    method: 'DELETE',
    path: '/booking/{trade}/holidays/{id}',
    summary: 'Removes a holiday',
    access: 'signed-in',
    token: 'availability:write',
    rows: 'a holiday of the caller’s own provider record of that trade',
    input: holidayRemovalInput,
    output: availabilitySchema,
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/booking/{trade}/settings',
    summary: 'Sets time zone, minimum notice and buffer',
    access: 'signed-in',
    token: 'availability:write',
    rows,
    input: settingsInput,
    output: availabilitySchema,
    errors: checkedErrors,
  }),
  openDays: endpoint({
    method: 'GET',
    path: '/booking/{trade}/providers/{providerId}/days',
    summary:
      'Lists the days of the booking window with their states, or those to which an appointment can be moved',
    access: 'signed-in',
    token: 'availability:read',
    rows: calendarRows,
    input: z.object({ ...ofProvider, moving }),
    output: openDaysSchema,
  }),
  slots: endpoint({
    method: 'GET',
    path: '/booking/{trade}/providers/{providerId}/days/{date}/slots',
    summary: 'Lists the free slots of one day, or those to which an appointment can be moved',
    access: 'signed-in',
    token: 'availability:read',
    rows: calendarRows,
    input: z.object({ ...ofProvider, date: daySchema, moving }),
    output: slotsSchema,
  }),
  ...waitEndpoints,
}
