import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { adminClientAt, askAdmin, makeAdmin, openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { createAdmin, removeAdmin, resetAdmin } from './admins.ts'

const world = await openWorld({ TRUSTED_PROXIES: '127.0.0.1' })
const { db, url } = world
let networks = 0
/** A separate network and region each time, because tries are counted by both. */
const elsewhere = () => ({ 'x-forwarded-for': `10.9.${++networks}.1` })
const refused = { status: 401, body: { code: 'REFUSED' }, cookie: '' }
const meOf = async (cookie: string) => (await adminClientAt(url, cookie).me()).admin

test('password and code log in, and the session belongs to the admin', async () => {
  const asha = await makeAdmin(world, 'asha', 'support')
  const from = elsewhere()
  const begun = await askAdmin(url, '/sign-in/email', asha, '', from)
  expect(begun).toMatchObject({ status: 200, body: { next: 'code' } })
  expect(await meOf(begun.cookie)).toBeNull()
  const done = await askAdmin(url, '/two-factor/verify-totp', { code: await asha.code() }, begun.cookie, from)
  expect(done).toMatchObject({ status: 200, body: { signedIn: true } })
  expect(await meOf(done.cookie)).toEqual({
    id: asha.adminId,
    name: 'asha',
    email: 'asha@desk.example',
    role: 'support',
  })
  const { admin } = { admin: adminClientAt(url, done.cookie) }
  expect((await admin.log({ adminId: asha.adminId })).rows).toMatchObject([{ action: 'admin.signed_in' }])
})

test('the session cookie goes to the admin’s endpoints alone, ends with the browser, and no token is in the answer', async () => {
  const { email, password, code } = await makeAdmin(world, 'ravi')
  const from = elsewhere()
  const begun = await askAdmin(url, '/sign-in/email', { email, password }, '', from)
  const done = await askAdmin(url, '/two-factor/verify-totp', { code: await code() }, begun.cookie, from)
  const session = done.cookies.find((line) => line.startsWith('pawfolk-admin.session_token='))
  expect(session).toMatch(/; Path=\/api\/admin;/i)
  expect(session).toMatch(/; HttpOnly/i)
  expect(session).toMatch(/; SameSite=Strict/i)
  expect(session).not.toMatch(/Max-Age|Expires|; Secure/i)
  expect(JSON.stringify([begun.body, done.body])).toBe('[{"next":"code"},{"signedIn":true}]')
})

test('the first login sets up an authenticator, and until then the session is good for nothing else', async () => {
  const { password } = await createAdmin(db, {
    email: 'zoya@desk.example',
    name: 'Zoya',
    role: 'admin',
    now: new Date(),
  })
  const from = elsewhere()
  const begun = await askAdmin(url, '/sign-in/email', { email: 'Zoya@Desk.example ', password }, '', from)
  expect(begun.body).toEqual({ next: 'authenticator' })
  expect(await meOf(begun.cookie)).toBeNull()
  await expect(adminClientAt(url, begun.cookie).users({})).rejects.toMatchObject({ status: 401 })
  expect(
    await askAdmin(url, '/two-factor/enable', { password: 'not-the-password' }, begun.cookie, from),
  ).toMatchObject(refused)
  const given = await askAdmin(url, '/two-factor/enable', { password }, begun.cookie, from)
  const uri = new URL(String(given.body['uri']))
  expect(uri.href).toMatch(/^otpauth:\/\/totp\/Pawfolk%20admin:zoya%40desk\.example\?/)
  const secret = new TextDecoder().decode(base32.decode(uri.searchParams.get('secret')!))
  const code = await createOTP(secret).totp()
  const done = await askAdmin(url, '/two-factor/verify-totp', { code }, begun.cookie, from)
  expect(done).toMatchObject({ status: 200, body: { signedIn: true } })
  expect(await meOf(done.cookie)).toMatchObject({ name: 'Zoya' })
  // From now on the password leads to the code, and nobody can set up another authenticator.
  const again = await askAdmin(url, '/sign-in/email', { email: 'zoya@desk.example', password }, '', from)
  expect(again.body).toEqual({ next: 'code' })
  for (const cookie of [again.cookie, done.cookie])
    expect(await askAdmin(url, '/two-factor/enable', { password }, cookie, from)).toMatchObject(refused)
})

test('a session begun by the password alone stays worthless when an authenticator is set up in another', async () => {
  const { password } = await createAdmin(db, {
    email: 'imran@desk.example',
    name: 'Imran',
    role: 'admin',
    now: new Date(),
  })
  const from = elsewhere()
  const enter = () => askAdmin(url, '/sign-in/email', { email: 'imran@desk.example', password }, '', from)
  const [mine, strangers] = [await enter(), await enter()]
  const given = await askAdmin(url, '/two-factor/enable', { password }, mine.cookie, from)
  const secret = new URL(String(given.body['uri'])).searchParams.get('secret')!
  const code = await createOTP(new TextDecoder().decode(base32.decode(secret))).totp()
  const done = await askAdmin(url, '/two-factor/verify-totp', { code }, mine.cookie, from)
  expect(await meOf(done.cookie)).not.toBeNull()
  expect(await meOf(strangers.cookie)).toBeNull()
  expect(await askAdmin(url, '/two-factor/verify-totp', { code }, strangers.cookie, from)).toMatchObject(
    refused,
  )
})

test('every refusal is the same, down to the headers, and comes no sooner', async () => {
  const { email, password } = await makeAdmin(world, 'meera')
  const removed = await makeAdmin(world, 'gone')
  await removeAdmin(db, { email: removed.email, now: new Date() })
  const bodies: unknown[] = [
    { email, password: 'not-her-password' },
    { email: 'nobody@desk.example', password },
    { email: removed.email, password: removed.password },
    { email: 'no address', password },
    { email, password: '' },
    { email: ['x'], password: { a: 1 } },
    { email: 'a\u0000@desk.example', password: 'b\u0000' },
  ]
  const said = []
  for (const body of bodies) {
    const started = performance.now()
    const { headers, ...answer } = await askAdmin(url, '/sign-in/email', body, '', elsewhere())
    expect(performance.now() - started).toBeGreaterThan(340)
    const { date: _, 'x-request-id': __, ...rest } = headers
    said.push({ ...answer, headers: rest })
  }
  for (const answer of said) expect(answer).toEqual(said[0])
  expect(said[0]).toMatchObject(refused)
})

test('a code is refused without the previous step, or if it is wrong, damaged or someone else’s', async () => {
  const { email, password } = await makeAdmin(world, 'kabir')
  const stranger = await makeAdmin(world, 'stranger')
  const from = elsewhere()
  const begun = await askAdmin(url, '/sign-in/email', { email, password }, '', from)
  const tries: [unknown, string][] = [
    [{ code: '000000' }, begun.cookie],
    [{ code: await stranger.code() }, begun.cookie],
    [{ code: '12345' }, begun.cookie],
    [{ code: 123456 }, begun.cookie],
    [{ code: await stranger.code() }, ''],
    [{ code: await stranger.code() }, 'pawfolk-admin.two_factor=2fa-aaaaaaaaaaaaaaaaaaaa.AAAA'],
    [{ code: await stranger.code() }, 'pawfolk-admin.two_factor=%00'],
  ]
  for (const [body, cookie] of tries)
    expect(
      await askAdmin(url, '/two-factor/verify-totp', body, cookie, elsewhere()),
      JSON.stringify(body),
    ).toMatchObject(refused)
})

test('a code counts once, even if it is sent twice at the same time', async () => {
  const { email, password, code } = await makeAdmin(world, 'leela')
  const enter = async () =>
    (await askAdmin(url, '/sign-in/email', { email, password }, '', elsewhere())).cookie
  const cookies = [await enter(), await enter(), await enter()]
  const shown = await code()
  const answers = await Promise.all(
    cookies.map((cookie) => askAdmin(url, '/two-factor/verify-totp', { code: shown }, cookie, elsewhere())),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  const later = await enter()
  expect(await askAdmin(url, '/two-factor/verify-totp', { code: shown }, later, elsewhere())).toMatchObject(
    refused,
  )
})

const guess = (email: string, from: Record<string, string>) =>
  askAdmin(url, '/sign-in/email', { email, password: 'wrong-wrong-wrong' }, '', from)

/** Uses up the tries that regions have apart, and those that all share. */
async function lockEverywhere(email: string): Promise<void> {
  await Promise.all(Array.from({ length: 25 }, () => guess(email, elsewhere())))
}

const passed = (minutes: number) =>
  sql`update rate_limits set window_started_at = window_started_at - make_interval(mins => ${minutes})
       where key like 'admin password account %'`.execute(db)

test('a stranger’s wrong passwords lock out the stranger’s networks, not the admin', async () => {
  const { email, password } = await makeAdmin(world, 'mala')
  const right = (from: Record<string, string>) =>
    askAdmin(url, '/sign-in/email', { email, password }, '', from)
  for (let network = 1; network <= 9; network++)
    await Promise.all([1, 2, 3].map(() => guess(email, { 'x-forwarded-for': `10.8.0.${network}` })))
  expect(await right({ 'x-forwarded-for': '10.8.0.1' })).toMatchObject(refused)
  expect(await right({ 'x-forwarded-for': '10.8.0.77' })).toMatchObject(refused)
  // All that the admin needs is one try from a place of their own, and right passwords aren't counted.
  const own = elsewhere()
  expect(await right(own)).toMatchObject({ status: 200 })
  expect(await right(own)).toMatchObject({ status: 200 })
})

test('strangers in many regions get 25 guesses in a quarter of an hour, and no more', async () => {
  const { email, password } = await makeAdmin(world, 'mohan')
  await lockEverywhere(email)
  const right = () => askAdmin(url, '/sign-in/email', { email, password }, '', elsewhere())
  expect(await right()).toMatchObject(refused)
  await passed(14)
  expect(await right()).toMatchObject(refused)
  await passed(2)
  expect(await right()).toMatchObject({ status: 200 })
})

test('a stranger who locks an admin’s account doesn’t lock out the browser they logged in with before', async () => {
  const { email, password, code } = await makeAdmin(world, 'pooja')
  const from = elsewhere()
  const begun = await askAdmin(url, '/sign-in/email', { email, password }, '', from)
  expect(begun.cookie).not.toContain('pawfolk-admin.device')
  const shown = await code()
  const done = await askAdmin(url, '/two-factor/verify-totp', { code: shown }, begun.cookie, from)
  const line = done.cookies.find((cookie) => cookie.startsWith('pawfolk-admin.device='))!
  expect(line).toMatch(/; Max-Age=34560000; Path=\/api\/admin\/auth; HttpOnly; SameSite=Strict$/)
  const device = line.split(';')[0]!
  await lockEverywhere(email)
  // The stranger is on the same network, too.
  for (let tried = 0; tried < 6; tried++) await guess(email, from)
  const enter = (cookie: string, given = password) =>
    askAdmin(url, '/sign-in/email', { email, password: given }, cookie, from)
  expect(await enter('')).toMatchObject(refused)
  expect((await askAdmin(url, '/sign-in/email', { email, password }, '', elsewhere())).status).toBe(401)
  const again = await enter(device)
  expect(again).toMatchObject({ status: 200, body: { next: 'code' } })
  await sql`delete from rate_limits where key like 'admin used code %'`.execute(db)
  const cookie = `${again.cookie}; ${device}`
  const entered = await askAdmin(url, '/two-factor/verify-totp', { code: await code() }, cookie, from)
  expect(entered.status).toBe(200)
  // It gets only five tries of its own, and for this account alone.
  const other = await openDesk(world, 'qadir')
  const others = { email: other.email, password: other.password }
  await lockEverywhere(other.email)
  expect(await askAdmin(url, '/sign-in/email', others, device, elsewhere())).toMatchObject(refused)
  for (let tried = 0; tried < 5; tried++)
    expect(await enter(device, 'wrong-wrong-wrong')).toMatchObject(refused)
  expect(await enter(device)).toMatchObject(refused)
})

test('the quarter of an hour begins with the fifth try, not with the first', async () => {
  const { email, password } = await makeAdmin(world, 'nila')
  let host = 0
  const here = () => ({ 'x-forwarded-for': `10.7.0.${++host}` })
  // The region's own try, and four of those that all share.
  for (let tried = 0; tried < 5; tried++) await guess(email, here())
  await passed(14)
  await guess(email, here())
  await passed(5)
  // The region's own window is over.
  await guess(email, here())
  expect(await askAdmin(url, '/sign-in/email', { email, password }, '', here())).toMatchObject(refused)
})

test('five wrong codes lock the account from any number of networks, and a login resets the count', async () => {
  const { email, password, code } = await makeAdmin(world, 'omar')
  const enter = () => askAdmin(url, '/sign-in/email', { email, password }, '', elsewhere())
  const tryCode = async (given: string) => {
    const { cookie } = await enter()
    return (await askAdmin(url, '/two-factor/verify-totp', { code: given }, cookie, elsewhere())).status
  }
  const right = await code()
  const wrong = Array.from({ length: 12 }, (_, number) => String(100_000 + number * 7)).filter(
    (one) => one !== right,
  )
  for (const one of wrong.slice(0, 3)) expect(await tryCode(one)).toBe(401)
  expect(await tryCode(right)).toBe(200)
  await sql`delete from rate_limits where key like 'admin used code %'`.execute(db)
  for (const one of wrong.slice(3, 8)) expect(await tryCode(one)).toBe(401)
  expect(await tryCode(await code())).toBe(401)
})

test('an unknown account is locked by five tries too, and a network by five of any', async () => {
  const from = elsewhere()
  for (let tried = 0; tried < 5; tried++)
    await askAdmin(
      url,
      '/sign-in/email',
      { email: `somebody-${tried}@desk.example`, password: 'x' },
      '',
      from,
    )
  const { email, password } = await makeAdmin(world, 'tara')
  expect(await askAdmin(url, '/sign-in/email', { email, password }, '', from)).toMatchObject(refused)
  expect(await askAdmin(url, '/sign-in/email', { email, password }, '', elsewhere())).toMatchObject({
    status: 200,
  })
  const { rows } = await sql<{ key: string }>`select key from rate_limits where key like 'admin %'`.execute(
    db,
  )
  expect(rows.length).toBeGreaterThan(5)
  for (const { key } of rows) expect(key).not.toContain('@')
})

test('thirty minutes without a call end the session; a call keeps it, a glance does not', async () => {
  const desk = await openDesk(world, 'farah')
  const left = async (minutes: number) =>
    sql`update admin_sessions set expires_at = now() + make_interval(mins => ${minutes})
         where user_id = ${desk.adminId}`.execute(db)
  const minutesLeft = async () => {
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from expires_at - now()) / 60 as minutes from admin_sessions where user_id = ${desk.adminId}
    `.execute(db)
    return Math.round(Number(rows[0]!.minutes))
  }
  await left(10)
  expect((await desk.call.me()).admin).not.toBeNull()
  expect(await minutesLeft()).toBe(10)
  await desk.call.users({})
  expect(await minutesLeft()).toBe(30)
  await left(-1)
  await expect(desk.call.users({})).rejects.toMatchObject({ code: 'request.signed_out', status: 401 })
  expect((await desk.call.me()).admin).toBeNull()
})

test('even an active session ends after twelve hours', async () => {
  const desk = await openDesk(world, 'all-day')
  const beginAgo = (minutes: number) =>
    sql`update admin_sessions set created_at = now() - make_interval(mins => ${minutes})
         where user_id = ${desk.adminId}`.execute(db)
  await beginAgo(12 * 60 - 1)
  await desk.call.users({})
  expect((await desk.call.me()).admin).not.toBeNull()
  await beginAgo(12 * 60)
  await expect(desk.call.users({})).rejects.toMatchObject({ code: 'request.signed_out', status: 401 })
  expect((await desk.call.me()).admin).toBeNull()
})

test('logging out ends the session, and logging in again ends the previous one', async () => {
  const { email, password, cookie } = await openDesk(world, 'gita')
  expect((await askAdmin(url, '/sign-out', {}, cookie)).status).toBe(200)
  expect(await meOf(cookie)).toBeNull()
  expect((await askAdmin(url, '/sign-out', {})).status).toBe(200)
  const begun = await askAdmin(url, '/sign-in/email', { email, password }, '', elsewhere())
  expect(begun.status).toBe(200)
})

test('a new password and a removal log an admin out with the next request', async () => {
  const hari = await openDesk(world, 'hari')
  const { password } = await resetAdmin(db, { email: hari.email, now: new Date() })
  expect(await meOf(hari.cookie)).toBeNull()
  const old = { email: hari.email, password: hari.password }
  expect(await askAdmin(url, '/sign-in/email', old, '', elsewhere())).toMatchObject(refused)
  expect(
    (await askAdmin(url, '/sign-in/email', { email: hari.email, password }, '', elsewhere())).body,
  ).toEqual({
    next: 'authenticator',
  })
  const indu = await openDesk(world, 'indu')
  await removeAdmin(db, { email: indu.email, now: new Date() })
  await expect(indu.call.users({})).rejects.toMatchObject({ status: 401 })
})

test('only the needed endpoints of Better Auth are open', async () => {
  const { cookie } = await openDesk(world, 'jaya')
  for (const path of [
    '/sign-up/email',
    '/get-session',
    '/two-factor/disable',
    '/two-factor/get-totp-uri',
    '/two-factor/verify-backup-code',
    '/two-factor/view-backup-codes',
    '/change-password',
    '/update-user',
    '/list-sessions',
    '/delete-user',
    '/__proto__',
  ])
    expect((await askAdmin(url, path, { name: 'x' }, cookie)).status, path).toBe(404)
})
