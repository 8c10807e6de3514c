import { documentText, mostFiles } from '#/kernel/documents.ts'
import type { verificationErrors } from './contract.ts'
import type { ProviderRecord, VerificationStatus } from './rules.ts'

/** Says on a profile, and in a report's copy of it, that the provider comes to owners' homes. */
export const homeVisits = { term: 'Visits', text: 'Comes to your home' } as const

/** Continues 'Until it’s verified, …' for sellers. */
export const notOnSaleText = 'your products aren’t on sale. You can still handle the orders you have.'

const own: Readonly<Record<keyof typeof verificationErrors, string>> = {
  'verification.incomplete': 'Something is still missing. Please fill in everything on the list first.',
  'verification.move_not_allowed': 'This has changed since you opened it. Please look at it again.',
  'verification.changed_meanwhile': 'This profile has changed since you opened it. Please look at it again.',
  'verification.too_many_documents': `You can add at most ${mostFiles} documents. Please remove one first.`,
  'verification.area_needed': 'Please name the area that you serve, so that owners can find you.',
  'verification.documents_stay': 'This document has been checked, so it stays with your profile.',
}

export const verificationText = { ...documentText, ...own }

export const statusText: Readonly<Record<VerificationStatus, string>> = {
  draft: 'Not submitted',
  submitted: 'Being checked',
  verified: 'Verified',
  rejected: 'Not verified',
  suspended: 'Suspended',
}

/** Used in sentences: `Your vet profile …`. */
export const recordText: Readonly<Record<ProviderRecord, string>> = {
  veterinary_doctor: 'vet',
  pet_sitter: 'pet sitter',
  pet_trainer: 'pet trainer',
  pet_stylist: 'pet stylist',
  pharmacist: 'pharmacist',
  supplier: 'supplier',
}

/** Used in sentences: `once pet sitting opens`. */
export const openingText: Readonly<Record<ProviderRecord, string>> = {
  veterinary_doctor: 'vet booking',
  pet_sitter: 'pet sitting',
  pet_trainer: 'training',
  pet_stylist: 'styling',
  pharmacist: 'the pharmacy',
  supplier: 'the shop',
}

/** Names of requirements and facts. */
export const factText: Readonly<Record<string, string>> = {
  full_name: 'Full name',
  license_id: 'Registration number',
  registration_council: 'Veterinary council',
  specialization: 'Specialization',
  phone_number: 'Clinic phone',
  location: 'Place',
  experience_years: 'Years of experience',
  years_experience: 'Years of experience',
  services: 'Services',
  hourly_rate: 'Hourly rate',
  home_kind: 'Home',
  specializations: 'Skills',
  registration_number: 'Registration number',
  shop_license_number: 'Shop licence number',
  shop_address: 'Shop address',
  business_name: 'Business name',
  gstin: 'GSTIN',
  pickup_address: 'Pickup address',
  document: 'A document that shows your registration',
}
