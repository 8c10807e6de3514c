import { z } from 'zod'
import { emailMaximum, passwordLength } from '#/accounts/rules.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is being refused
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/

const typed = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => text.isWellFormed() && !controlCharacter.test(text))

const password = typed(passwordLength.max)

/** The endpoints below /api/admin/auth that exist, and the fields of each that are handed on to the library. */
export const offered: Readonly<Record<string, z.ZodType<Record<string, string>>>> = {
  '/sign-in/email': z.object({
    email: typed(emailMaximum).transform((text) => text.trim().toLowerCase()),
    password,
  }),
  '/two-factor/enable': z.object({ password }),
  '/two-factor/verify-totp': z.object({ code: z.string().regex(/^\d{6}$/) }),
  '/sign-out': z.object({}),
}
