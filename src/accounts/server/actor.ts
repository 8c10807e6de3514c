import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse as parseCookies, stringifyCookie } from 'cookie'
import { LRUCache } from 'lru-cache'
import { tellingOfTrouble } from '#/kernel/server/database-trouble.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Listener } from '#/kernel/server/listen.ts'
import type { Actor } from '#/kernel/server/work.ts'
import type { BetterAuth } from './better-auth.ts'
import { findPerson } from './queries.ts'

const rememberedFor = 60_000

export const actorChannel = 'actor_changed'

/**
 * Finds who makes a request, by its session. Who is signed in is remembered in the process for a minute, by the whole signed
 * cookie; the database tells every process at once when a session ends or a person changes. While that line is down
 * nothing is remembered. `endSession` ends the session of a request, if it has one, and throws when it could not.
 */
export function rememberActors(options: {
  auth: BetterAuth
  db: Db
  listener: Listener
  secureCookies: boolean
}) {
  const { auth, db, listener } = options
  const cookieName = `${options.secureCookies ? '__Secure-' : ''}pawfolk.session_token`
  const remembered = new LRUCache<string, Actor>({
    max: 20_000,
    ttl: rememberedFor,
    dispose: ({ userId }, cookie) => {
      const cookies = cookiesOf.get(userId)
      cookies?.delete(cookie)
      if (cookies?.size === 0) cookiesOf.delete(userId)
    },
  })
  const cookiesOf = new Map<string, Set<string>>()
  let changes = 0

  listener.on(actorChannel, (userId) => {
    changes++
    for (const cookie of [...(cookiesOf.get(userId) ?? [])]) remembered.delete(cookie)
  })
  listener.onConnect(() => {
    changes++
    remembered.clear()
  })

  async function readSession(cookie: string) {
    return tellingOfTrouble(() =>
      auth.api.getSession({
        headers: new Headers({ cookie: stringifyCookie({ [cookieName]: cookie }) }),
        returnHeaders: true,
      }),
    )
  }

  const cookieIn = (request: IncomingMessage) => parseCookies(request.headers.cookie ?? '')[cookieName]

  // Not by the library's sign-out, which says it is done also when the session could not be deleted.
  async function endSession(request: IncomingMessage): Promise<void> {
    const cookie = cookieIn(request)
    if (!cookie) return
    const { response: found } = await readSession(cookie)
    if (found) await db.deleteFrom('sessions').where('id', '=', found.session.id).execute()
    // This process need not wait to be told.
    changes++
    remembered.delete(cookie)
  }

  async function findActor(request: IncomingMessage, response: ServerResponse): Promise<Actor | null> {
    const cookie = cookieIn(request)
    if (!cookie) return null
    const known = listener.connected ? remembered.get(cookie) : undefined
    if (known) return known

    const changesBefore = changes
    const { response: found, headers } = await readSession(cookie)
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
    // What was read may be older than a change told meanwhile; then it must not be kept.
    if (listener.connected && changes === changesBefore) {
      remembered.set(cookie, actor)
      cookiesOf.set(actor.userId, (cookiesOf.get(actor.userId) ?? new Set()).add(cookie))
    }
    return actor
  }

  return { findActor, endSession }
}
