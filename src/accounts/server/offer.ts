import type { z } from 'zod'
import type { LimitRule } from '#/kernel/server/rate-limit.ts'

/**
 * Who may call: `proved` is somebody signed in who has just shown that it is them. Those of ours that ask for a proof only
 * sometimes are `signed-in`, and ask themselves.
 */
export type SignInAccess = 'anyone' | 'signed-in' | 'proved'

/**
 * For the tries of all networks. Each region's first is counted apart, for up to `firsts` regions: whoever has few networks
 * can use up the rest, and everyone else still has a try.
 */
export type SharedLimit = LimitRule & { firsts: number }

/** An endpoint of sign-in: who may call it, what it takes, and how it is answered. */
export type Offer = {
  method: 'GET' | 'POST'
  access: SignInAccess
  /** What is handed on to the sign-in library: these fields and no other. Its messages are the error codes. */
  input: z.ZodType<Record<string, string | undefined>>
  perAddress?: LimitRule
  /** Counted against the email address or phone number in the input, from wherever it is tried. */
  perAccount?: SharedLimit
  /**
   * The same, as tried from one network. A browser that is known to the account has this limit to itself, and no other but
   * `perKnownDevices`.
   */
  perAccountHere?: LimitRule
  /** For all browsers together that are known to the account, where each try sends something: every login makes one known. */
  perKnownDevices?: LimitRule
  /** A try that turns out well does not count. */
  onlyFailures?: boolean
  /** Costs a password hash. */
  hashes?: boolean
  /** The endpoint of the library behind it, where that has another name. */
  asks?: string
  /** The library's method, where it is another. */
  asksBy?: 'GET'
  /** What turns out well starts a session, and ends the one the browser had. */
  signsIn?: boolean
  /** What of the library's answer is handed on. */
  tells?: readonly string[]
  /** Answered not sooner than this, in milliseconds, so that time does not tell known from new. */
  floor?: number
  /** A provider leads a person back to it. */
  returns?: boolean
  /** Exists only where email addresses have to be verified. */
  verification?: boolean
}
