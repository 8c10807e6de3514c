import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ask, cookieOf, outboxOf } from '#/accounts/server/sign-in.factory.ts'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { lockUser, setPassword } from './passwords.ts'

const world = await openWorld()
const { url, db, clock } = world

const signUp = (email: string, password = 'bruno-and-luna') => ask(url, '/sign-up/email', { email, password })
const signIn = (email: string, password: string) => ask(url, '/sign-in/email', { email, password })
const askForMail = (email: string) => ask(url, '/request-password-reset', { email })
const reset = (token: string, password = 'a-new-password') => ask(url, '/reset-password', { token, password })

const tokensTo = async (email: string) =>
  (await outboxOf(world.dataDir))
    .filter((mail) => mail.startsWith(`To: ${email}\n`))
    .map((mail) => /\/reset-password\?token=([\w-]+)/.exec(mail)![1]!)

/** Waits for the mail, which is sent after the answer. */
async function tokenFor(email: string): Promise<string> {
  const before = (await tokensTo(email)).length
  expect(await askForMail(email)).toMatchObject({ status: 200, body: { done: true } })
  await expect.poll(async () => (await tokensTo(email)).length, { timeout: 5_000 }).toBe(before + 1)
  return (await tokensTo(email)).at(-1)!
}

async function isSignedIn(cookie: string): Promise<boolean> {
  const response = await fetch(`${url}/api/me`, { headers: { cookie } })
  return ((await response.json()) as { user: unknown }).user !== null
}

const userOf = (email: string) =>
  db.selectFrom('users').select(['id', 'email_verified']).where('email', '=', email).executeTakeFirstOrThrow()

test('the mailed link sets a new password, and ends the old one and all sessions', async () => {
  const cookie = cookieOf(await signUp('asha@example.org'))
  const token = await tokenFor('asha@example.org')
  expect(await isSignedIn(cookie)).toBe(true)
  const answer = await reset(token)
  expect(answer).toMatchObject({ status: 200, body: { done: true } })
  expect(await isSignedIn(cookieOf(answer))).toBe(false)
  await expect.poll(() => isSignedIn(cookie)).toBe(false)
  expect((await signIn('asha@example.org', 'bruno-and-luna')).status).toBe(401)
  expect((await signIn('asha@example.org', 'a-new-password')).status).toBe(200)
})

test('checking whether a link still works doesn’t use it up', async () => {
  const works = async (token: string) => (await ask(url, '/reset-password/check', { token })).body
  await signUp('lata@example.org')
  const token = await tokenFor('lata@example.org')
  expect(await works(token)).toEqual({ done: true })
  expect(await works(token)).toEqual({ done: true })
  expect((await reset(token)).status).toBe(200)
  expect(await works(token)).toMatchObject({ code: 'INVALID_TOKEN' })
  expect(await works('made-up')).toMatchObject({ code: 'INVALID_TOKEN' })
})

test('blanks alone are no password', async () => {
  expect(await signUp('gita@example.org', '      ')).toMatchObject({ body: { code: 'PASSWORD_TOO_SHORT' } })
  await signUp('gita@example.org')
  const token = await tokenFor('gita@example.org')
  expect(await reset(token, ' '.repeat(8))).toMatchObject({ body: { code: 'PASSWORD_TOO_SHORT' } })
  expect((await reset(token)).status).toBe(200)
})

test('a link works once, and ends the earlier ones', async () => {
  await signUp('ravi@example.org')
  const first = await tokenFor('ravi@example.org')
  const second = await tokenFor('ravi@example.org')
  expect((await reset(second)).status).toBe(200)
  for (const token of [first, second])
    expect(await reset(token, 'somebody-elses')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TOKEN' },
    })
  expect((await signIn('ravi@example.org', 'a-new-password')).status).toBe(200)
})

