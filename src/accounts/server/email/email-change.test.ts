import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ask, cookieOf, outboxOf } from '#/accounts/server/sign-in.factory.ts'
import { openWorld, type Person } from '#/app/testing/world.ts'

const world = await openWorld()
const { url, db } = world

const mailsTo = async (email: string) =>
  (await outboxOf(world.dataDir)).filter((mail) => mail.startsWith(`To: ${email}\n`))

async function soonTo(email: string, count: number): Promise<string[]> {
  await world.app.jobs.deliverEvents()
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 10_000 }).toBe(count)
  return mailsTo(email)
}

const tokenIn = (mail: string | undefined) => /verify-email\?token=([\w-]+)/.exec(mail ?? '')![1]!

const change = ({ cookie }: Pick<Person, 'cookie'>, email: string) =>
  ask(url, '/email', { email }, { cookie })
const open = ({ cookie }: Pick<Person, 'cookie'>, token: string) =>
  ask(url, '/confirm-email', { token }, { cookie })
const signIn = (email: string, password: string) => ask(url, '/sign-in/email', { email, password })
const letTimePass = (userId: string) =>
  db
    .updateTable('sessions')
    .set({ proved_at: sql<Date>`now() - interval '1 hour'` })
    .where('user_id', '=', userId)
    .execute()

test('a new address takes effect when its link is opened, and both addresses are notified', async () => {
  const asha = await world.signUp('asha')
  expect((await change(asha, 'asha.new@example.org')).status).toBe(200)
  expect(await asha.call.accounts.ownWaysIn()).toMatchObject({
    email: 'asha@example.org',
    pendingEmail: 'asha.new@example.org',
  })
  const [asked] = await soonTo('asha@example.org', 1)
  expect(asked).toContain('A new email address was requested for your Pawfolk account')
  expect(asked).not.toContain('asha.new')
  expect((await signIn('asha.new@example.org', 'asha-password')).status).toBe(401)
  const [link] = await soonTo('asha.new@example.org', 1)
  expect((await open(asha, tokenIn(link))).status).toBe(200)
  expect(await asha.call.accounts.ownWaysIn()).toMatchObject({
    email: 'asha.new@example.org',
    emailConfirmed: true,
    pendingEmail: null,
  })
  const [, changed] = await soonTo('asha@example.org', 2)
  expect(changed).toContain('The email address of your Pawfolk account was changed')
  expect(changed).toMatch(/\/contact$/)
  expect((await signIn('asha@example.org', 'asha-password')).status).toBe(401)
  expect((await signIn('asha.new@example.org', 'asha-password')).status).toBe(200)
  expect(await open(asha, tokenIn(link))).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
})

test('some time after the login, changing the address needs the password', async () => {
  const ravi = await world.signUp('ravi')
  await letTimePass(ravi.userId)
  expect(await change(ravi, 'ravi.new@example.org')).toMatchObject({
    status: 403,
    body: { code: 'PROOF_NEEDED' },
  })
  expect(await ravi.call.accounts.ownWaysIn()).toMatchObject({ pendingEmail: null })
  // Confirming the current address needs no proof.
  expect((await change(ravi, 'ravi@example.org')).status).toBe(200)
  await ask(url, '/prove/password', { password: 'ravi-password' }, { cookie: ravi.cookie })
  expect((await change(ravi, 'ravi.new@example.org')).status).toBe(200)
})

test('another person’s address gets the same answer, and only its owner is notified', async () => {
  const zoya = await world.signUp('zoya')
  const tara = await world.signUp('tara')
  const free = await change(tara, 'nobodys@example.org')
  const taken = await change(tara, 'zoya@example.org')
  expect([taken.status, taken.body]).toEqual([free.status, free.body])
  expect(await tara.call.accounts.ownWaysIn()).toMatchObject({
    email: 'tara@example.org',
    pendingEmail: 'zoya@example.org',
  })
  const [mail] = await soonTo('zoya@example.org', 1)
  expect(mail).toContain('It belongs to your account and stays there.')
  expect(mail).not.toContain('token=')
  expect((await ask(url, '/email/again', {}, { cookie: tara.cookie })).status).toBe(200)
  expect(await zoya.call.accounts.ownWaysIn()).toMatchObject({
    email: 'zoya@example.org',
    pendingEmail: null,
  })
})

