import { LRUCache } from 'lru-cache'
import { findPerson } from '#/accounts/server/queries.ts'
import type { RememberedActors } from '#/accounts/server/remembered.ts'
import { HOUR } from '#/kernel/duration.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { consumeAttempt, type LimitRule } from '#/kernel/server/rate-limit.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { hashOfToken, isTokenShaped } from './tokens.ts'

const uses: LimitRule = { max: 600, windowSeconds: 300 }
const wrongOnes: LimitRule = { max: 30, windowSeconds: 900 }

type Options = { db: Db; remembered: RememberedActors; rateLimits: boolean; now(): Date }

/**
 * Finds the caller by a token. The refusal is the same for an unknown, revoked or expired token and a suspended owner.
 * Each token has its own limit; wrong ones are counted by network address.
 */
export function tokenActors({ db, remembered, rateLimits, now }: Options) {
  const hourNoted = new LRUCache<string, number>({ max: 20_000 })

  async function limit(key: string, rule: LimitRule): Promise<void> {
    if (!rateLimits) return
    const { allowed, retryAfter } = await consumeAttempt(db, key, rule)
    if (!allowed) refuseRequest('request.too_many', { retryAfter })
  }

  async function read(hash: string): Promise<Actor | null> {
    const token = await db
      .selectFrom('api_tokens')
      .select(['id', 'user_id', 'scopes', 'expires_at'])
      .where('token_hash', '=', hash)
      .executeTakeFirst()
    const person = token && (await findPerson(db, token.user_id))
    if (!token || !person) return null
    return {
      userId: person.id,
      sessionId: token.id,
      role: person.role ?? 'pet_owner',
      ...(person.name.trim() === '' && { isUnnamed: true }),
      records: person.acting?.records ?? {},
      token: { id: token.id, scopes: token.scopes, expiresAt: token.expires_at },
    }
  }

  async function find(token: string): Promise<Actor | null> {
    if (!isTokenShaped(token)) return null
    const key = `token ${hashOfToken(token)}`
    const actor = remembered.get(key) ?? (await remembered.read(key, () => read(hashOfToken(token))))
    const expiresAt = actor?.token?.expiresAt
    return expiresAt && expiresAt <= now() ? null : actor
  }

  async function noteUse(id: string): Promise<void> {
    const hour = new Date(Math.floor(now().getTime() / HOUR) * HOUR)
    if (hourNoted.get(id) === hour.getTime()) return
    await db.updateTable('api_tokens').set({ last_used_at: hour }).where('id', '=', id).execute()
    hourNoted.set(id, hour.getTime())
  }

  return async function findByToken(token: string, address: string): Promise<Actor> {
    const actor = await find(token)
    if (!actor) {
      await limit(`wrong tokens from ${address}`, wrongOnes)
      return refuseRequest('request.signed_out')
    }
    await limit(`token ${actor.sessionId}`, uses)
    await noteUse(actor.sessionId)
    return actor
  }
}
