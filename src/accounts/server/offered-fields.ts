import { z } from 'zod'
import { toPhoneNumber } from '#/accounts/phone.ts'
import { asciiEmail, emailMaximum, isCode, isEmail, passwordLength, plainCode } from '#/accounts/rules.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses them
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/

/** Accepts text without hidden characters, and otherwise refuses with `code`. */
export const typed = (code: string) =>
  z
    .string(code)
    .refine((text) => text.isWellFormed() && !controlCharacter.test(text), { error: code, abort: true })

export const email = typed('INVALID_EMAIL')
  .transform((text) => asciiEmail(text.trim().toLowerCase()))
  .refine((text) => text.length <= emailMaximum && isEmail(text), 'INVALID_EMAIL')

export const password = typed('INVALID_PASSWORD').max(passwordLength.max, 'PASSWORD_TOO_LONG')

export const newPassword = password
  .min(passwordLength.min, 'PASSWORD_TOO_SHORT')
  .refine((text) => text.trim() !== '', 'PASSWORD_TOO_SHORT')

export const linkToken = typed('INVALID_TOKEN').min(1, 'INVALID_TOKEN').max(100, 'INVALID_TOKEN')

export const phoneNumber = typed('INVALID_PHONE_NUMBER')
  .max(40, 'INVALID_PHONE_NUMBER')
  .transform((text) => toPhoneNumber(text) ?? '')
  .refine((number) => number !== '', 'INVALID_PHONE_NUMBER')

export const code = typed('INVALID_CODE').transform(plainCode).refine(isCode, 'INVALID_CODE')
