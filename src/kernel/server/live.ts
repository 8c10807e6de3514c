import { type RawBuilder, sql } from 'kysely'
import { everyone, type LiveTopic } from '#/kernel/live.ts'
import type { Db } from './db.ts'
import { later } from './round-trips.ts'

export const liveChannel = 'live'

/**
 * Tells these people's open pages, in every server process, that something changed for them once the transaction
 * commits. It carries no data: pages ask the endpoints again. Not for bookings and other busy requests, because commits
 * that notify wait for one another: their subscribers call it.
 */
export async function hint(db: Db, userIds: readonly string[], topic: LiveTopic): Promise<void> {
  const payloads = [...new Set(userIds)].map((userId) => `${userId} ${topic}`)
  const tell = sql`select pg_notify(${liveChannel}, payload) from unnest(${payloads}::text[]) as payload`
  await later(db, tell.compile(db))
}

/** Hints like `hint`, to everybody's open pages. They hear of it at most once a second, however often it changes. */
export async function hintEveryone(db: Db, topic: LiveTopic): Promise<void> {
  await later(db, sql`select pg_notify(${liveChannel}, ${`${everyone} ${topic}`})`.compile(db))
}

const watchers = 'watchers-of:'

/** Returns the subject whose watchers a message of the channel is for, if it is. */
export const watchedIn = (payload: string): string | undefined =>
  payload.startsWith(watchers) ? payload.slice(watchers.length, payload.indexOf(' ')) : undefined

/**
 * Tells the open pages of those who look at one of these, at any process, once the transaction commits. `subjects` selects
 * them as `subject`.
 */
export async function hintWatchers(
  db: Db,
  subjects: RawBuilder<{ subject: string }>,
  topic: LiveTopic,
): Promise<void> {
  const tell = sql`
    select pg_notify(${liveChannel}, ${watchers} || s.subject || ${` ${topic}`}) from (${subjects}) as s`
  await later(db, tell.compile(db))
}
