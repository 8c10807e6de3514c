import type { Money } from '#/kernel/money.ts'

/** The services that stylists offer. */
export const services = [
  'Full Grooming',
  'Bath & Brush',
  'Nail Trimming',
  'Hair Cutting',
  'Teeth Cleaning',
  'Ear Cleaning',
  'De-shedding',
  'Flea Treatment',
] as const
export type Service = (typeof services)[number]

export const mostYears = 80

/** Per appointment. */
export const mostPets = 5

/** Estimates a slot's price in minor units; the stylist sets it when they see the coat. */
export function estimateOf(hourlyRate: number, minutes: number): number {
  return Math.round((hourlyRate * minutes) / 60)
}

/** Does the same for money. */
export const estimated = ({ amount, currency }: Money, minutes: number): Money => ({
  amount: estimateOf(amount, minutes),
  currency,
})
