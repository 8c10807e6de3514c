import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { ask, cookieOf } from '#/accounts/server/sign-in.factory.ts'
import { sayWho, startGoogle } from '#/accounts/server/social.factory.ts'
import { clientAt } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { readOutbox } from '#/kernel/server/outbox.ts'

const google = await startGoogle()
const world = await openWorld(google.settings)
afterAll(google.close)
const { url, db } = world
const needed = { status: 403, body: { code: 'PROOF_NEEDED' } }

/** Makes the last proof some minutes old. */
const letTimePass = (userId: string, minutes = 6) =>
  db
    .updateTable('sessions')
    .set({ proved_at: sql<Date>`proved_at - make_interval(mins => ${minutes})` })
    .where('user_id', '=', userId)
    .execute()

async function codeFor(phoneNumber: string): Promise<string> {
  await ask(url, '/phone-codes', { phoneNumber })
  const [text] = await readOutbox(world.dataDir, 1)
  return text!.text.slice(0, 6)
}

async function signInByPhone(phoneNumber: string) {
  const code = await codeFor(phoneNumber)
  const cookie = cookieOf(await ask(url, '/sign-in/phone', { phoneNumber, code }))
  const call = clientAt(url, { cookie })
  return { cookie, call, userId: (await call.accounts.me()).user!.id }
}

const linkPhone = async (cookie: string, phoneNumber: string) =>
  ask(url, '/phone', { phoneNumber, code: await codeFor(phoneNumber) }, { cookie })

async function atGoogle(path: '/link-social' | '/prove/social', cookie: string, id: string) {
  const begun = await ask(url, path, { provider: 'google' }, { cookie })
  if (begun.status !== 200) return begun
  const back = await sayWho(String(begun.body['url']), {
    id,
    name: 'A',
    email: `${id}@example.org`,
    verified: true,
  })
  return ask(url, back.replace('/api/auth', ''), undefined, { cookie: `${cookieOf(begun)}; ${cookie}` })
}

test('linking needs no password right after the login, and does some minutes later', async () => {
  const { cookie, userId, call } = await world.signUp('asha')
  expect((await linkPhone(cookie, '9876500201')).status).toBe(200)
  await letTimePass(userId)
  expect(await linkPhone(cookie, '9876500202')).toMatchObject(needed)
  expect(await atGoogle('/link-social', cookie, 'g-asha')).toMatchObject(needed)
  await expect(call.accounts.removeWayIn({ way: 'phone' })).rejects.toMatchObject({
    code: 'accounts.proof_needed',
    status: 403,
  })
  expect(await ask(url, '/prove/password', { password: 'guessed' }, { cookie })).toMatchObject({
    status: 400,
    body: { code: 'WRONG_PASSWORD' },
  })
  expect(await linkPhone(cookie, '9876500202')).toMatchObject(needed)
  expect((await ask(url, '/prove/password', { password: 'asha-password' }, { cookie })).status).toBe(200)
  expect((await linkPhone(cookie, '9876500202')).status).toBe(200)
  expect((await atGoogle('/link-social', cookie, 'g-asha')).headers.location).toBe('/edit-profile?by=google')
  await call.accounts.removeWayIn({ way: 'phone' })
  expect(await call.accounts.ownWaysIn()).toMatchObject({ phoneNumber: null, google: true, password: true })
})

test('a proof in one session doesn’t count in another', async () => {
  const ravi = await world.signUp('ravi')
  const elsewhere = cookieOf(
    await ask(url, '/sign-in/email', { email: 'ravi@example.org', password: 'ravi-password' }),
  )
  await letTimePass(ravi.userId)
  await ask(url, '/prove/password', { password: 'ravi-password' }, { cookie: ravi.cookie })
  expect(await linkPhone(elsewhere, '9876500203')).toMatchObject(needed)
  expect((await linkPhone(ravi.cookie, '9876500203')).status).toBe(200)
})

