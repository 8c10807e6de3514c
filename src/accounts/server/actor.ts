import type { IncomingMessage, ServerResponse } from 'node:http'
import { fromNodeHeaders } from 'better-auth/node'
import { parse as parseCookies } from 'cookie'
import { LRUCache } from 'lru-cache'
import type { Db } from '#/kernel/server/db.ts'
import type { Listener } from '#/kernel/server/listen.ts'
import type { Actor } from '#/kernel/server/work.ts'
import type { Auth } from './auth.ts'
import { findPerson } from './queries.ts'

const rememberedFor = 60_000

export const actorChannel = 'actor_changed'

/**
 * Reads the session of a request. Who is signed in is remembered in the process for a minute, by the whole signed
 * cookie; the database tells every process at once when a session ends or a person changes. While that line is down
 * nothing is remembered.
 */
export function actorReader(options: { auth: Auth; db: Db; listener: Listener; secureCookies: boolean }) {
  const { auth, db, listener } = options
  const cookieName = `${options.secureCookies ? '__Secure-' : ''}pawfolk.session_token`
  const remembered = new LRUCache<string, Actor>({ max: 20_000, ttl: rememberedFor })
  const cookiesOf = new Map<string, Set<string>>()

  function forget(userId: string): void {
    for (const cookie of cookiesOf.get(userId) ?? []) remembered.delete(cookie)
    cookiesOf.delete(userId)
  }
  listener.on(actorChannel, forget)
  listener.onConnect(() => {
    remembered.clear()
    cookiesOf.clear()
  })

  return async function findActor(request: IncomingMessage, response: ServerResponse): Promise<Actor | null> {
    const cookie = parseCookies(request.headers.cookie ?? '')[cookieName]
    if (!cookie) return null
    const known = listener.connected ? remembered.get(cookie) : undefined
    if (known) return known

    const { response: found, headers } = await auth.api.getSession({
      headers: fromNodeHeaders(request.headers),
      returnHeaders: true,
    })
    const renewed = headers.getSetCookie()
    if (renewed.length > 0) response.appendHeader('set-cookie', renewed)
    const person = found && (await findPerson(db, found.user.id))
    if (!found || !person) return null

    const actor: Actor = {
      userId: person.id,
      sessionId: found.session.id,
      role: person.role ?? 'pet_owner',
      records: person.acting?.records ?? {},
    }
    if (listener.connected) {
      remembered.set(cookie, actor)
      cookiesOf.set(actor.userId, (cookiesOf.get(actor.userId) ?? new Set()).add(cookie))
    }
    return actor
  }
}
