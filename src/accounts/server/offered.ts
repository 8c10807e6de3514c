import { z } from 'zod'
import { providers } from '#/accounts/providers.ts'
import { cleanLine } from '#/kernel/fields.ts'
import type { LimitRule } from '#/kernel/server/rate-limit.ts'
import { linkLifeSeconds } from './email/mailed-links.ts'
import type { Offer } from './offer.ts'
import { code, email, linkToken, newPassword, password, phoneNumber, typed } from './offered-fields.ts'

const minutes = (count: number) => count * 60

const provider = z.enum(providers, 'INVALID_PROVIDER')

/** Lists the only pages that Better Auth redirects to after a provider, whatever the request says. */
const ways = (by: string, done: string, failed: string) => ({
  provider: by,
  callbackURL: `${done}?by=${by}`,
  newUserCallbackURL: `${done}?by=${by}&new=1`,
  errorCallbackURL: `${failed}?by=${by}`,
})

const callback = {
  method: 'GET',
  access: 'anyone',
  input: z.object({
    state: typed('INVALID_STATE')
      .regex(/^[\w-]{1,200}$/, 'INVALID_STATE')
      .optional(),
    code: typed('INVALID_STATE').max(4000).optional(),
    error: typed('INVALID_STATE').max(200).optional(),
  }),
  perAddress: { max: 60, windowSeconds: minutes(5) },
  returns: true,
} as const

/** One network has ten guesses. All together have more, so that locking somebody out takes many networks. */
const guessesAtPassword = {
  perAccountHere: { max: 10, windowSeconds: minutes(15) },
  perAccount: { max: 60, windowSeconds: minutes(60), firsts: 40 },
} as const

/** Even when these refuse, a link of the last hour still works: only the inbox's owner can use it up. */
const resetMails = {
  perAccountHere: { max: 3, windowSeconds: linkLifeSeconds },
  perKnownDevices: { max: 6, windowSeconds: linkLifeSeconds },
  perAccount: { max: 6, windowSeconds: linkLifeSeconds, firsts: 12 },
} as const

/**
 * Lists the endpoints of Better Auth below /api/auth that are open. It has many more (changing your own user, linking,
 * deleting, reading the session's token), which stay closed. Our own are in `own-endpoints.ts`.
 */
