import type { HourlyListed, Listed } from '#/appointments/listed.ts'

type ListedRow = {
  full_name: string
  addressed_as: string
  profile_image_url: string | null
  availability: string | null
  bio: string | null
  rating: number | null
  total_reviews: number
  time_zone: string
}

export const showListed = (row: ListedRow): Listed => ({
  fullName: row.full_name,
  name: row.addressed_as,
  imageUrl: row.profile_image_url,
  availability: row.availability,
  bio: row.bio,
  rating: row.rating,
  totalReviews: row.total_reviews,
  timeZone: row.time_zone,
})

type HourlyRow = ListedRow & {
  location: string | null
  price: number
  currency: string
  years_experience: number | null
  specialities: string[]
  comes_to_owner: boolean
  verification_status: string
}

export const showHourlyListed = (row: HourlyRow): HourlyListed => ({
  ...showListed(row),
  location: row.location,
  hourlyRate: { amount: row.price, currency: row.currency },
  yearsExperience: row.years_experience,
  specializations: row.specialities,
  comesToOwner: row.comes_to_owner,
  isVerified: row.verification_status === 'verified',
})
