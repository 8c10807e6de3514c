/** The kinds of record that can be verified, by the names that permissions use. */
export const providerRecords = [
  'veterinary_doctor',
  'pet_sitter',
  'pet_trainer',
  'pet_stylist',
  'pharmacist',
  'supplier',
] as const
export type ProviderRecord = (typeof providerRecords)[number]

export const verificationStatuses = ['draft', 'submitted', 'verified', 'rejected', 'suspended'] as const
export type VerificationStatus = (typeof verificationStatuses)[number]

export type VerificationSide = 'provider' | 'admin'
type Move = { from: VerificationStatus; to: VerificationStatus; by: VerificationSide }

/** Every legal move and who may make it. There is no other way from one status to another. */
const moves: readonly Move[] = [
  { from: 'draft', to: 'submitted', by: 'provider' },
  { from: 'rejected', to: 'submitted', by: 'provider' },
  // By changing what was verified, and by taking that change back.
  { from: 'verified', to: 'submitted', by: 'provider' },
  { from: 'submitted', to: 'verified', by: 'provider' },
  { from: 'submitted', to: 'verified', by: 'admin' },
  { from: 'submitted', to: 'rejected', by: 'admin' },
  { from: 'draft', to: 'suspended', by: 'admin' },
  { from: 'submitted', to: 'suspended', by: 'admin' },
  { from: 'verified', to: 'suspended', by: 'admin' },
  { from: 'rejected', to: 'suspended', by: 'admin' },
  // Lifted: it is looked at again before anything else.
  { from: 'suspended', to: 'submitted', by: 'admin' },
]

export function mayMove(from: VerificationStatus, to: VerificationStatus, by: VerificationSide): boolean {
  return moves.some((move) => move.from === from && move.to === to && move.by === by)
}

/** Facts that are checked, by the names of their columns. */
export type Facts = Readonly<Record<string, string | null>>

/** A checked fact that its provider has changed: what others see, and what is being checked. */
export type FactChange = { fact: string; verified: string | null; proposed: string | null }

/** Compares what was verified with what is proposed, in the order of the verified facts. */
export function changesOf(verified: Facts, proposed: Facts | undefined): FactChange[] {
  if (!proposed) return []
  return Object.entries(verified)
    .map(([fact, value]) => ({ fact, verified: value, proposed: proposed[fact] ?? null }))
    .filter((change) => change.verified !== change.proposed)
}

/** Whether there is something to hand in: what was verified is handed in again only by a change of it. */
export function mayHandIn(status: VerificationStatus): boolean {
  return status === 'draft' || status === 'rejected'
}

/**
 * Whether the owner may take a document away. One that a decision went by, which verified or suspended the record, stays
 * for whoever asks later, whatever became of the record since.
 */
export function mayRemoveDocument(status: VerificationStatus, wasDecidedBy: boolean): boolean {
  return !wasDecidedBy && (status === 'draft' || status === 'submitted' || status === 'rejected')
}

/** Where owners look for those with a record of each kind. */
export const searchPages: Readonly<Record<ProviderRecord, string>> = {
  veterinary_doctor: '/services/book-a-vet',
  pet_sitter: '/services/book-pet-sitter',
  pet_trainer: '/services/book-a-trainer',
  pet_stylist: '/services/book-a-stylist',
  pharmacist: '/pharmacy',
  supplier: '/merchandise',
}

/** What has to be there before a record is handed in, in the order in which a form asks for it. */
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
