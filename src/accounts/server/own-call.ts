import type { Actor } from '#/kernel/server/work.ts'

export type OwnCall = {
  input: Record<string, string | undefined>
  now: Date
  /** A name such as "Chrome on Windows". */
  device: string
  /** Returns who is logged in; refuses if nobody is. */
  actor(): Promise<Actor>
  /** Returns the browser's key if it has logged in to the account of this address or number before. */
  knownTo(account: string): Promise<string | undefined>
  /** Set if the browser has asked for a phone code. */
  browser: string | undefined
  /** Returns the hash of the browser's cookie, and sets the cookie if it has none. */
  markBrowser(): string
  /** Makes the browser known to the account. */
  remember(userId: string): void
}

/** Returns the answer, or throws a Refused. */
export type OwnEndpoint = (call: OwnCall) => Promise<object>
