import { createEmailVerificationToken } from 'better-auth/api'
import { expect, test } from 'vitest'
import { ask, cookieOf, outboxOf, tokenIn } from '#/accounts/server/sign-in.factory.ts'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'

const secret = 'known-to-the-test-and-to-nobody-else'
const world = await openWorld({
  AUTH_SECRET: secret,
  EMAIL_VERIFICATION: 'on',
  PUBLIC_URL: 'https://pawfolk.example',
  RATE_LIMITS: 'on',
})

const signUp = (email: string, password = 'bruno-and-luna') =>
  ask(world.url, '/sign-up/email', { email, password })
const signIn = (email: string, password = 'bruno-and-luna') =>
  ask(world.url, '/sign-in/email', { email, password })

/** Presses the button on the page that the link leads to. */
const open = (token: string, headers: Record<string, string> = {}) =>
  ask(world.url, '/verify-email', { token }, headers)
const isIn = { status: 200, body: { signedIn: true } }

async function mailsTo(email: string): Promise<string[]> {
  return (await outboxOf(world.dataDir)).filter((mail) => mail.includes(`To: ${email}`))
}
/** Waits for the mail, which is sent after the answer. */
async function mailTo(email: string, count = 1): Promise<string> {
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 5_000 }).toBe(count)
  return (await mailsTo(email)).at(-1)!
}

test('signing up logs nobody in; the mailed link does, once it is confirmed', async () => {
  const up = await signUp('asha@example.org')
  expect(up).toMatchObject({ status: 200, body: { signedIn: false }, cookies: [] })
  const mail = await mailTo('asha@example.org')
  expect(mail).toContain('https://pawfolk.example/verify-email?sign-up=')
  // Programs that scan mail open links, and confirm nothing by it.
  expect(await ask(world.url, `/verify-email?token=${tokenIn(mail)}`)).toMatchObject({
    status: 404,
    cookies: [],
  })
  expect((await signIn('asha@example.org')).status).toBe(403)
  const opened = await open(tokenIn(mail))
  expect(opened).toMatchObject(isIn)
  const me = await fetch(`${world.url}/api/me`, { headers: { cookie: cookieOf(opened) } })
  expect(await me.json()).toMatchObject({ user: { email: 'asha@example.org', role: 'pet_owner' } })
})

test('with https the session cookie has the Secure prefix', async () => {
  const { cookies } = await signIn('asha@example.org')
  expect(cookies[0]).toMatch(/^__Secure-pawfolk\.session_token=.*; Secure/i)
})

test('a login before the address is confirmed explains that and sends the link again', async () => {
  await signUp('ravi@example.org')
  await mailTo('ravi@example.org')
  expect(await signIn('ravi@example.org')).toMatchObject({
    status: 403,
    body: { code: 'EMAIL_NOT_VERIFIED' },
    cookies: [],
  })
  expect(await open(tokenIn(await mailTo('ravi@example.org', 2)))).toMatchObject(isIn)
  expect((await signIn('ravi@example.org')).status).toBe(200)
})

test('a wrong password doesn’t reveal that the address is unconfirmed', async () => {
  await signUp('zoya@example.org')
  const wrong = await signIn('zoya@example.org', 'wrong-wrong')
  const unknown = await signIn('unknown@example.org', 'wrong-wrong')
  expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
})

test('a taken address is answered like a new one, down to the headers and the time', async () => {
  const timed = async (email: string) => {
    const started = performance.now()
    const { status, body, headers } = await signUp(email)
    const { date: _, 'x-request-id': __, ...rest } = headers
    return { ms: performance.now() - started, said: { status, body, headers: rest } }
  }
  const isNew = await timed('meera@example.org')
  const verified = await timed('asha@example.org')
  const waiting = await timed('zoya@example.org')
  expect(verified.said).toEqual(isNew.said)
  expect(waiting.said).toEqual(isNew.said)
  for (const { ms } of [isNew, verified, waiting]) expect(ms).toBeGreaterThan(390)
})

test('the owner of a taken address gets a mail about it, and their password stays', async () => {
  await signUp('asha@example.org', 'somebody-elses')
  await expect
    .poll(async () => (await mailsTo('asha@example.org')).at(-1))
    .toContain('You already have an account.')
  expect((await signIn('asha@example.org', 'somebody-elses')).status).toBe(401)
  expect((await signIn('asha@example.org')).status).toBe(200)
})

