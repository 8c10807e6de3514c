import type { Db } from './db.ts'

/** Records an event, or many of one kind, in the transaction at hand; their subscribers run after the commit, at least once. */
export type Announce = <Event extends AnnouncedEvent>(
  event: Event['name'],
  data: Event['data'] | Event['data'][],
) => Promise<void>

export type AnnouncedEvent = { name: `${string}.${string}`; data: Record<string, unknown> }

/** What a service needs: where to read and write, the time it is, and how to tell others. */
export type Work = { db: Db; now: Date; announce: Announce }

/** Who acts. `records` maps a kind of record (pet_owner, veterinary_doctor) to its id, where it may be acted with. */
export type Actor = {
  userId: string
  /** By a token, the token's id, which is no session's. */
  sessionId: string
  role: string
  records: Readonly<Record<string, string>>
  token?: { id: string; scopes: readonly string[]; expiresAt: Date | null }
}

/** Who runs the marketplace: someone with an account of another kind, who is no user of it. */
export type Admin = {
  adminId: string
  sessionId: string
  role: 'admin' | 'support'
  name: string
  email: string
}

export type ActorWork = Work & { actor: Actor }
