import { highestRate, lowestRate } from '#/kernel/money.ts'
import type { FieldSpec } from '#/kernel/web/form/field-list.ts'
import { mostYears } from '#/verification/rules.ts'

/** Fields shared by the profiles of several trades. */

export const fullName = {
  name: 'fullName',
  label: 'Full name',
  kind: 'line',
  max: 120,
  required: true,
  autoComplete: 'name',
} as const satisfies FieldSpec

export const hourlyRate = {
  name: 'hourlyRate',
  label: 'Rate per hour',
  kind: 'amount',
  aboveZero: true,
  least: lowestRate,
  most: highestRate,
  required: true,
  hint: 'In rupees.',
} as const satisfies FieldSpec

export const yearsOfExperience = {
  name: 'yearsExperience',
  label: 'Years of experience',
  kind: 'whole',
  least: 0,
  most: mostYears,
} as const satisfies FieldSpec

/** Optional, because some agree on a place with each owner; required with `comesToOwner`. */
export const place = (example: string) =>
  ({
    name: 'location',
    label: 'Place',
    kind: 'line',
    max: 200,
    hint: `Neighbourhood and city, as owners search for it: ${example}. If you come to owners’ homes, it’s the area you serve. A new place shows up in distance searches after about a minute.`,
  }) as const satisfies FieldSpec

export const comesToOwner = (what: string) =>
  ({
    name: 'comesToOwner',
    label: 'I come to owners’ homes',
    kind: 'yes',
    hint: `New ${what} will be at the owner’s home, and owners give you their address when they book. Bookings you already have aren’t moved there. They show the place above, so tell those owners if it changes.`,
  }) as const satisfies FieldSpec

export const about = {
  name: 'bio',
  label: 'About you',
  kind: 'lines',
  max: 5000,
} as const satisfies FieldSpec
