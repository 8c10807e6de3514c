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

export const passwordLength = { min: 6, max: 128 } as const

/** 254 is what fits into an SMTP envelope. */
export const emailMaximum = 254

const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/

export function isEmail(value: string): boolean {
  return value.length <= emailMaximum && emailPattern.test(value)
}