test('a pending change can be sent again and cancelled, and then its links stop working', async () => {
  const meera = await world.signUp('meera')
  expect(await ask(url, '/email/again', {}, { cookie: meera.cookie })).toMatchObject({
    status: 409,
    body: { code: 'NOTHING_PENDING' },
  })
  await change(meera, 'meera.new@example.org')
  await ask(url, '/email/again', {}, { cookie: meera.cookie })
  const links = await soonTo('meera.new@example.org', 2)
  expect(await soonTo('meera@example.org', 1)).toHaveLength(1)
  await meera.call.accounts.cancelEmailChange()
  expect(await meera.call.accounts.ownWaysIn()).toMatchObject({ pendingEmail: null })
  for (const link of links) expect((await open(meera, tokenIn(link))).status).toBe(400)
  expect(await meera.call.accounts.ownWaysIn()).toMatchObject({ email: 'meera@example.org' })
})

test('a link that is too old, or was sent for another account, does nothing', async () => {
  const nila = await world.signUp('nila')
  const omar = await world.signUp('omar')
  await change(nila, 'nila.new@example.org')
  const [link] = await soonTo('nila.new@example.org', 1)
  expect((await open(omar, tokenIn(link))).status).toBe(400)
  expect((await ask(url, '/confirm-email', { token: tokenIn(link) })).status).toBe(401)
  const before = world.clock.now
  world.clock.now = new Date(before.getTime() + 3_601_000)
  expect((await open(nila, tokenIn(link))).status).toBe(400)
  expect(await nila.call.accounts.ownWaysIn()).toMatchObject({ pendingEmail: null })
  world.clock.now = before
})

test('a new request replaces the one before', async () => {
  const kabir = await world.signUp('kabir')
  await change(kabir, 'kabir.first@example.org')
  await change(kabir, 'kabir.second@example.org')
  expect(await kabir.call.accounts.ownWaysIn()).toMatchObject({ pendingEmail: 'kabir.second@example.org' })
  const [first] = await soonTo('kabir.first@example.org', 1)
  expect((await open(kabir, tokenIn(first))).status).toBe(400)
  const [second] = await soonTo('kabir.second@example.org', 1)
  expect((await open(kabir, tokenIn(second))).status).toBe(200)
})

test('a new password cancels a pending change, so a stranger who asked for it loses it', async () => {
  const farah = await world.signUp('farah')
  const stranger = { cookie: cookieOf(await signIn('farah@example.org', 'farah-password')) }
  await change(stranger, 'stranger@example.net')
  const [link] = await soonTo('stranger@example.net', 1)
  const passwords = { currentPassword: 'farah-password', password: 'a-new-password' }
  await ask(url, '/change-password', passwords, { cookie: farah.cookie })
  expect(await farah.call.accounts.ownWaysIn()).toMatchObject({ pendingEmail: null })
  expect((await open(farah, tokenIn(link))).status).toBe(400)
})

test('of two people who confirm one address at once, one gets it', async () => {
  const [imran, lata] = [await world.signUp('imran'), await world.signUp('lata')]
  await change(imran, 'wanted@example.org')
  await change(lata, 'wanted@example.org')
  const tokens = (await soonTo('wanted@example.org', 2)).map(tokenIn)
  const opened = await Promise.all(
    [imran, lata].flatMap((person) => tokens.map((token) => open(person, token))),
  )
  const statuses = opened.map(({ status }) => status).sort()
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  const holders = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'wanted@example.org')
    .execute()
  expect(holders).toHaveLength(1)
})

test('links can be requested five times an hour, repeats included', async () => {
  const limited = await openWorld({ RATE_LIMITS: 'on' })
  const { cookie } = await limited.signUp('asha')
  const statuses = []
  for (const path of [
    '/email',
    '/email/again',
    '/email/again',
    '/email/again',
    '/email/again',
    '/email/again',
  ])
    statuses.push(
      (await ask(limited.url, path, path === '/email' ? { email: 'a@example.net' } : {}, { cookie })).status,
    )
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('it works the same where sign-ups confirm their address', async () => {
  const strict = await openWorld({ EMAIL_VERIFICATION: 'on' })
  const asha = { email: 'asha@example.org', password: 'asha-password' }
  await ask(strict.url, '/sign-up/email', { ...asha, name: 'Asha' })
  await strict.db.updateTable('users').set({ email_verified: true }).execute()
  const cookie = cookieOf(await ask(strict.url, '/sign-in/email', asha))
  await ask(strict.url, '/email', { email: 'asha.new@example.org' }, { cookie })
  const find = async () =>
    (await outboxOf(strict.dataDir)).find((mail) => mail.startsWith('To: asha.new@example.org\n'))
  await expect.poll(find).toBeDefined()
  expect((await ask(strict.url, '/confirm-email', { token: tokenIn(await find()) }, { cookie })).status).toBe(
    200,
  )
  expect((await ask(strict.url, '/sign-in/email', { ...asha, email: 'asha.new@example.org' })).status).toBe(
    200,
  )
  expect((await ask(strict.url, '/sign-in/email', asha)).status).toBe(401)
})