test('a stranger who signed up first with an address can’t log in once its owner confirms it', async () => {
  const email = 'nila@example.org'
  await signUp(email, 'the-strangers')
  const first = tokenIn(await mailTo(email))
  await signUp(email, 'nilas-own')
  const second = await mailTo(email, 2)
  expect(second).toContain('the password you chose last')
  expect((await open(first)).body['code']).toBe('INVALID_TOKEN')
  expect((await signIn(email, 'the-strangers')).status).toBe(403)
  expect(await mailTo(email, 3)).toContain('with this address again')
  expect(await open(tokenIn(second))).toMatchObject(isIn)
  expect((await signIn(email, 'the-strangers')).status).toBe(401)
  expect((await signIn(email, 'nilas-own')).status).toBe(200)
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a later sign-up takes nothing from an account in use until its link is opened, which ends its sessions and other ways to log in', async () => {
  const email = 'omar@example.org'
  await signUp(email, 'omars-first')
  await mailTo(email)
  const { id } = await world.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  // As if addresses hadn't been verified then.
  await world.db
    .insertInto('sessions')
    .values({ id: newId(), user_id: id, token: 'of-then', expires_at: new Date(Date.now() + 60_000) })
    .execute()
  const phone = { user_id: id, provider_id: 'phone', issuer: 'phone', account_id: '+919812300001' }
  await world.db
    .insertInto('accounts')
    .values({ id: newId(), ...phone })
    .execute()
  await signUp(email, 'omars-second')
  const link = tokenIn(await mailTo(email, 2))
  const sessions = () => world.db.selectFrom('sessions').select('token').where('user_id', '=', id).execute()
  expect(await sessions()).toEqual([{ token: 'of-then' }])
  expect((await signIn(email, 'omars-first')).status).toBe(403)
  expect((await signIn(email, 'omars-second')).status).toBe(401)
  await open(link)
  expect((await sessions()).map(({ token }) => token)).not.toContain('of-then')
  expect((await signIn(email, 'omars-second')).status).toBe(200)
  const ways = await world.db.selectFrom('accounts').select('provider_id').where('user_id', '=', id).execute()
  expect(ways).toEqual([{ provider_id: 'credential' }])
})

test('confirming a link while somebody else is logged in ends their session', async () => {
  const before = await signIn('ravi@example.org')
  await signUp('lata@example.org')
  const opened = await open(tokenIn(await mailTo('lata@example.org')), { cookie: cookieOf(before) })
  expect(opened).toMatchObject(isIn)
  const me = await fetch(`${world.url}/api/me`, { headers: { cookie: cookieOf(before) } })
  expect(await me.json()).toMatchObject({ user: null })
})

test('a link opened while somebody signs up again sets the password it was sent for, or does nothing', async () => {
  for (const name of ['kiran', 'leela', 'mohan']) {
    const email = `${name}@example.org`
    await signUp(email, 'the-owners')
    const link = tokenIn(await mailTo(email))
    const [opened] = await Promise.all([open(link), signUp(email, 'the-strangers')])
    expect((await signIn(email, 'the-owners')).status).toBe(opened.status === 200 ? 200 : 403)
    expect((await signIn(email, 'the-strangers')).status).toBe(401)
  }
})

test('two sign-ups at once are both answered like one', async () => {
  const answers = await Promise.all([signUp('kabir@example.org'), signUp('kabir@example.org')])
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { signedIn: false } })
})

test('a wrong or damaged link confirms nothing, and a used one logs nobody in', async () => {
  const [mail] = await mailsTo('asha@example.org')
  const token = tokenIn(mail!)
  expect(await open(token)).toMatchObject({ status: 200, body: { signedIn: false }, cookies: [] })
  const torn = token.slice(0, -4)
  for (const wrong of [torn, '', `${torn}\0`, 'a.b.c'])
    expect(await open(wrong)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' }, cookies: [] })
})

test('an expired link says so', async () => {
  const token = await createEmailVerificationToken(secret, 'zoya@example.org', undefined, -1)
  expect((await open(token)).body['code']).toBe('TOKEN_EXPIRED')
  const forged = await createEmailVerificationToken('another-secret-of-somebody-else', 'zoya@example.org')
  expect((await open(forged)).body['code']).toBe('INVALID_TOKEN')
})

test('asking for a new mail gets the same answer for unconfirmed, confirmed and unknown addresses', async () => {
  await signUp('imran@example.org')
  await mailTo('imran@example.org')
  const answers = await Promise.all(
    ['imran@example.org', 'asha@example.org', 'nobody@example.org'].map((email) =>
      ask(world.url, '/send-verification-email', { email }),
    ),
  )
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { done: true } })
  expect(await open(tokenIn(await mailTo('imran@example.org', 2)))).toMatchObject(isIn)
  expect(await mailsTo('nobody@example.org')).toEqual([])
})

test('one address gets five mails an hour, whoever asks; the sixth request is answered as before', async () => {
  const answers = []
  for (let asked = 0; asked < 7; asked++) answers.push(await signUp('tara@example.org'))
  for (const { status, body } of answers) expect([status, body]).toEqual([200, { signedIn: false }])
  await mailTo('tara@example.org', 5)
})