test('a code to the phone proves it once, and somebody else’s code doesn’t', async () => {
  const number = '9876500204'
  const { cookie, userId, call } = await signInByPhone(number)
  await db.updateTable('users').set({ email: 'caller@example.org' }).where('id', '=', userId).execute()
  await letTimePass(userId)
  const set = () => ask(url, '/change-password', { password: 'a-first-password' }, { cookie })
  expect(await set()).toMatchObject(needed)
  const others = await codeFor('9876500205')
  expect((await ask(url, '/prove/phone', { code: others }, { cookie })).status).toBe(400)
  const code = await codeFor(number)
  expect((await ask(url, '/prove/phone', { code }, { cookie })).status).toBe(200)
  expect((await ask(url, '/prove/phone', { code }, { cookie })).body).toEqual(
    expect.objectContaining({ code: 'WRONG_CODE' }),
  )
  expect((await set()).status).toBe(200)
  expect(await call.accounts.ownWaysIn()).toMatchObject({ password: true })
  const zoya = await world.signUp('zoya')
  expect(await ask(url, '/prove/phone', { code: '123456' }, { cookie: zoya.cookie })).toMatchObject({
    status: 409,
    body: { code: 'NO_PHONE' },
  })
})

test('a code to the confirmed address proves it, in the session it was asked for in', async () => {
  const { cookie, userId, email } = await world.signUp('farah')
  const send = () => ask(url, '/prove/email-code', {}, { cookie })
  const enter = (code: string, by = cookie) => ask(url, '/prove/email', { code }, { cookie: by })
  expect(await send()).toMatchObject({ status: 409, body: { code: 'NO_EMAIL' } })
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute()
  const elsewhere = cookieOf(await ask(url, '/sign-in/email', { email, password: 'farah-password' }))
  await letTimePass(userId)
  expect((await send()).status).toBe(200)
  const find = async () => {
    const mail = (await readOutbox(world.dataDir, 50)).find(({ to }) => to === email)
    return /^(\d{6}) is your Pawfolk code/.exec(mail?.subject ?? '')?.[1]
  }
  await expect.poll(find).toBeDefined()
  const code = (await find())!
  expect((await enter(code, elsewhere)).status).toBe(400)
  const before = world.clock.now
  world.clock.now = new Date(before.getTime() + 11 * 60_000)
  expect((await enter(code)).status).toBe(400)
  world.clock.now = before
  expect(await linkPhone(cookie, '9876500208')).toMatchObject(needed)
  expect((await enter(code)).status).toBe(200)
  expect((await linkPhone(cookie, '9876500208')).status).toBe(200)
  expect(await linkPhone(elsewhere, '9876500209')).toMatchObject(needed)
})

test('a mailed code can be guessed five times, even at once, and then not for a while', async () => {
  const { cookie, userId } = await world.signUp('lata')
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute()
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, at) => ask(url, '/prove/email', { code: `00000${at % 10}` }, { cookie })),
  )
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7)
})

test('logging in again at Google proves it, but only with the linked account', async () => {
  const { cookie, userId, call } = await world.signUp('meera')
  await atGoogle('/link-social', cookie, 'g-meera')
  await letTimePass(userId)
  expect((await atGoogle('/prove/social', cookie, 'g-meera-2')).headers.location).toBe(
    '/edit-profile?by=google&error=unable_to_link_account',
  )
  expect(await linkPhone(cookie, '9876500206')).toMatchObject(needed)
  expect((await atGoogle('/prove/social', cookie, 'g-meera')).headers.location).toBe(
    '/edit-profile?by=google&proved=1',
  )
  expect((await linkPhone(cookie, '9876500206')).status).toBe(200)
  const ways = await db.selectFrom('accounts').select('account_id').where('user_id', '=', userId).execute()
  expect(ways.map(({ account_id }) => account_id)).not.toContain('g-meera-2')
  expect(await call.accounts.ownWaysIn()).toMatchObject({ google: true })
})

test('Google proves nothing and links nothing if no account of it is linked', async () => {
  const { cookie, userId, call } = await world.signUp('tara')
  await letTimePass(userId)
  expect((await atGoogle('/prove/social', cookie, 'g-tara')).headers.location).toContain('error=')
  expect(await call.accounts.ownWaysIn()).toMatchObject({ google: false })
  expect(await linkPhone(cookie, '9876500207')).toMatchObject(needed)
})

test('nobody proves anything without a session', async () => {
  const signedOut = { status: 401, body: { code: 'SIGNED_OUT' } }
  expect(await ask(url, '/prove/password', { password: 'asha-password' })).toMatchObject(signedOut)
  expect(await ask(url, '/prove/phone', { code: '123456' })).toMatchObject(signedOut)
  expect((await ask(url, '/prove/social', { provider: 'google' })).status).toBe(401)
})
