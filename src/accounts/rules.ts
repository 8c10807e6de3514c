import { z } from 'zod'

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

export const roleSchema = z.enum(roles)

/** An unknown role string means the most harmless role. */
export function roleFrom(value: string): Role {
  return roleSchema.catch('pet_owner').parse(value)
}

export const passwordMinimum = 6
