import type { Species } from '#/pets/rules.ts'

/** Suggestions only. */
export const vaccines: Readonly<Record<Species, readonly string[]>> = {
  dog: ['Rabies', 'DHPPi', 'Leptospirosis', 'Kennel cough', 'Canine coronavirus'],
  cat: ['Rabies', 'FVRCP', 'Feline leukaemia'],
  bird: ['Polyomavirus', 'Avian pox', 'Newcastle disease'],
  rabbit: ['Myxomatosis', 'Rabbit haemorrhagic disease'],
  other: ['Rabies', 'Distemper', 'Tetanus'],
}
