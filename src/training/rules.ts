export type { SessionType } from '#/booking/sessions.ts'

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

export type Specialization = (typeof specializations)[number]
