import { DAY } from '#/kernel/duration.ts'
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
export const maxVaccineLength = 200
export const maxVaccinations = 100
/** Per owner, including archived pets and those in memory. */
export const maxPets = 50

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

/** `12 kg (26.5 lb)` */
export function weightText(pounds: number): string {
  const kilograms = fromPounds(pounds, 'kg')
  return `${kilograms < 0.1 ? 'under 0.1' : kilograms} kg (${pounds} lb)`
}

/** The longest way to write one, with spaces and dashes. */
export const longestMicrochip = 60

/** Returns the 15 digits of an ISO 11784 microchip without spaces and dashes, or null. */
export function readMicrochip(text: string): string | null {
  const digits = text.replace(/[\s.-]/g, '')
  return /^\d{15}$/.test(digits) ? digits : null
}

/** Accepts short emergency numbers too. */
export const isPhone = (text: string) => isPhoneNumber(text, { fewestDigits: 5, longest: 40 })

export const petStatuses = ['active', 'archived', 'in_memory'] as const
/** Only active pets are listed and can be booked for; the others stay in their past bookings. */
export type PetStatus = (typeof petStatuses)[number]

export type PetMove = 'archive' | 'remember' | 'bring_back'

const moves: Readonly<Record<PetMove, { from: readonly PetStatus[]; to: PetStatus }>> = {
  archive: { from: ['active'], to: 'archived' },
  remember: { from: ['active', 'archived'], to: 'in_memory' },
  // Also undoes a tap on the wrong button.
  bring_back: { from: ['archived', 'in_memory'], to: 'active' },
}

/** Returns the status after a move, or null if it isn't allowed. Repeating a move changes nothing. */
export function statusAfter(move: PetMove, status: PetStatus): PetStatus | null {
  const { from, to } = moves[move]
  return status === to || from.includes(status) ? to : null
}

/** `isAccepted`: the provider accepted the booking, and it still stands. */
export type CareBooking = { isAccepted: boolean; endsAt: Date }

export const careDays = 14

/** A provider reads the care instructions from acceptance until 14 days after the booking's end. */
export function mayReadCare({ isAccepted, endsAt }: CareBooking, now: Date): boolean {
  return isAccepted && now.getTime() <= endsAt.getTime() + careDays * DAY
}

type CoreVaccine = { name: string; isGivenBy: RegExp }

const rabies: CoreVaccine = { name: 'Rabies', isGivenBy: /rabi|\barv\b/i }
/** Core vaccinations of dogs and cats, by any of the names that people write down. */
const coreVaccines: Partial<Record<Species, readonly CoreVaccine[]>> = {
  dog: [rabies, { name: 'DHPPi', isGivenBy: /\bd[ah]+2?l?pp|distemper|parvo|\b[5-9][ -]?in[ -]?1/i }],
  cat: [rabies, { name: 'FVRCP', isGivenBy: /fvrcp|tricat|panleuk|\b[34][ -]?in[ -]?1/i }],
}

/** The latest vaccination of each name. */
type Given = { name: string; nextDueOn: string | null }

/** Returns the core vaccinations that a pet of this species lacks on a day, each with its due day if it had one. */
export function lackingVaccines(
  species: Species,
  given: readonly Given[],
  day: string,
): { name: string; dueOn: string | null }[] {
  return (coreVaccines[species] ?? []).flatMap(({ name, isGivenBy }) => {
    const matching = given.filter((one) => isGivenBy.test(one.name))
    if (matching.some(({ nextDueOn }) => nextDueOn === null || nextDueOn >= day)) return []
    const dueOn = matching
      .map(({ nextDueOn }) => nextDueOn!)
      .toSorted()
      .at(-1)
    return { name, dueOn: dueOn ?? null }
  })
}
