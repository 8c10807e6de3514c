/** The verifiable kinds of record, named as in permissions. */
export const providerRecords = [
  'veterinary_doctor',
  'pet_sitter',
  'pet_trainer',
  'pet_stylist',
  'pharmacist',
  'supplier',
] as const
export type ProviderRecord = (typeof providerRecords)[number]

/** The most years of experience that a profile can name. */
export const mostYears = 80

/** Sellers have orders where others have bookings. */
export const isSeller = (record: ProviderRecord): boolean => record === 'pharmacist' || record === 'supplier'

export const verificationStatuses = ['draft', 'submitted', 'verified', 'rejected', 'suspended'] as const
export type VerificationStatus = (typeof verificationStatuses)[number]

export type VerificationSide = 'provider' | 'admin'
type Move = { from: VerificationStatus; to: VerificationStatus; by: VerificationSide }

/** Every legal move, and who may make it. */
const moves: readonly Move[] = [
  { from: 'draft', to: 'submitted', by: 'provider' },
  { from: 'rejected', to: 'submitted', by: 'provider' },
  // Changing verified facts, and withdrawing that change.
  { from: 'verified', to: 'submitted', by: 'provider' },
  { from: 'submitted', to: 'verified', by: 'provider' },
  { from: 'submitted', to: 'verified', by: 'admin' },
  { from: 'submitted', to: 'rejected', by: 'admin' },
  { from: 'draft', to: 'suspended', by: 'admin' },
  { from: 'submitted', to: 'suspended', by: 'admin' },
  { from: 'verified', to: 'suspended', by: 'admin' },
  { from: 'rejected', to: 'suspended', by: 'admin' },
  // Lifting a suspension: the record is checked again first.
  { from: 'suspended', to: 'submitted', by: 'admin' },
]

export function mayMove(from: VerificationStatus, to: VerificationStatus, by: VerificationSide): boolean {
  return moves.some((move) => move.from === from && move.to === to && move.by === by)
}

/** Checked facts by column name. */
export type Facts = Readonly<Record<string, string | null>>

/** A changed fact: `verified` is what others see, `proposed` what is being checked. */
export type FactChange = { fact: string; verified: string | null; proposed: string | null }

/** Compares in the order of the verified facts. */
export function changesOf(verified: Facts, proposed: Facts | undefined): FactChange[] {
  if (!proposed) return []
  return Object.entries(verified)
    .map(([fact, value]) => ({ fact, verified: value, proposed: proposed[fact] ?? null }))
    .filter((change) => change.verified !== change.proposed)
}

/** A verified record is submitted again only by a change. */
export function mayHandIn(status: VerificationStatus): boolean {
  return status === 'draft' || status === 'rejected'
}

/** A document that a verification or suspension was based on stays as evidence, whatever the record's status is now. */
export function mayRemoveDocument(status: VerificationStatus, wasDecidedBy: boolean): boolean {
  return !wasDecidedBy && (status === 'draft' || status === 'submitted' || status === 'rejected')
}

/** The search page for each kind of provider. */
export const searchPages: Readonly<Record<ProviderRecord, string>> = {
  veterinary_doctor: '/services/book-a-vet',
  pet_sitter: '/services/book-pet-sitter',
  pet_trainer: '/services/book-a-trainer',
  pet_stylist: '/services/book-a-stylist',
  pharmacist: '/pharmacy',
  supplier: '/merchandise',
}

/** Required before a record can be submitted, in the order of the form. */
export const requirements: Readonly<Record<ProviderRecord, readonly string[]>> = {
  veterinary_doctor: [
    'full_name',
    'license_id',
    'registration_council',
    'specialization',
    'location',
    'phone_number',
    'document',
  ],
  pet_sitter: ['full_name', 'location', 'services', 'hourly_rate', 'experience_years'],
  pet_trainer: ['full_name', 'hourly_rate', 'specializations'],
  pet_stylist: ['full_name', 'hourly_rate', 'specializations'],
  pharmacist: ['full_name', 'registration_number', 'shop_license_number', 'shop_address'],
  supplier: ['business_name', 'pickup_address'],
}
