/** The hats a person can wear. A role decides menus and the dashboard; what one may do follows from one's records. */
export const roles = [
  'pet_owner',
  'veterinary_doctor',
  'pet_sitter',
  'pet_trainer',
  'pet_stylist',
  'pharmacist',
  'supplier',
] as const

export type Role = (typeof roles)[number]

/** An unknown role string means the most harmless role. */
export function roleFrom(value: string): Role {
  return roles.find((role) => role === value) ?? 'pet_owner'
}

/** What a newcomer has left to do: choose a role, make the record of the one they wear, say their name. */
export const setupSteps = ['role', 'record', 'name'] as const
export type SetupStep = (typeof setupSteps)[number]

/** The next of them; null when nothing is missing. `role` is null for whoever has no profile. */
export function nextSetupStep(person: {
  role: string | null
  hasRecord: boolean
  name: string
}): SetupStep | null {
  if (person.role === null) return 'role'
  if (!person.hasRecord) return 'record'
  return person.name.trim() === '' ? 'name' : null
}

/** Where a role's record is made and kept. */
export const profilePaths: Readonly<Record<Role, `/${string}`>> = {
  pet_owner: '/profile/pet-owner',
  veterinary_doctor: '/profile/veterinary',
  pet_sitter: '/profile/pet-sitter',
  pet_trainer: '/profile/pet-trainer',
  pet_stylist: '/profile/pet-stylist',
  pharmacist: '/profile/pharmacist',
  supplier: '/profile/supplier',
}

/** Where people see and change how they log in. */
export const loginSettingsPath = '/edit-profile?section=security'

export const passwordLength = { min: 6, max: 128 } as const

/** For so long after a sign-in, or another proof, nothing more is asked for. */
export const proofMinutes = 5

export const nameMaximum = 120

/** 254 is what fits into an SMTP envelope. */
export const emailMaximum = 254

const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/

export function isEmail(value: string): boolean {
  return value.length <= emailMaximum && emailPattern.test(value) && !/\.invalid$/i.test(value)
}

/**
 * Stands in for the address of somebody who has none: the sign-in library wants one, and nobody can have this. It is
 * never shown and never written to; `users.contact_email` is null for it.
 */
export const emailForNobody = (userId: string) => `${userId}@no-email.invalid`

/** What is sent to a phone: how many digits, for how long it is good, for how many tries, and how soon there is another. */
export const codeRules = { length: 6, lifeSeconds: 300, tries: 5, pauseSeconds: 60 } as const

/** After so many wrong codes for one number in a day, of however many codes, each code is good for one try. */
export const wrongCodesADay = 30

/** A code as messages write it, `341 537` or `341-537`, without what groups its digits. */
export const plainCode = (text: string) => text.replace(/[\s\p{Pd}\u200b]/gu, '')

export const isCode = (value: string) => /^\d{6}$/.test(value)
