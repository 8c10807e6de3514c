import { z } from 'zod'
import { providers } from '#/accounts/providers.ts'
import { passwordLength } from '#/accounts/rules.ts'
import type { LimitRule } from '#/kernel/server/rate-limit.ts'
import { code, email, linkToken, password, phoneNumber, typed } from './offered-fields.ts'

const minutes = (count: number) => count * 60

const provider = z.enum(providers, 'INVALID_PROVIDER')

/** Where the library leads to after a provider: pages of ours alone, whatever the request says. */
const ways = (by: string, done: string, failed: string) => ({
  provider: by,
  callbackURL: `${done}?by=${by}`,
  newUserCallbackURL: `${done}?by=${by}&new=1`,
  errorCallbackURL: `${failed}?by=${by}`,
})

const callback = {
  method: 'GET',
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

type Offer = {
  method: 'GET' | 'POST'
  /** What is handed on to the sign-in library: these fields and no other. Its messages are the error codes. */
  input: z.ZodType<Record<string, string | undefined>>
  perAddress?: LimitRule
  /** Counted against the e-mail address or phone number in the input, from wherever it is tried. */
  perAccount?: LimitRule
  /** A try that turns out well does not count. */
  onlyFailures?: boolean
  /** Costs a password hash. */
  hashes?: boolean
  /** The endpoint of the library behind it, where that has another name. */
  asks?: string
  /** The library's method, where it is another. */
  asksBy?: 'GET'
  /** Only for who has just shown that it is them. Ours ask for that themselves. */
  proof?: boolean
  /** What turns out well starts a session, and ends the one the browser had. */
  signsIn?: boolean
  /** What of the library's answer is handed on. */
  tells?: readonly string[]
  /** Answered not sooner than this, in milliseconds, so that time does not tell known from new. */
  floor?: number
  /** A provider leads a person back to it. */
  returns?: boolean
  /** Exists only where e-mail addresses have to be verified. */
  verification?: boolean
}

/**
 * The endpoints below /api/auth that exist. The sign-in library brings many more (changing one's own record, linking,
 * deleting, reading the session's token); they stay closed until there is a screen that needs them. What is not the
 * library's stands in `own-endpoints.ts`.
 */
export const offered: Readonly<Record<string, Offer>> = {
  '/sign-up/email': {
    method: 'POST',
    input: z.object({
      email,
      password: password.min(passwordLength.min, 'PASSWORD_TOO_SHORT'),
      name: typed('INVALID_NAME').trim().max(100, 'INVALID_NAME').default(''),
    }),
    perAddress: { max: 30, windowSeconds: minutes(10) },
    hashes: true,
    signsIn: true,
  },
  '/sign-in/email': {
    method: 'POST',
    input: z.object({ email, password: password.min(1, 'INVALID_PASSWORD') }),
    perAddress: { max: 30, windowSeconds: minutes(5) },
    perAccount: { max: 10, windowSeconds: minutes(15) },
    onlyFailures: true,
    hashes: true,
    signsIn: true,
  },
  '/phone-codes': {
    method: 'POST',
    input: z.object({ phoneNumber }),
    perAddress: { max: 5, windowSeconds: minutes(60) },
    perAccount: { max: 5, windowSeconds: minutes(60) },
  },
  '/sign-in/phone': {
    method: 'POST',
    input: z.object({ phoneNumber, code }),
    perAddress: { max: 30, windowSeconds: minutes(15) },
    onlyFailures: true,
    signsIn: true,
    tells: ['isNew'],
  },
  '/sign-in/social': {
    method: 'POST',
    input: z
      .object({ provider, from: z.enum(['login', 'signup'], 'INVALID_PROVIDER') })
      .transform(({ provider: by, from }) => ways(by, '/role-selection', `/${from}`)),
    perAddress: { max: 30, windowSeconds: minutes(5) },
    tells: ['url'],
  },
  '/link-social': {
    method: 'POST',
    input: z.object({ provider }).transform(({ provider: by }) => ways(by, '/edit-profile', '/edit-profile')),
    perAddress: { max: 30, windowSeconds: minutes(5) },
    proof: true,
    tells: ['url'],
  },
  // Signing in once more where one is signed in: it must be the account of the provider that is linked already.
  '/prove/social': {
    method: 'POST',
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
    input: z.object({
      currentPassword: password.default(''),
      password: password.min(passwordLength.min, 'PASSWORD_TOO_SHORT'),
    }),
    perAddress: { max: 30, windowSeconds: minutes(15) },
    hashes: true,
  },
  '/replace-password': {
    method: 'POST',
    input: z.object({
      email,
      currentPassword: password.min(1, 'INVALID_PASSWORD'),
      password: password.min(passwordLength.min, 'PASSWORD_TOO_SHORT'),
    }),
    perAddress: { max: 10, windowSeconds: minutes(5) },
    perAccount: { max: 10, windowSeconds: minutes(15) },
    hashes: true,
    floor: 400,
  },
  '/prove/password': {
    method: 'POST',
    input: z.object({ password: password.min(1, 'INVALID_PASSWORD') }),
    perAddress: { max: 30, windowSeconds: minutes(15) },
    hashes: true,
  },
  '/prove/phone': {
    method: 'POST',
    input: z.object({ code }),
    perAddress: { max: 30, windowSeconds: minutes(15) },
  },
  '/prove/email-code': {
    method: 'POST',
    input: z.object({}),
    perAddress: { max: 10, windowSeconds: minutes(15) },
  },
  '/prove/email': {
    method: 'POST',
    input: z.object({ code }),
    perAddress: { max: 30, windowSeconds: minutes(15) },
  },
  '/phone': {
    method: 'POST',
    input: z.object({ phoneNumber, code }),
    perAddress: { max: 30, windowSeconds: minutes(15) },
  },
  '/email': {
    method: 'POST',
    input: z.object({ email }),
    perAddress: { max: 10, windowSeconds: minutes(15) },
    floor: 400,
  },
  '/email/again': {
    method: 'POST',
    input: z.object({}),
    perAddress: { max: 10, windowSeconds: minutes(15) },
    floor: 400,
  },
  '/confirm-email': {
    method: 'POST',
    input: z.object({ token: linkToken }),
    perAddress: { max: 20, windowSeconds: minutes(15) },
  },
  '/sign-out': { method: 'POST', input: z.object({}) },
  '/request-password-reset': {
    method: 'POST',
    input: z.object({ email }),
    perAddress: { max: 10, windowSeconds: minutes(15) },
    perAccount: { max: 5, windowSeconds: minutes(60) },
    floor: 400,
  },
  '/reset-password': {
    method: 'POST',
    input: z.object({
      token: linkToken,
      password: password.min(passwordLength.min, 'PASSWORD_TOO_SHORT'),
    }),
    perAddress: { max: 20, windowSeconds: minutes(15) },
    hashes: true,
  },
  '/send-verification-email': {
    method: 'POST',
    input: z.object({ email }),
    perAddress: { max: 10, windowSeconds: minutes(15) },
    verification: true,
  },
  // Not by opening the link: programs that read mail open links too, and a link of somebody else's signs in as them.
  '/verify-email': {
    method: 'POST',
    asksBy: 'GET',
    signsIn: true,
    input: z.object({ token: typed('INVALID_TOKEN').min(1).max(2000) }),
    perAddress: { max: 30, windowSeconds: minutes(5) },
    verification: true,
  },
}

/** How many mails one address gets from sign-up and sign-in, whoever asks for them. */
export const mailsPerAddress: LimitRule = { max: 5, windowSeconds: minutes(60) }
