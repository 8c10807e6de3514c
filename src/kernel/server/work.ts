import type { Db } from './db.ts'

/**
 * Records one or more events of one kind in the current transaction; their subscribers run after the commit, at least
 * once.
 */
export type Announce = <Event extends AnnouncedEvent>(
  event: Event['name'],
  data: Event['data'] | Event['data'][],
) => Promise<void>

export type AnnouncedEvent = { name: `${string}.${string}`; data: Record<string, unknown> }

export type Work = { db: Db; now: Date; announce: Announce }

/** Facts that an admin's act has changed, for the log of acts. `subjectId` is the row's, if that isn't the input's id. */
export type Changed = {
  subjectId?: string
  before?: Readonly<Record<string, unknown>>
  after?: Readonly<Record<string, unknown>>
}

/** `records` maps a kind of record (pet_owner, veterinary_doctor) to its id, if the actor may use it. */
export type Actor = {
  userId: string
  sessionId: string
  role: string
  records: Readonly<Record<string, string>>
  isUnnamed?: true
  token?: { id: string; scopes: readonly string[]; expiresAt: Date | null }
}

/** An admin's account is separate, and not a user's. */
export type Admin = {
  adminId: string
  sessionId: string
  role: 'admin' | 'support'
  name: string
  email: string
}

export type ActorWork = Work & { actor: Actor }

/** Work for a person who may not be there: a request's, or a sweep's. */
export type PersonWork = Work & { actor: Pick<Actor, 'userId'> }
