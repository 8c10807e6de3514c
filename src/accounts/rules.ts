/** Roles decide menus and the dashboard. Permissions follow from a person's records. */
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

/** Returns pet_owner, the most harmless role, for an unknown string. */
export function roleFrom(value: string): Role {
  return roles.find((role) => role === value) ?? 'pet_owner'
}

/** Steps of setting up a new account: choose a role, create its record, enter a name. */
export const setupSteps = ['role', 'record', 'name'] as const
export type SetupStep = (typeof setupSteps)[number]

/** Returns the next step, or null when setup is complete. `role` is null without a profile. */
export function nextSetupStep(person: {
  role: string | null
  hasRecord: boolean
  name: string
}): SetupStep | null {
  if (person.role === null) return 'role'
  if (!person.hasRecord) return 'record'
  return person.name.trim() === '' ? 'name' : null
}

export const profilePaths: Readonly<Record<Role, `/${string}`>> = {
  pet_owner: '/profile/pet-owner',
  veterinary_doctor: '/profile/veterinary',
  pet_sitter: '/profile/pet-sitter',
  pet_trainer: '/profile/pet-trainer',
  pet_stylist: '/profile/pet-stylist',
  pharmacist: '/profile/pharmacist',
  supplier: '/profile/supplier',
}

export const loginSettingsPath = '/edit-profile?section=security'

export const passwordLength = { min: 6, max: 128 } as const

/** For this long after a login or another proof, no further proof is needed. */
export const proofMinutes = 5

export const nameMaximum = 120

/** 254 is what fits into an SMTP envelope. */
export const emailMaximum = 254

const emailPattern =
  /^(?!\.)(?!.*\.\.)[\w!#$%&'*+/=?^`{|}~.-]*[\w!#$%&'*+/=?^`{|}~-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)$/i

export function isEmail(value: string): boolean {
  const ascii = asciiEmail(value)
  return ascii.length <= emailMaximum && emailPattern.test(ascii) && !/\.invalid$/i.test(ascii)
}

const foreignDomain = /^(?=.*[^\0-\x7f])(?:[\p{L}\p{M}\p{N}.。-]|\u200c|\u200d)+$/u

/** Writes a domain such as `münchen.example` as mail servers know it; everything else stays as it is. */
export function asciiEmail(text: string): string {
  const at = text.lastIndexOf('@') + 1
  const domain = text.slice(at)
  if (at === 0 || !foreignDomain.test(domain)) return text
  return text.slice(0, at) + (URL.parse(`http://${domain}`)?.hostname ?? domain)
}

/**
 * Returns a placeholder for people without an address, because Better Auth requires one. It is never shown or mailed,
 * and nobody can own it; `users.contact_email` is null.
 */
export const emailForNobody = (userId: string) => `${userId}@no-email.invalid`

/** For codes sent to phones: digits, lifetime, tries per code, and the pause before the next code. */
export const codeRules = { length: 6, lifeSeconds: 300, tries: 5, pauseSeconds: 60 } as const

/** After this many wrong codes for a number in a day, each code allows one try. */
export const wrongCodesADay = 30

/** Strips the separators from codes such as `341 537` and `341-537`. */
export const plainCode = (text: string) => text.replace(/[\s\p{Pd}\u200b]/gu, '')

export const isCode = (value: string) => /^\d{6}$/.test(value)
