import type { AdminRole } from '#/admin/rules.ts'
import { createAdmin } from '#/admin/server/login/admins.ts'
import { codeOf, giveAuthenticator } from '#/admin/server/login/authenticator.ts'
import type { Db } from '#/kernel/server/db.ts'
import { quickHashing } from './hashing.ts'
import { type Client, clientAt, type Fetch } from './people.ts'

export type Desk = { adminId: string; email: string; password: string; cookie: string; call: Client['admin'] }

type World = { url: string; db: Db; secret: string; fetch?: Fetch }

/** Creates an admin with an authenticator, and returns their login. */
export async function makeAdmin({ db, secret: key }: World, name: string, role: AdminRole = 'admin') {
  const email = `${name}@desk.example`
  const { password } = await createAdmin(db, { email, name, role, now: new Date() })
  const { id: adminId } = await db
    .selectFrom('admin_users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  // Otherwise each login would take a whole core for 60 ms.
  await db
    .updateTable('admin_accounts')
    .set({ password: await quickHashing.hash(password) })
    .where('user_id', '=', adminId)
    .execute()
  const secret = `authenticator-of-${name}`
  await giveAuthenticator(db, { adminId, secret, key })
  return { adminId, email, password, code: () => codeOf(secret) }
}

/** Logs an admin in by both forms. */
export async function openDesk(world: World, name: string, role: AdminRole = 'admin'): Promise<Desk> {
  const { code, ...admin } = await makeAdmin(world, name, role)
  const { email, password } = admin
  const begun = await askAdmin(world.url, '/sign-in/email', { email, password })
  const done = await askAdmin(world.url, '/two-factor/verify-totp', { code: await code() }, begun.cookie)
  if (done.status !== 200) throw new Error(`${name} could not sign in: ${begun.status}, ${done.status}`)
  return { ...admin, cookie: done.cookie, call: adminClientAt(world.url, done.cookie, world.fetch) }
}

export const adminClientAt = (url: string, cookie: string, fetch?: Fetch): Client['admin'] =>
  clientAt(url, { cookie }, '/api/admin/rpc', fetch).admin

/** Calls the admin login; `cookie` is what a browser would send next. */
export async function askAdmin(
  url: string,
  path: string,
  body: unknown,
  cookie = '',
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${url}/api/admin/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }), ...headers },
    body: JSON.stringify(body),
  })
  const cookies = response.headers.getSetCookie()
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    cookies,
    headers: Object.fromEntries(response.headers),
    cookie: cookies
      .filter((line) => !/max-age=0/i.test(line))
      .map((line) => line.split(';')[0])
      .join('; '),
  }
}
