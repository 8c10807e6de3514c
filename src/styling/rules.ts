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

/** The most pets that a stylist can take per appointment, and how many they take unless they choose. */
export const mostPets = 5
export const usualPets = 2
