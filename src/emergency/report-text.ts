import type { InjuredAnimal, Severity } from './injured.ts'

export const animalText: Readonly<Record<InjuredAnimal, string>> = {
  dog: 'Dog',
  cat: 'Cat',
  cattle: 'Cow or buffalo',
  bird: 'Bird',
  other: 'Another animal',
}

export const severityText: Readonly<Record<Severity, { name: string; line: string }>> = {
  critical: { name: 'Critical', line: 'Can’t get up, is bleeding heavily or is hardly breathing' },
  serious: { name: 'Serious', line: 'Badly hurt, but awake' },
  minor: { name: 'Minor', line: 'Is limping, or has a small wound' },
}

/** Says what is wrong with a field of a report. */
export const reportText = {
  animal: 'Please choose the animal.',
  severity: 'Please choose how bad it is.',
  place: 'Please add your position, or write the place and the city.',
  phone: 'Please enter a phone number that rescuers can call.',
} as const
