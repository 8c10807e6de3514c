import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ask, cookieOf } from '#/accounts/server/sign-in.factory.ts'
import { openWorld } from '#/app/testing/world.ts'

const world = await openWorld()
const asha = { email: 'asha@example.org', password: 'bruno-and-luna' }
const signUp = (body: object, headers?: Record<string, string>) =>
  ask(world.url, '/sign-up/email', body, headers)
const signIn = (body: object, headers?: Record<string, string>) =>
  ask(world.url, '/sign-in/email', body, headers)
const users = () => world.db.selectFrom('users').selectAll().orderBy('created_at').execute()

async function isSignedIn(cookie: string): Promise<boolean> {
  const response = await fetch(`${world.url}/api/me`, { headers: { cookie } })
  return ((await response.json()) as { user: unknown }).user !== null
}

test('signing up logs in, and logging in later does too', async () => {
  const up = await signUp(asha)
  expect(up).toMatchObject({ status: 200, body: { signedIn: true } })
  expect(await isSignedIn(cookieOf(up))).toBe(true)
  const again = await signIn(asha)
  expect(again).toMatchObject({ status: 200, body: { signedIn: true } })
  expect(await isSignedIn(cookieOf(again))).toBe(true)
})

test('addresses that exist sign up, log in, and ask for a new password, whatever letters they have', async () => {
  for (const [email, known] of [
    ['R&D@example.org', 'r&d@example.org'],
    ['first.last/dept@example.org', 'first.last/dept@example.org'],
    ['user@example.भारत', 'user@example.xn--h2brj9c'],
    ['user@münchen.example', 'user@xn--mnchen-3ya.example'],
  ]) {
    const given = { email, password: 'bruno-and-luna' }
    expect(await signUp(given), email).toMatchObject({ status: 200, body: { signedIn: true } })
    expect((await users()).at(-1)).toMatchObject({ email: known, contact_email: known })
    expect(await signIn({ ...given, email: known }), email).toMatchObject({ status: 200 })
    expect((await ask(world.url, '/request-password-reset', { email })).status, email).toBe(200)
  }
})

test('scripts and other sites can’t read the session cookie, and no token is in the answer', async () => {
  const { cookies, body } = await signIn(asha)
  expect(cookies).toHaveLength(2)
  expect(cookies[1]).toMatch(/^pawfolk\.device=[^;]+;.* HttpOnly; SameSite=Lax$/)
  expect(cookies[0]).toMatch(/^pawfolk\.session_token=[^;]+;/)
  expect(cookies[0]).toMatch(/; HttpOnly/i)
  expect(cookies[0]).toMatch(/; SameSite=Lax/i)
  expect(cookies[0]).not.toMatch(/; Secure/i)
  expect(JSON.stringify(body)).toBe('{"signedIn":true}')
})

test('logging in starts a new session and ends the previous one', async () => {
  const before = await signIn(asha)
  const after = await signIn(asha, { cookie: cookieOf(before) })
  expect(cookieOf(after)).not.toBe(cookieOf(before))
  expect(await isSignedIn(cookieOf(after))).toBe(true)
  await expect.poll(() => isSignedIn(cookieOf(before))).toBe(false)
})

test('a session cookie that somebody else chose is worthless', async () => {
  const planted = 'pawfolk.session_token=planted.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D'
  expect(await isSignedIn(planted)).toBe(false)
  const { cookies } = await signIn(asha, { cookie: planted })
  expect(cookies[0]).not.toContain('planted')
})

test('logging out ends the session and removes the cookie', async () => {
  const cookie = cookieOf(await signIn(asha))
  const out = await ask(world.url, '/sign-out', {}, { cookie })
  expect(out.status).toBe(200)
  expect(out.cookies[0]).toMatch(/session_token=;.*Max-Age=0/i)
  await expect.poll(() => isSignedIn(cookie)).toBe(false)
})