export const offered: Readonly<Record<string, Offer>> = {
  '/sign-up/email': {
    method: 'POST',
    access: 'anyone',
    input: z.object({
      email,
      password: newPassword,
      name: typed('INVALID_NAME')
        .max(400, 'INVALID_NAME')
        .transform(cleanLine)
        .pipe(typed('INVALID_NAME').max(100, 'INVALID_NAME'))
        .default(''),
    }),
    perAddress: { max: 30, windowSeconds: minutes(10) },
    hashes: true,
    signsIn: true,
  },
  '/sign-in/email': {
    method: 'POST',
    access: 'anyone',
    input: z.object({ email, password: password.min(1, 'INVALID_PASSWORD') }),
    perAddress: { max: 30, windowSeconds: minutes(5) },
    ...guessesAtPassword,
    onlyFailures: true,
    hashes: true,
    signsIn: true,
  },
  '/phone-codes': {
    method: 'POST',
    access: 'anyone',
    input: z.object({ phoneNumber }),
    // A mobile carrier has thousands of phones behind one address.
    perAddress: { max: 60, windowSeconds: minutes(60) },
    perSite: { max: 120, windowSeconds: minutes(60) },
    perAccountHere: { max: 4, windowSeconds: minutes(60) },
    perKnownDevices: { max: 8, windowSeconds: minutes(60) },
    perAccount: { max: 8, windowSeconds: minutes(60), firsts: 12 },
    textsCode: true,
  },
  '/confirm-phone': {
    method: 'POST',
    access: 'anyone',
    input: z.object({ phoneNumber, code }),
    perAddress: { max: 60, windowSeconds: minutes(15) },
  },
  '/sign-in/phone': {
    method: 'POST',
    access: 'anyone',
    input: z.object({ phoneNumber, code }),
    perAddress: { max: 60, windowSeconds: minutes(15) },
    onlyFailures: true,
    signsIn: true,
    tells: ['isNew'],
  },
  '/sign-in/social': {
    method: 'POST',
    access: 'anyone',
    input: z
      .object({ provider, from: z.enum(['login', 'signup'], 'INVALID_PROVIDER') })
      .transform(({ provider: by, from }) => ways(by, '/role-selection', `/${from}`)),
    perAddress: { max: 30, windowSeconds: minutes(5) },
    tells: ['url'],
  },
  '/link-social': {
    method: 'POST',
    access: 'proved',
    input: z.object({ provider }).transform(({ provider: by }) => ways(by, '/edit-profile', '/edit-profile')),
    perAddress: { max: 30, windowSeconds: minutes(5) },
    tells: ['url'],
  },
  // A login by a logged-in person; it must be the provider account that is already linked.
  '/prove/social': {
    method: 'POST',
    access: 'signed-in',
    input: z.object({ provider }).transform(({ provider: by }) => ({
      ...ways(by, '/edit-profile', '/edit-profile'),
      callbackURL: `/edit-profile?by=${by}&proved=1`,
    })),
    perAddress: { max: 30, windowSeconds: minutes(5) },
    asks: '/link-social',
    tells: ['url'],
  },
  '/callback/google': callback,
  '/callback/facebook': callback,
  '/change-password': {
    method: 'POST',
    access: 'signed-in',
    input: z.object({
      currentPassword: password.default(''),
      password: newPassword,
    }),
    perAddress: { max: 30, windowSeconds: minutes(15) },
    hashes: true,
  },
  '/replace-password': {
    method: 'POST',
    access: 'anyone',
    input: z.object({
      email,
      currentPassword: password.min(1, 'INVALID_PASSWORD'),
      password: newPassword,
    }),
    perAddress: { max: 10, windowSeconds: minutes(5) },
    ...guessesAtPassword,
    hashes: true,
    floor: 400,
  },
  '/prove/password': {
    method: 'POST',
    access: 'signed-in',
    input: z.object({ password: password.min(1, 'INVALID_PASSWORD') }),
    perAddress: { max: 30, windowSeconds: minutes(15) },
    hashes: true,
  },
  '/prove/phone': {
    method: 'POST',
    access: 'signed-in',
    input: z.object({ code }),
    perAddress: { max: 30, windowSeconds: minutes(15) },
  },
  '/prove/email-code': {
    method: 'POST',
    access: 'signed-in',
    input: z.object({}),
    perAddress: { max: 10, windowSeconds: minutes(15) },
  },
  '/prove/email': {
    method: 'POST',
    access: 'signed-in',
    input: z.object({ code }),
    perAddress: { max: 30, windowSeconds: minutes(15) },
  },
  '/phone': {
    method: 'POST',
    access: 'proved',
    input: z.object({ phoneNumber, code }),
    perAddress: { max: 30, windowSeconds: minutes(15) },
  },
  '/email': {
    method: 'POST',
    access: 'signed-in',
    input: z.object({ email }),
    perAddress: { max: 10, windowSeconds: minutes(15) },
    floor: 400,
  },
  '/email/again': {
    method: 'POST',
    access: 'signed-in',
    input: z.object({}),
    perAddress: { max: 10, windowSeconds: minutes(15) },
    floor: 400,
  },
  '/confirm-email': {
    method: 'POST',
    access: 'signed-in',
    input: z.object({ token: linkToken }),
    perAddress: { max: 20, windowSeconds: minutes(15) },
  },
  '/sign-out': {
    method: 'POST',
    access: 'anyone',
    input: z.object({}),
  },
  '/request-password-reset': {
    method: 'POST',
    access: 'anyone',
    input: z.object({ email }),
    perAddress: { max: 10, windowSeconds: minutes(15) },
    ...resetMails,
    floor: 400,
  },
  '/reset-password': {
    method: 'POST',
    access: 'anyone',
    input: z.object({
      token: linkToken,
      password: newPassword,
    }),
    perAddress: { max: 20, windowSeconds: minutes(15) },
    hashes: true,
  },
  '/reset-password/check': {
    method: 'POST',
    access: 'anyone',
    input: z.object({ token: linkToken }),
    perAddress: { max: 30, windowSeconds: minutes(15) },
  },
  '/send-verification-email': {
    method: 'POST',
    access: 'anyone',
    input: z.object({ email }),
    perAddress: { max: 10, windowSeconds: minutes(15) },
    verification: true,
  },
  // Not a GET: programs that scan mail open links too, and somebody else's link would log you in as them.
  '/verify-email': {
    method: 'POST',
    access: 'anyone',
    asksBy: 'GET',
    signsIn: true,
    input: z.object({ token: typed('INVALID_TOKEN').min(1).max(2000) }),
    perAddress: { max: 30, windowSeconds: minutes(5) },
    verification: true,
  },
}

/** Limits sign-up and login mails of each kind to one address, from all networks together. */
export const mailsPerAddress: LimitRule = { max: 5, windowSeconds: minutes(60) }
