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

export const mostYears = 80