test('a session that could not be ended is still there, and logging out says that it failed', async () => {
  const cookie = cookieOf(await signIn(asha))
  await sql`
    create function refuse_delete() returns trigger language plpgsql as
      $$ begin raise exception 'no room' using errcode = 'P0001'; end $$
  `.execute(world.db)
  await sql`
    create trigger refuse_delete before delete on sessions for each row execute function refuse_delete()
  `.execute(world.db)
  const failed = { status: 503, body: { code: 'UNAVAILABLE' }, cookies: [] }
  expect(await ask(world.url, '/sign-out', {}, { cookie })).toMatchObject(failed)
  expect(await signIn(asha, { cookie })).toMatchObject(failed)
  expect(await isSignedIn(cookie)).toBe(true)
  await sql`drop function refuse_delete cascade`.execute(world.db)
  expect(await ask(world.url, '/sign-out', {}, { cookie })).toMatchObject({
    status: 200,
    body: { done: true },
  })
  expect(await isSignedIn(cookie)).toBe(false)
})

test('an email address is one account, however it is written', async () => {
  expect((await signIn({ ...asha, email: '  ASHA@Example.ORG ' })).status).toBe(200)
  expect(await signUp({ ...asha, email: 'Asha@EXAMPLE.org' })).toMatchObject({
    status: 422,
    body: { code: 'EMAIL_TAKEN' },
  })
})

