import { isPhoneNumber } from '#/kernel/phone.ts'

export const species = ['dog', 'cat', 'bird', 'rabbit', 'other'] as const
export type Species = (typeof species)[number]

export const sexes = ['female', 'male'] as const
export type Sex = (typeof sexes)[number]

export const temperaments = [
  'calm',
  'playful',
  'energetic',
  'friendly',
  'cuddly',
  'curious',
  'independent',
  'shy',
  'anxious',
  'protective',
  'noisy',
  'may_bite',
] as const
export type Temperament = (typeof temperaments)[number]

export const maxNameLength = 60
export const maxBreedLength = 60
/** Of a note, and of the marks of a pet. */
export const maxNoteLength = 5000
export const maxColourLength = 500
export const maxVetNameLength = 200
export const maxVaccineLength = 200
export const maxPhoneLength = 40
export const maxPolicyLength = 60
export const maxVaccinations = 100
/** Of one owner, those archived and remembered included. */
export const maxPets = 50

/** Weight is kept in pounds, to one decimal. */
export const maxPounds = 400

export type WeightUnit = 'kg' | 'lb'

const kilogramsPerPound = 0.45359237

const toTenth = (value: number) => Math.round(value * 10) / 10

export function toPounds(amount: number, unit: WeightUnit): number {
  return toTenth(unit === 'lb' ? amount : amount / kilogramsPerPound)
}

export function fromPounds(pounds: number, unit: WeightUnit): number {
  return toTenth(unit === 'lb' ? pounds : pounds * kilogramsPerPound)
}

/** The 15 digits of ISO 11784, without the blanks and dashes they are printed with; null when it is something else. */
export function readMicrochip(text: string): string | null {
  const digits = text.replace(/[\s.-]/g, '')
  return /^\d{15}$/.test(digits) ? digits : null
}

/** A number that can be dialled, the short ones of emergency lines too. */
export const isPhone = (text: string) => isPhoneNumber(text, { fewestDigits: 5, longest: 40 })

export const petStatuses = ['active', 'archived', 'in_memory'] as const
/** Only an active pet is listed and can be booked for; the others stay in the bookings they had. */
export type PetStatus = (typeof petStatuses)[number]

export type PetMove = 'archive' | 'remember' | 'bring_back'

const moves: Readonly<Record<PetMove, { from: readonly PetStatus[]; to: PetStatus }>> = {
  archive: { from: ['active'], to: 'archived' },
  remember: { from: ['active', 'archived'], to: 'in_memory' },
  // Out of the archive, and after a tap on the wrong button.
  bring_back: { from: ['archived', 'in_memory'], to: 'active' },
}

/** Where a move takes a pet; null when it is not allowed. What is there already stays there. */
export function statusAfter(move: PetMove, status: PetStatus): PetStatus | null {
  const { from, to } = moves[move]
  return status === to || from.includes(status) ? to : null
}

/** What sharing depends on, of a booking: that the provider accepted it and it still stands, and when it ends. */
export type CareBooking = { isAccepted: boolean; endsAt: Date }

const careDays = 14

/** A provider reads how to care for a pet from the acceptance of its booking until 14 days after the end. */
export function mayReadCare({ isAccepted, endsAt }: CareBooking, now: Date): boolean {
  return isAccepted && now.getTime() <= endsAt.getTime() + careDays * 86_400_000
}
