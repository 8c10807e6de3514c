import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse as parseCookies, stringifyCookie } from 'cookie'
import { tellingOfTrouble } from '#/kernel/server/database-trouble.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor } from '#/kernel/server/work.ts'
import type { BetterAuth } from './library/better-auth.ts'
import { findPerson } from './queries.ts'
import type { RememberedActors } from './remembered.ts'

export const sessionCookieFor = (site: string) =>
  `${site.startsWith('https:') ? '__Secure-' : ''}pawfolk.session_token`

/**
 * Finds the actor of a request by its session, cached by the whole signed cookie. `endSession` ends the request's
 * session, if any, and throws if it couldn't.
 */
export function rememberActors(options: {
  auth: BetterAuth
  db: Db
  remembered: RememberedActors
  site: string
}) {
  const { auth, db, remembered } = options
  const cookieName = sessionCookieFor(options.site)

  async function readSession(cookie: string) {
    return tellingOfTrouble(() =>
      auth.api.getSession({
        headers: new Headers({ cookie: stringifyCookie({ [cookieName]: cookie }) }),
        returnHeaders: true,
      }),
    )
  }

  const cookieIn = (request: IncomingMessage) => parseCookies(request.headers.cookie ?? '')[cookieName]

  // Better Auth's sign-out reports success even if the session couldn't be deleted.
  async function endSession(request: IncomingMessage): Promise<void> {
    const cookie = cookieIn(request)
    if (!cookie) return
    const { response: found } = await readSession(cookie)
    if (found) await db.deleteFrom('sessions').where('id', '=', found.session.id).execute()
    // This process needn't wait for the database's notification.
    remembered.forget(cookie)
  }

  async function readActor(cookie: string, response: ServerResponse): Promise<Actor | null> {
    const { response: found, headers } = await readSession(cookie)
    const renewed = headers.getSetCookie()
    if (renewed.length > 0) response.appendHeader('set-cookie', renewed)
    const person = found && (await findPerson(db, found.user.id))
    if (!found || !person) return null
    return {
      userId: person.id,
      sessionId: found.session.id,
      role: person.role ?? 'pet_owner',
      ...(person.name.trim() === '' && { isUnnamed: true }),
      records: person.acting?.records ?? {},
    }
  }

  async function findActor(request: IncomingMessage, response: ServerResponse): Promise<Actor | null> {
    const cookie = cookieIn(request)
    if (!cookie) return null
    const actor = remembered.get(cookie)
    // Somebody who is asked for their name sends it, then calls again at once, maybe before the database's notification.
    if (actor && !actor.isUnnamed) return actor
    return remembered.read(cookie, () => readActor(cookie, response))
  }

  return { findActor, endSession }
}