test('two simultaneous sign-ups with one address make one account, and the other is refused as taken', async () => {
  const ravi = { email: 'ravi@example.org', password: 'simba-simba' }
  const answers = await Promise.all([signUp(ravi), signUp(ravi), signUp(ravi)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  for (const { status, body } of answers)
    if (status === 422) expect(body).toMatchObject({ code: 'EMAIL_TAKEN' })
})

test('a wrong password and an unknown address get the same answer', async () => {
  const wrong = await signIn({ ...asha, password: 'not-her-password' })
  const unknown = await signIn({ email: 'nobody@example.org', password: 'not-her-password' })
  expect(wrong).toMatchObject({ status: 401, body: { code: 'INVALID_EMAIL_OR_PASSWORD' }, cookies: [] })
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
})

test.each<[string, Record<string, unknown>, string]>([
  ['no email', { email: undefined }, 'INVALID_EMAIL'],
  ['a number for an email', { email: 7 }, 'INVALID_EMAIL'],
  ['an email without a domain', { email: 'zoya@localhost' }, 'INVALID_EMAIL'],
  ['an email with NUL', { email: 'zo\u0000ya@example.org' }, 'INVALID_EMAIL'],
  ['an email with a line break', { email: 'zoya@example.org\r\nBcc: a@b.co' }, 'INVALID_EMAIL'],
  ['an email of 300 characters', { email: `${'z'.repeat(290)}@example.org` }, 'INVALID_EMAIL'],
  ['no password', { password: undefined }, 'INVALID_PASSWORD'],
  ['a password of 5 characters', { password: '12345' }, 'PASSWORD_TOO_SHORT'],
  ['a password of 129 characters', { password: 'x'.repeat(129) }, 'PASSWORD_TOO_LONG'],
  ['a password with NUL', { password: 'secret\u0000secret' }, 'INVALID_PASSWORD'],
  ['a password with half a character', { password: 'secret\ud800' }, 'INVALID_PASSWORD'],
  ['a name with NUL', { name: 'Zo\u0000ya' }, 'INVALID_NAME'],
  ['a name of 101 characters', { name: 'z'.repeat(101) }, 'INVALID_NAME'],
  ['an object for a name', { name: { first: 'Zoya' } }, 'INVALID_NAME'],
])('a sign-up with %s is refused, and nothing is written', async (_what, wrong, code) => {
  const before = await users()
  const body = { email: 'zoya@example.org', password: 'mithu-mithu', ...wrong }
  expect(await signUp(body)).toMatchObject({ status: 400, body: { code } })
  expect(await users()).toEqual(before)
})

test.each<[string, string, number]>([
  ['no JSON', '{"email":', 400],
  ['a list', '[]', 400],
  ['null', 'null', 400],
  ['arrays 3,000 deep', `${'['.repeat(3000)}${']'.repeat(3000)}`, 400],
  ['9 kB', JSON.stringify({ email: 'x'.repeat(9000) }), 413],
])('a body of %s is a refusal and no fault', async (_what, body, status) => {
  for (const path of ['/sign-up/email', '/sign-in/email']) {
    expect((await ask(world.url, path, body)).status).toBe(status)
  }
})

test('a body of unknown length, or a form, is not read', async () => {
  const chunked = await signIn(asha, { 'transfer-encoding': 'chunked' })
  expect(chunked.status).toBe(411)
  for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
    expect((await signIn(asha, { 'content-type': type })).status).toBe(415)
  }
})

test('a sign-up sets nothing but the fields of its form', async () => {
  const body = {
    email: 'kabir@example.org',
    password: 'vet-vet-vet',
    name: ' Kabir ',
    image: 'https://evil.example/x.svg',
    emailVerified: true,
    email_verified: true,
    id: '00000000-0000-7000-8000-000000000000',
    role: 'admin',
    createdAt: '2001-01-01',
  }
  expect((await signUp(body)).status).toBe(200)
  const kabir = (await users()).find(({ email }) => email === 'kabir@example.org')!
  expect(kabir).toMatchObject({ name: 'Kabir', image: null, email_verified: false })
  expect(kabir.id).not.toBe(body.id)
  expect(new Date(kabir.created_at).getFullYear()).toBeGreaterThan(2020)
})

const closed = [
  ['GET', '/get-session'],
  ['GET', '/list-sessions'],
  ['GET', '/list-accounts'],
  ['GET', '/ok'],
  ['GET', '/error'],
  ['GET', '/callback/github'],
  ['GET', '/reset-password/x'],
  ['GET', '/delete-user/callback'],
  ['GET', '/verify-email?token=x'],
  ['GET', '/sign-in/email'],
  ['POST', '/update-user'],
  ['POST', '/update-session'],
  ['POST', '/change-email'],
  ['POST', '/set-password'],
  ['POST', '/verify-password'],
  ['POST', '/delete-user'],
  ['POST', '/unlink-account'],
  ['POST', '/revoke-sessions'],
  ['POST', '/send-verification-email'],
  ['POST', '/get-access-token'],
  ['POST', '/refresh-token'],
  ['POST', '/sign-up/email/'],
  ['POST', '//sign-up/email'],
  ['POST', '/__proto__'],
  ['POST', '/constructor'],
] as const

test('endpoints that are not offered are closed, even to people who are logged in', async () => {
  const cookie = cookieOf(await signIn(asha))
  for (const [method, path] of closed) {
    const body = method === 'POST' ? { ...asha, name: 'x', image: 'x', token: 'x' } : undefined
    const { status } = await ask(world.url, path, body, { cookie }, method)
    expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 404`)
  }
})

test('no header changes a client’s address, or causes a fault', async () => {
  const headers = { 'x-pawfolk-address': '9.9.9.9', 'x-forwarded-for': '8.8.8.8', 'x-forwarded-proto': 'x:' }
  expect((await signIn(asha, { ...headers, 'user-agent': 'A'.repeat(2000) })).status).toBe(200)
  const sessions = await world.db.selectFrom('sessions').selectAll().execute()
  expect(new Set(sessions.map(({ ip_address }) => ip_address))).toEqual(new Set(['127.0.0.1']))
  for (const { user_agent } of sessions) expect((user_agent ?? '').length).toBeLessThanOrEqual(300)
  for (const host of ['[', 'a b', '%', 'x:99999999'])
    expect((await signIn({ ...asha, password: 'wrong-wrong' }, { host })).status).toBe(401)
})

test('passwords are stored only as hashes', async () => {
  const kept = await world.db.selectFrom('accounts').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(asha.password)
  for (const { password } of kept) expect(password).toMatch(/^[\da-f]{32}:[\da-f]{128}$/)
})
