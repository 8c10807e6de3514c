import { expect, test } from 'vitest'
import { clientAt } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { readOutbox } from '#/kernel/server/outbox.ts'
import { ask, cookieOf } from './sign-in.factory.ts'

const world = await openWorld()
const { url, db } = world

const password = (name: string) => `${name}-password`
async function signIn(name: string, userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/144.0') {
  const answer = await ask(
    url,
    '/sign-in/email',
    { email: `${name}@example.org`, password: password(name) },
    { 'user-agent': userAgent },
  )
  const cookie = cookieOf(answer)
  return { status: answer.status, cookie, call: clientAt(url, { cookie }) }
}
const isIn = async (cookie: string) => (await clientAt(url, { cookie }).accounts.me()).user !== null

/** Adds a way to log in beside the password, as linking does. */
const giveWay = (userId: string, provider: string) =>
  db
    .insertInto('accounts')
    .values({
      id: newId(),
      user_id: userId,
      provider_id: provider,
      issuer: provider,
      account_id: provider === 'phone' ? `+9198765${String(Date.now() % 100_000).padStart(5, '0')}` : newId(),
    })
    .execute()

async function signInByPhone(phoneNumber: string) {
  await ask(url, '/phone-codes', { phoneNumber })
  const [text] = await readOutbox(world.dataDir, 1)
  const cookie = cookieOf(await ask(url, '/sign-in/phone', { phoneNumber, code: text!.text.slice(0, 6) }))
  return { cookie, call: clientAt(url, { cookie }) }
}

test('people see where they are logged in, and end one of the sessions', async () => {
  const asha = await world.signUp('asha')
  const phone = await signIn('asha', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) Safari/604.1')
  const { sessions } = await asha.call.accounts.sessions()
  expect(sessions).toMatchObject([{ device: 'Safari on iPhone', isCurrent: false }, { isCurrent: true }])
  await asha.call.accounts.endSession({ id: sessions[0]!.id })
  await expect.poll(() => isIn(phone.cookie)).toBe(false)
  expect(await isIn(asha.cookie)).toBe(true)
  await expect(asha.call.accounts.endSession({ id: sessions[1]!.id })).rejects.toMatchObject({
    code: 'accounts.this_session',
    status: 409,
  })
})

test('other people’s sessions are not found, and don’t end with your own', async () => {
  const ravi = await world.signUp('ravi')
  const zoya = await world.signUp('zoya')
  const [others] = (await zoya.call.accounts.sessions()).sessions
  await expect(ravi.call.accounts.endSession({ id: others!.id })).rejects.toMatchObject({
    code: 'request.not_found',
  })
  const elsewhere = await signIn('ravi')
  await ravi.call.accounts.endOtherSessions()
  await expect.poll(() => isIn(elsewhere.cookie)).toBe(false)
  expect(await isIn(ravi.cookie)).toBe(true)
  expect(await isIn(zoya.cookie)).toBe(true)
})

test('a session ends when its time is over, unless it was used before', async () => {
  const { userId } = await world.signUp('nila')
  const inDays = (days: number) => new Date(Date.now() + days * DAY)
  const set = (days: number) =>
    db
      .updateTable('sessions')
      .set({ expires_at: inDays(days) })
      .where('user_id', '=', userId)
      .execute()
  const { cookie } = await signIn('nila')
  await set(29)
  const used = await fetch(`${url}/api/me`, { headers: { cookie } })
  expect(used.headers.getSetCookie().join()).toMatch(/session_token=[^;]+;.*Max-Age=2592000/i)
  const [renewed] = await db
    .selectFrom('sessions')
    .select('expires_at')
    .where('user_id', '=', userId)
    .orderBy('expires_at', 'desc')
    .execute()
  expect(renewed!.expires_at.getTime()).toBeGreaterThan(inDays(29.9).getTime())
  await set(-0.01)
  const late = await signIn('nila')
  await set(-0.01)
  expect(await isIn(late.cookie)).toBe(false)
})

test('changing the password ends all other sessions, and needs the current one', async () => {
  const tara = await world.signUp('tara')
  const elsewhere = await signIn('tara')
  const change = (currentPassword: string, cookie = tara.cookie) =>
    ask(url, '/change-password', { currentPassword, password: 'a-new-password' }, { cookie })
  expect(await change('not-hers')).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } })
  expect(await change('')).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } })
  expect((await change('tara-password', '')).status).toBe(401)
  expect(await isIn(elsewhere.cookie)).toBe(true)
  expect(await change('tara-password')).toMatchObject({ status: 200, body: { done: true } })
  await expect.poll(() => isIn(elsewhere.cookie)).toBe(false)
  expect(await isIn(tara.cookie)).toBe(true)
  expect((await signIn('tara')).status).toBe(401)
})

