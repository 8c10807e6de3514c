import { z } from 'zod'
import { emailMaximum, passwordLength } from '#/accounts/rules.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses them
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/

const typed = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => text.isWellFormed() && !controlCharacter.test(text))

const password = typed(passwordLength.max)

type Offer = {
  /** `password-given`: for the browser that has just sent the right password and still has to send the code. */
  access: 'anyone' | 'password-given'
  /** The fields passed on to Better Auth. */
  input: z.ZodType<Record<string, string>>
}

/** All endpoints below /api/admin/auth; each is a POST. */
export const offered: Readonly<Record<string, Offer>> = {
  '/sign-in/email': {
    access: 'anyone',
    input: z.object({
      email: typed(emailMaximum).transform((text) => text.trim().toLowerCase()),
      password,
    }),
  },
  '/two-factor/enable': { access: 'password-given', input: z.object({ password }) },
  '/two-factor/verify-totp': {
    access: 'password-given',
    input: z.object({ code: z.string().regex(/^\d{6}$/) }),
  },
  '/sign-out': { access: 'anyone', input: z.object({}) },
}
