import { createHmac, randomBytes } from 'node:crypto'
import { stringifyCookie } from 'cookie'
import { sessionCookieFor } from '#/accounts/server/index.ts'
import { DAY } from '#/kernel/duration.ts'
import { type Config, siteOf } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { count } from '#/kernel/testing/counts.ts'
import { quickHashing } from './hashing.ts'
import { clientAt, type Fetch, type Person } from './people.ts'

type World = { db: Db; config: Config; url: string; fetch: Fetch }

const sessionMs = 30 * DAY

/** Writes the rows that a sign-up by the form writes, which takes several times as long. `people.test.ts` compares them. */
export async function makePerson({ db, config, url, fetch }: World, name: string): Promise<Person> {
  count('people')
  const email = `${name}@example.org`
  const userId = newId()
  const token = randomBytes(24).toString('base64url')
  const now = new Date()
  const times = { created_at: now, updated_at: now }
  await db
    .with('user', (qb) =>
      qb.insertInto('users').values({ id: userId, name, email: email.toLowerCase(), ...times }),
    )
    .with('session', (qb) =>
      qb.insertInto('sessions').values({
        id: newId(),
        user_id: userId,
        token,
        expires_at: new Date(now.getTime() + sessionMs),
        ip_address: '127.0.0.1',
        user_agent: 'node',
        ...times,
      }),
    )
    .insertInto('accounts')
    .values({
      id: newId(),
      user_id: userId,
      account_id: userId,
      provider_id: 'credential',
      issuer: 'local:credential',
      password: await quickHashing.hash(`${name}-password`),
      ...times,
    })
    .execute()
  const owner = await db
    .selectFrom('pet_owners')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const signature = createHmac('sha256', config.AUTH_SECRET).update(token).digest('base64')
  const cookie = stringifyCookie({ [sessionCookieFor(siteOf(config))]: `${token}.${signature}` })
  return { userId, ownerId: owner.id, email, cookie, call: clientAt(url, { cookie }, '/rpc', fetch) }
}
