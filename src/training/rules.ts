export { type SessionType, sessionTypes } from '#/booking/sessions.ts'

export const specializations = [
  'Obedience Training',
  'Puppy Training',
  'Agility Training',
  'Behavioral Modification',
  'House Training',
  'Socialization',
  'Trick Training',
  'Service Dog Training',
] as const

/** Returns a session's price in minor units, rounded to the nearest. */
export const sessionPrice = (hourlyRate: number, minutes: number): number =>
  Math.round((hourlyRate * minutes) / 60)

export type Specialization = (typeof specializations)[number]

export const mostYears = 80
