import { afterAll, expect, test } from 'vitest'
import { ask, cookieOf, outboxOf } from '#/accounts/server/sign-in.factory.ts'
import { sayWho, startGoogle } from '#/accounts/server/social.factory.ts'
import { openWorld } from '#/app/testing/world.ts'
import { readOutbox } from '#/kernel/server/outbox.ts'

const google = await startGoogle()
const world = await openWorld(google.settings)
afterAll(google.close)
const { url, db } = world

const onPhone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) Safari/604.1' }
const mailsTo = async (name: string) =>
  (await outboxOf(world.dataDir)).filter((mail) => mail.startsWith(`To: ${name}@example.org\n`))

/** Waits until a person has this many mails: some go out by the queue, some after the answer. */
async function soonTo(name: string, count: number): Promise<string[]> {
  await world.app.jobs.deliverEvents()
  await expect.poll(async () => (await mailsTo(name)).length, { timeout: 10_000 }).toBe(count)
  return mailsTo(name)
}

async function codeFor(phoneNumber: string): Promise<string> {
  await ask(url, '/phone-codes', { phoneNumber })
  const texts = (await readOutbox(world.dataDir, 20)).filter(({ kind }) => kind === 'sms')
  return texts[0]!.text.slice(0, 6)
}

test('changing the password sends a mail: what, when, from where, and what to do', async () => {
  const { cookie } = await world.signUp('asha')
  const change = { currentPassword: 'asha-password', password: 'a-new-password' }
  await ask(url, '/change-password', change, { cookie, ...onPhone })
  const [mail] = await soonTo('asha', 1)
  expect(mail).toContain('Subject: The password of your Pawfolk account was changed')
  expect(mail).toContain('When: Mon, 2 Nov 2026, 09:00 India time')
  expect(mail).toContain('Where: Safari on iPhone')
  expect(mail).toMatch(
    /If this wasn’t you, set a new password now.*\n\nhttp:\/\/localhost:\d+\/reset-password$/s,
  )
})

test('a mail about a new password says that API tokens keep working, if the person has any', async () => {
  const { cookie, call } = await world.signUp('kabir')
  const changeTo = async (password: string, currentPassword: string) => {
    await ask(url, '/change-password', { currentPassword, password }, { cookie })
    await world.app.jobs.deliverEvents()
  }
  await changeTo('password-one', 'kabir-password')
  expect((await soonTo('kabir', 1))[0]).not.toContain('API tokens')
  await call.accounts.makeToken({ name: 'Clinic', scopes: ['pets:read'], days: 30 })
  await soonTo('kabir', 2)
  await changeTo('password-two', 'password-one')
  expect((await soonTo('kabir', 3))[2]).toContain(
    'Your API tokens keep working. Revoke any you don’t recognize under Edit profile, API tokens.',
  )
  await db.updateTable('api_tokens').set({ expires_at: world.clock.now }).execute()
  await changeTo('password-three', 'password-two')
  expect((await soonTo('kabir', 4))[3]).not.toContain('API tokens')
})

test('a password that was not changed sends no mail', async () => {
  const { cookie } = await world.signUp('ravi')
  await ask(url, '/change-password', { currentPassword: 'guessed', password: 'a-new-password' }, { cookie })
  await ask(
    url,
    '/change-password',
    { currentPassword: 'ravi-password', password: 'a-new-password' },
    { cookie },
  )
  expect(await soonTo('ravi', 1)).toHaveLength(1)
})

test('setting a password by a mailed link sends a mail, whatever the person’s notification choices', async () => {
  const { call } = await world.signUp('meera')
  const { choices } = await call.notifications.choices()
  const mails = choices.filter(({ email }) => email !== null)
  expect(mails.length).toBeGreaterThan(0)
  for (const { type } of mails) await call.notifications.choose({ type, channel: 'email', isWanted: false })
  await ask(url, '/request-password-reset', { email: 'meera@example.org' })
  const [asked] = await soonTo('meera', 1)
  const token = /token=([\w-]+)/.exec(asked!)![1]
  await ask(url, '/reset-password', { token, password: 'a-new-password' }, onPhone)
  const [, told] = await soonTo('meera', 2)
  expect(told).toContain('with a link that we emailed to this address')
})

test('adding and removing a phone or Google sends a mail', async () => {
  const { cookie, call } = await world.signUp('zoya')
  const phoneNumber = '9876500301'
  await ask(url, '/phone', { phoneNumber, code: await codeFor(phoneNumber) }, { cookie, ...onPhone })
  const [phone] = await soonTo('zoya', 1)
  expect(phone).toContain('A way to log in to your Pawfolk account was added')
  expect(phone).toContain('A phone number can now be used')
  expect(phone).toContain('Where: Safari on iPhone')
  const begun = await ask(url, '/link-social', { provider: 'google' }, { cookie })
  const who = { id: 'g-zoya', name: 'Z', email: 'zoya.at.google@example.org', verified: true }
  const back = (await sayWho(String(begun.body['url']), who)).replace('/api/auth', '')
  await ask(url, back, undefined, { cookie: `${cookieOf(begun)}; ${cookie}`, ...onPhone })
  expect((await soonTo('zoya', 2))[1]).toContain('Google can now be used to log in to your Pawfolk account.')
  await call.accounts.removeWayIn({ way: 'google' })
  expect((await soonTo('zoya', 3))[2]).toContain(
    'Google can no longer be used to log in to your Pawfolk account.',
  )
})

test('signing up and logging in with Google sends no mail', async () => {
  const who = { id: 'g-tara', name: 'T', email: 'tara@example.org', verified: true }
  for (const from of ['signup', 'login']) {
    const begun = await ask(url, '/sign-in/social', { provider: 'google', from })
    const back = (await sayWho(String(begun.body['url']), who)).replace('/api/auth', '')
    expect((await ask(url, back, undefined, { cookie: cookieOf(begun) })).status).toBe(302)
  }
  const asked = await db.selectFrom('users').select('id').where('email', '=', 'tara@example.org').execute()
  expect(asked).toHaveLength(1)
  await world.app.jobs.deliverEvents()
  expect(await mailsTo('tara')).toEqual([])
})