test('of two changes at once, one counts', async () => {
  const imran = await world.signUp('imran')
  const answers = await Promise.all(
    ['first-password', 'second-password'].map((password) =>
      ask(url, '/change-password', { currentPassword: 'imran-password', password }, { cookie: imran.cookie }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('a person who came by phone needs an address before a password', async () => {
  const { cookie, call } = await signInByPhone('9876500101')
  const set = () => ask(url, '/change-password', { password: 'a-first-password' }, { cookie })
  expect(await set()).toMatchObject({ status: 409, body: { code: 'NO_EMAIL' } })
  const { user } = await call.accounts.me()
  await db
    .updateTable('users')
    .set({ email: 'by.phone@example.org', email_verified: true })
    .where('id', '=', user!.id)
    .execute()
  expect((await set()).status).toBe(200)
  expect(await call.accounts.ownWaysIn()).toMatchObject({
    email: 'by.phone@example.org',
    password: true,
    phoneNumber: '+919876500101',
  })
})

test('the last way to log in stays, even if two are removed at once', async () => {
  const { cookie, call } = await signInByPhone('9876500102')
  await expect(call.accounts.removeWayIn({ way: 'phone' })).rejects.toMatchObject({
    code: 'accounts.last_way_in',
    status: 409,
  })
  await expect(call.accounts.removeWayIn({ way: 'google' })).rejects.toMatchObject({
    code: 'request.not_found',
  })
  const { user } = await call.accounts.me()
  await giveWay(user!.id, 'google')
  const outcomes = await Promise.allSettled([
    call.accounts.removeWayIn({ way: 'google' }),
    call.accounts.removeWayIn({ way: 'phone' }),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const left = await db.selectFrom('accounts').select('id').where('user_id', '=', user!.id).execute()
  expect(left).toHaveLength(1)
  expect(await isIn(cookie)).toBe(true)
})

test('a number is added with its code, replaces the previous one, and is refused if it belongs to someone else', async () => {
  const meera = await world.signUp('meera')
  const link = async (phoneNumber: string) => {
    await ask(url, '/phone-codes', { phoneNumber })
    const [text] = await readOutbox(world.dataDir, 1)
    const code = text!.text.slice(0, 6)
    return ask(url, '/phone', { phoneNumber, code }, { cookie: meera.cookie })
  }
  expect((await link('9876500103')).status).toBe(200)
  expect((await link('9876500104')).status).toBe(200)
  expect((await meera.call.accounts.me()).user?.phoneNumber).toBe('+919876500104')
  await signInByPhone('9876500105')
  expect(await link('9876500105')).toMatchObject({ status: 409, body: { code: 'PHONE_TAKEN' } })
  const known = await signInByPhone('9876500104')
  expect((await known.call.accounts.me()).user?.id).toBe(meera.userId)
  const guess = { phoneNumber: '9876500104', code: '000000' }
  expect((await ask(url, '/phone', guess, { cookie: meera.cookie })).status).toBe(400)
  expect((await ask(url, '/phone', guess)).status).toBe(401)
})

test('of two numbers added at once the later one is kept, and neither fails', async () => {
  const tara = await world.signUp('tara.two')
  const codeFor = async (phoneNumber: string) => {
    await ask(url, '/phone-codes', { phoneNumber })
    return { phoneNumber, code: (await readOutbox(world.dataDir, 1))[0]!.text.slice(0, 6) }
  }
  const given = [await codeFor('9876500111'), await codeFor('9876500112')]
  const answers = await Promise.all(given.map((one) => ask(url, '/phone', one, { cookie: tara.cookie })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const numbers = await db
    .selectFrom('accounts')
    .select('account_id')
    .where('user_id', '=', tara.userId)
    .where('provider_id', '=', 'phone')
    .execute()
  expect(numbers).toHaveLength(1)
})

test('sessions are listed as of the time of the request', async () => {
  const farah = await world.signUp('farah')
  for (const minutes of [-1, 1])
    await db
      .insertInto('sessions')
      .values({
        id: newId(),
        user_id: farah.userId,
        token: `for ${minutes}`,
        user_agent: minutes < 0 ? 'Firefox/144.0' : 'Chrome/150.0',
        expires_at: new Date(world.clock.now.getTime() + minutes * 60_000),
      })
      .execute()
  const { sessions } = await farah.call.accounts.sessions()
  const devices = sessions.filter(({ isCurrent }) => !isCurrent).map(({ device }) => device)
  expect(devices).toEqual([expect.stringContaining('Chrome')])
})

test('changing a name changes nothing else', async () => {
  const omar = await world.signUp('omar')
  const more = {
    email: 'other@example.org',
    role: 'admin',
    image: 'https://evil.example/x.png',
    email_verified: true,
  }
  await omar.call.accounts.changeProfile({ name: '  Omar Sheikh ', ...more })
  expect((await omar.call.accounts.me()).user).toMatchObject({
    name: 'Omar Sheikh',
    email: 'omar@example.org',
    role: 'pet_owner',
    imageUrl: null,
  })
})

test('a name can’t be emptied: a blank one is refused, and a photo alone keeps it', async () => {
  const isha = await world.signUp('isha')
  const name = async () => (await isha.call.accounts.me()).user?.name
  await expect(isha.call.accounts.changeProfile({ name: '  ' })).rejects.toMatchObject({ status: 400 })
  await isha.call.accounts.changeProfile({ removePhoto: true })
  expect(await name()).toBe('isha')
})

test('no request makes anyone an admin', async () => {
  const kabir = await world.signUp('kabir')
  await kabir.call.accounts.chooseRole({ role: 'admin' })
  for (const [method, path, body] of [
    ['PUT', '/api/me/role', { role: 'admin' }],
    ['PUT', '/api/me/profile', { name: 'K', role: 'admin', records: { admin: kabir.userId } }],
    ['POST', '/api/auth/update-user', { role: 'admin' }],
  ] as const)
    await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie: kabir.cookie },
      body: JSON.stringify(body),
    })
  const roles = await db.selectFrom('profiles').select('role').distinct().execute()
  expect(roles).toEqual([{ role: 'pet_owner' }])
  expect((await kabir.call.accounts.me()).user).toMatchObject({
    role: 'pet_owner',
    records: { pet_owner: kabir.ownerId },
  })
})
