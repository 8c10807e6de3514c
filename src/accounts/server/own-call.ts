import type { Actor } from '#/kernel/server/work.ts'

export type OwnCall = {
  input: Record<string, string | undefined>
  now: Date
  /** From where it is asked, in words. */
  device: string
  /** Who is signed in; refuses when nobody is. */
  actor(): Promise<Actor>
}

/** Answers with what is sent, or throws a Refused. */
export type OwnEndpoint = (call: OwnCall) => Promise<object>
