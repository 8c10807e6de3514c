import type { z } from 'zod'
import type { LimitRule } from '#/kernel/server/rate-limit.ts'

/**
 * `proved` needs a recent proof of identity. Endpoints that need one only sometimes are `signed-in`, and check it
 * themselves.
 */
export type SignInAccess = 'anyone' | 'signed-in' | 'proved'

/**
 * A limit over all networks. Each region's first try is counted separately, for up to `firsts` regions: a person with
 * few networks can use up the rest, but everyone else still has a try.
 */
export type SharedLimit = LimitRule & { firsts: number }

/** Describes a sign-in endpoint: who may call it, its input, its limits and its answer. */
export type Offer = {
  method: 'GET' | 'POST'
  access: SignInAccess
  /** The only fields passed on to Better Auth. Validation messages are the error codes. */
  input: z.ZodType<Record<string, string | undefined>>
  perAddress?: LimitRule
  /** Counted per /48 of IPv6, which one tenant easily gets and which has 65,536 networks. */
  perSite?: LimitRule
  /** Counted against the email address or phone number in the input, from all networks. */
  perAccount?: SharedLimit
  /**
   * The same per network. A browser known to the account has this limit to itself, and no other but `perKnownDevices`.
   */
  perAccountHere?: LimitRule
  /** Shared by all browsers known to the account, where each try sends something: every login makes one known. */
  perKnownDevices?: LimitRule
  /** Successful tries don't count. */
  onlyFailures?: boolean
  /** Texts a code to the number in the input. Numbers refused for too many tries are noted as having got none. */
  textsCode?: boolean
  /** Costs a password hash. */
  hashes?: boolean
  /** Better Auth's endpoint, if its path differs. */
  asks?: string
  /** Better Auth's method, if it differs. */
  asksBy?: 'GET'
  /** Success starts a session and ends the browser's previous one. */
  signsIn?: boolean
  /** The fields of Better Auth's answer to pass on. */
  tells?: readonly string[]
  /** Minimum milliseconds before the answer, so that timing doesn't reveal known accounts. */
  floor?: number
  /** Providers redirect people back to it. */
  returns?: boolean
  /** Exists only if email addresses must be verified. */
  verification?: boolean
}