test('of ten people who open one link at once, one sets a password', async () => {
  await signUp('tara@example.org')
  const token = await tokenFor('tara@example.org')
  const passwords = Array.from({ length: 10 }, (_, number) => `password-${number}`)
  const answers = await Promise.all(passwords.map((password) => reset(token, password)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
  const winner = passwords[answers.findIndex(({ status }) => status === 200)]!
  expect((await signIn('tara@example.org', winner)).status).toBe(200)
})

test('a link works for an hour', async () => {
  await signUp('zoya@example.org')
  const begun = clock.now
  const token = await tokenFor('zoya@example.org')
  clock.now = new Date(begun.getTime() + 3600_000)
  expect((await reset(token)).status).toBe(400)
  clock.now = new Date(begun.getTime() + 3599_000)
  expect((await reset(token)).status).toBe(200)
  clock.now = begun
})

test('an unknown address gets the same answer in the same time, and no mail', async () => {
  const timed = async (email: string) => {
    const started = performance.now()
    const { status, body, headers } = await askForMail(email)
    const { date: _, 'x-request-id': __, ...rest } = headers
    return { ms: performance.now() - started, said: { status, body, headers: rest } }
  }
  const known = await timed('asha@example.org')
  const unknown = await timed('nobody@example.org')
  expect(unknown.said).toEqual(known.said)
  for (const { ms } of [known, unknown]) expect(ms).toBeGreaterThan(390)
  expect(await tokensTo('nobody@example.org')).toEqual([])
})

test('no link’s token is stored', async () => {
  const token = await tokenFor('asha@example.org')
  const kept = await db.selectFrom('mailed_links').selectAll().execute()
  expect(kept.length).toBeGreaterThan(0)
  expect(JSON.stringify(kept)).not.toContain(token)
})

test('a password that is too short or too long is refused, and the link still works', async () => {
  const token = await tokenFor('asha@example.org')
  expect(await reset(token, '12345')).toMatchObject({ status: 400, body: { code: 'PASSWORD_TOO_SHORT' } })
  expect(await reset(token, 'x'.repeat(129))).toMatchObject({
    status: 400,
    body: { code: 'PASSWORD_TOO_LONG' },
  })
  expect((await reset(token)).status).toBe(200)
})

test('a made-up token does nothing', async () => {
  for (const token of ['x', 'A'.repeat(43), '__proto__', 'null'])
    expect((await reset(token)).status).toBe(400)
  for (const body of [{}, { token: '' }, { token: 7, password: 'a-new-password' }])
    expect((await ask(url, '/reset-password', body)).status).toBe(400)
})

test('opening the mail proves the address, and removes what strangers had added before, later sign-ups too', async () => {
  const email = 'nila@example.org'
  await signUp(email, 'the-strangers')
  const { id } = await userOf(email)
  for (const provider of ['google', 'sign-up'])
    await db
      .insertInto('accounts')
      .values({
        id: newId(),
        user_id: id,
        account_id: `${provider}-${id}`,
        provider_id: provider,
        issuer: provider,
      })
      .execute()
  expect((await reset(await tokenFor(email))).status).toBe(200)
  expect((await userOf(email)).email_verified).toBe(true)
  const left = await db.selectFrom('accounts').select('provider_id').where('user_id', '=', id).execute()
  expect(left).toEqual([{ provider_id: 'credential' }])
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('people who had confirmed the address keep their other ways to log in', async () => {
  const email = 'meera@example.org'
  await signUp(email)
  const { id } = await userOf(email)
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute()
  await db
    .insertInto('accounts')
    .values({ id: newId(), user_id: id, account_id: '117', provider_id: 'google', issuer: 'google' })
    .execute()
  await reset(await tokenFor(email))
  const kept = await db.selectFrom('accounts').select('provider_id').where('user_id', '=', id).execute()
  expect(kept.map(({ provider_id }) => provider_id).sort()).toEqual(['credential', 'google'])
})

test('a login with the old password while it is being changed doesn’t last', async () => {
  const email = 'omar@example.org'
  await signUp(email)
  const { id } = await userOf(email)
  await db.deleteFrom('sessions').where('user_id', '=', id).execute()
  const signingIn = await db.transaction().execute(async (tx) => {
    await lockUser(tx, id)
    // The old password checks out, and then the new session waits for our lock.
    const answer = signIn(email, 'bruno-and-luna')
    await expect.poll(waitingForALock, { timeout: 10_000, interval: 5 }).toBe(1)
    await setPassword(tx, id, 'another-hash')
    await tx.deleteFrom('sessions').where('user_id', '=', id).execute()
    return { answer }
  })
  expect(await signingIn.answer).toMatchObject({
    status: 401,
    body: { code: 'INVALID_EMAIL_OR_PASSWORD' },
    cookies: [],
  })
  expect(await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toEqual([])
})

async function waitingForALock(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  return rows.length
}
