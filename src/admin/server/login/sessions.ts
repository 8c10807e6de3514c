import type { IncomingMessage } from 'node:http'
import { parse as parseCookies, stringifyCookie } from 'cookie'
import { sql } from 'kysely'
import { idleMinutes, longestHours } from '#/admin/rules.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Admin } from '#/kernel/server/work.ts'
import type { AdminBetterAuth } from './better-auth.ts'

/** Limits writes for activity to one a minute. */
const renewAfterMinutes = 1

export type AdminSessions = ReturnType<typeof adminSessions>

/**
 * Manages admin sessions. Each request reads its own from the database, so ending one takes effect with the next
 * request.
 */
export function adminSessions({
  auth,
  db,
  secureCookies,
  demoMayEnter,
}: {
  auth: AdminBetterAuth
  db: Db
  secureCookies: boolean
  demoMayEnter(request: IncomingMessage): boolean
}) {
  const cookieName = `${secureCookies ? '__Secure-' : ''}pawfolk-admin.session_token`

  /** Reads the session of a signed cookie, whether or not a code was checked in it. */
  async function read(request: IncomingMessage) {
    const cookie = parseCookies(request.headers.cookie ?? '')[cookieName]
    if (!cookie) return null
    try {
      return await auth.api.getSession({
        headers: new Headers({ cookie: stringifyCookie({ [cookieName]: cookie }) }),
        query: { disableRefresh: true },
      })
    } catch (error) {
      // Better Auth hides why it failed; if the database is away, this query says so.
      await sql`select 1`.execute(db)
      throw error
    }
  }

  async function find(request: IncomingMessage, { isGlance }: { isGlance: boolean }): Promise<Admin | null> {
    const found = await read(request)
    const row = found && (await findOpenSession(db, found.session.id, demoMayEnter(request)))
    if (!row) return null
    if (!isGlance && row.is_stale) await renew(db, row.session_id)
    const { admin_id, session_id, role, name, email } = row
    return { adminId: admin_id, sessionId: session_id, role, name, email }
  }

  async function end(request: IncomingMessage): Promise<void> {
    const found = await read(request)
    if (found) await db.deleteFrom('admin_sessions').where('id', '=', found.session.id).execute()
  }

  return { cookieName, read, find, end }
}

/** Finds a session in which a code was checked, of an admin who may log in here. */
function findOpenSession(db: Db, id: string, demoMayEnter: boolean) {
  return db
    .selectFrom('admin_sessions as s')
    .innerJoin('admin_users as a', 'a.id', 's.user_id')
    .where('s.id', '=', id)
    .where('s.code_checked_at', 'is not', null)
    .where('s.created_at', '>', sql<Date>`now() - make_interval(hours => ${longestHours})`)
    .where('a.two_factor_enabled', '=', true)
    .$if(!demoMayEnter, (query) => query.where('a.is_demo', '=', false))
    .select([
      's.id as session_id',
      'a.id as admin_id',
      'a.role',
      'a.name',
      'a.email',
      sql<boolean>`s.expires_at < now() + make_interval(mins => ${idleMinutes - renewAfterMinutes})`.as(
        'is_stale',
      ),
    ])
    .executeTakeFirst()
}

async function renew(db: Db, id: string): Promise<void> {
  await db
    .updateTable('admin_sessions')
    .set({ expires_at: sql`now() + make_interval(mins => ${idleMinutes})`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}
