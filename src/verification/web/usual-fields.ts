import type { FieldSpec } from '#/kernel/web/form/field-list.ts'

/** Fields shared by the profiles of several trades. */

export const fullName: FieldSpec = {
  name: 'fullName',
  label: 'Full name',
  kind: 'line',
  max: 120,
  required: true,
  autoComplete: 'name',
}

export const hourlyRate: FieldSpec = {
  name: 'hourlyRate',
  label: 'Rate per hour',
  kind: 'amount',
  aboveZero: true,
  required: true,
  hint: 'In rupees.',
}

export const yearsOfExperience = (most: number): FieldSpec => ({
  name: 'yearsExperience',
  label: 'Years of experience',
  kind: 'whole',
  least: 0,
  most,
})

/** Optional for providers who come to the owner. */
export const place = (example: string): FieldSpec => ({
  name: 'location',
  label: 'Place',
  kind: 'line',
  max: 200,
  hint: `Neighbourhood and city, as owners search for it: ${example}.`,
})

export const about: FieldSpec = { name: 'bio', label: 'About you', kind: 'lines', max: 5000 }
