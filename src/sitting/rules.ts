import { leavesTimeToAnswer, mostProposals } from '#/appointments/proposals.ts'
import type { Movable } from '#/appointments/rules.ts'
import { HOUR } from '#/kernel/duration.ts'

export const services = ['hostel-checkin', 'dog-walking', 'day-care'] as const
export type Service = (typeof services)[number]

export const schedules = ['one-time', 'repeat-weekly'] as const
export type Schedule = (typeof schedules)[number]

export const petSizes = ['small', 'medium', 'large', 'giant'] as const
export type PetSize = (typeof petSizes)[number]

export const homeKinds = ['house', 'apartment', 'farm', 'other'] as const
export const policies = ['flexible', 'standard', 'moderate', 'strict'] as const

export const mostPhotos = 6
export const mostPets = 20

/** The maximum number of pets in one request. */
export const mostPetsAsked = 5
/** The maximum number of sitters for one request. */
export const mostSittersAsked = 5

export const mostNights = 30
/** The maximum number of days in a row of walks or day care. */
export const mostDaysInARow = 31
/** The maximum number of days from now to a request's start. */
export const mostDaysAhead = 180
/** Appointments of a weekly repeat are made this far ahead. */
export const weeksAhead = 4
/** The maximum number of pauses of one repeat, including past ones. */
export const mostPauses = 50
/** The maximum number of times that an owner asks to move one visit, and that their sitter proposes another time. */
export const mostMoveAsks = { owner: 6, sitter: mostProposals } as const
/** When a pause is ended early, days that begin sooner than this stay off: an owner can still cancel the others for free. */
export const resumeHoursAhead = 24

export const isFarEnough = (startsAt: Date, now: Date): boolean =>
  startsAt.getTime() >= now.getTime() + resumeHoursAhead * HOUR

/** For each person. */
export const sittingRates = {
  pause: { max: 20, windowSeconds: 3600 },
  calendar: { max: 60, windowSeconds: 3600 },
  move: { max: 20, windowSeconds: 3600 },
}

/** The number of days in a profile's calendar. */
export const calendarDays = 60

/** A sitter must answer within this many hours, and this many hours before the start, whichever is earlier. */
export const hoursToAnswer = 24
export const answerHoursBefore = 2

/** Without a nightly rate, a night costs this many hours. */
export const hoursOfNight = 8

export const defaultTimes = { startTime: '09:00', endTime: '17:00' } as const

/** Returns the times with which a form begins. Walks are priced by the hour, so one takes an hour. */
export const usualTimes = (service: Service | null) =>
  service === 'dog-walking' ? ({ startTime: '08:00', endTime: '09:00' } as const) : defaultTimes

const poundsOf: readonly (readonly [PetSize, number])[] = [
  ['small', 10 / 0.45359237],
  ['medium', 25 / 0.45359237],
  ['large', 40 / 0.45359237],
]

/** Returns the size of a pet of this weight, as sitters choose which they take: up to 10, 25 and 40 kg, and more. */
export function sizeOf(pounds: number): PetSize {
  return poundsOf.find(([, most]) => pounds <= most)?.[0] ?? 'giant'
}

/** The request's `dog_size_lbs`: the rounded average of the dogs whose weight is known, halves rounded up; null if none is. */
export function averagePounds(weights: readonly (number | null)[]): number | null {
  const known = weights.filter((pounds) => pounds !== null)
  return known.length === 0 ? null : Math.round(known.reduce((sum, pounds) => sum + pounds, 0) / known.length)
}

/** Tells whether a sitter may propose another time for a visit, without the 24 hours that owners have: nothing happens unless they agree. */
export const maySitterPropose = (
  { status, nights, startedAt, startsAt, providerBarred }: Movable,
  now: Date,
): boolean =>
  status === 'confirmed' &&
  nights === null &&
  startedAt === null &&
  !providerBarred &&
  leavesTimeToAnswer(startsAt, now)

/** Returns the deadline for answering a request made now; at short notice, its start. */
export function answerByFor(startsAt: Date, now: Date): Date {
  const soon = Math.max(startsAt.getTime() - answerHoursBefore * HOUR, now.getTime() + HOUR / 2)
  return new Date(Math.min(now.getTime() + hoursToAnswer * HOUR, soon, startsAt.getTime()))
}
