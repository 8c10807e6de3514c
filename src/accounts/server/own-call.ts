import type { Actor } from '#/kernel/server/work.ts'

export type OwnCall = {
  input: Record<string, string | undefined>
  now: Date
  /** From where it is asked, in words. */
  device: string
  /** Who is signed in; refuses when nobody is. */
  actor(): Promise<Actor>
  /** Names the browser where it has been signed in to the account of this e-mail address or phone number before. */
  knownTo(account: string): Promise<string | undefined>
  /** The browser, where it has asked for a code by phone. */
  browser: string | undefined
  /** The browser, which asks for one now. */
  markBrowser(): string
  /** Makes the browser known to the account. */
  remember(userId: string): void
}

/** Answers with what is sent, or throws a Refused. */
export type OwnEndpoint = (call: OwnCall) => Promise<object>
