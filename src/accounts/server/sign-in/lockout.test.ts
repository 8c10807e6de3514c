import { expect, test } from 'vitest'
import {
  type Answer,
  ask,
  cookieOf,
  deviceCookieOf,
  guessedEverywhere,
  outboxOf,
} from '#/accounts/server/sign-in.factory.ts'
import { openWorld } from '#/app/testing/world.ts'

const world = await openWorld({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })

const from = (address: string, cookie?: string) => ({
  'x-forwarded-for': address,
  ...(cookie === undefined ? {} : { cookie }),
})
const home = '10.1.0.1'
const password = 'bruno-and-luna'
const signIn = (email: string, given: string, headers: Record<string, string>) =>
  ask(world.url, '/sign-in/email', { email, password: given }, headers)

async function signUp(email: string): Promise<Answer> {
  const answer = await ask(world.url, '/sign-up/email', { email, password }, from(home))
  expect(answer.status).toBe(200)
  return answer
}

/** Uses up all tries, from as many networks as needed. All but the last are only written as counts. */
async function lockOut(email: string, network: string): Promise<void> {
  await signIn(email, 'a-wrong-guess', from(network))
  await guessedEverywhere(world.db, network, { attempts: 60, firsts: 40 })
  expect((await signIn(email, 'a-wrong-guess', from('10.99.0.1'))).status).toBe(429)
}

test('a stranger’s ten wrong passwords lock out only the stranger', async () => {
  await signUp('asha@example.org')
  for (let time = 0; time < 12; time++) await signIn('ASHA@example.org', 'a-wrong-guess', from('10.66.0.1'))
  expect((await signIn('asha@example.org', password, from('10.66.0.1'))).status).toBe(429)
  expect((await signIn('asha@example.org', password, from(home))).status).toBe(200)
})

test('a stranger with ten wrong passwords from each of ten networks leaves a new browser of the owner its try', async () => {
  await signUp('kabir@example.org')
  await signIn('kabir@example.org', 'a-wrong-guess', from('10.76.0.1'))
  await guessedEverywhere(world.db, '10.76.0.1', { attempts: 60, firsts: 10 })
  expect((await signIn('kabir@example.org', 'a-wrong-guess', from('10.76.0.2'))).status).toBe(429)
  const fresh = '10.77.0.1'
  expect((await signIn('kabir@example.org', password, from(fresh))).status).toBe(200)
  // A correct password doesn't count.
  expect((await signIn('kabir@example.org', 'a-typo', from(fresh))).status).toBe(401)
  expect((await signIn('kabir@example.org', 'a-typo', from(fresh))).status).toBe(429)
})

test('strangers on many networks don’t lock out a browser that was logged in before', async () => {
  const cookie = deviceCookieOf(await signUp('ravi@example.org'))
  expect(cookie).not.toContain('session')
  await lockOut('ravi@example.org', '10.67.0.1')
  expect((await signIn('ravi@example.org', password, from(home))).status).toBe(429)
  expect((await signIn('ravi@example.org', password, from(home, cookie))).status).toBe(200)
  // Even if the strangers share its network.
  expect((await signIn('ravi@example.org', password, from('10.67.0.1', cookie))).status).toBe(200)
})

test('a device cookie works for its own account only, and a made-up one doesn’t work', async () => {
  const others = deviceCookieOf(await signUp('mallory@example.org'))
  await signUp('nila@example.org')
  await lockOut('nila@example.org', '10.68.0.1')
  const madeUp = others.replace(/=(.{12})/, '=AAAAAAAAAAAA')
  for (const cookie of [others, madeUp, 'pawfolk.device=', 'pawfolk.device=....', 'pawfolk.device=%00'])
    expect((await signIn('nila@example.org', password, from(home, cookie))).status).toBe(429)
})

test('a known browser has ten tries of its own, and no more', async () => {
  const cookie = deviceCookieOf(await signUp('tara@example.org'))
  const statuses = []
  for (let time = 0; time < 12; time++)
    statuses.push((await signIn('tara@example.org', 'a-wrong-guess', from(`10.69.${time}.1`, cookie))).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  expect((await signIn('tara@example.org', password, from(home))).status).toBe(200)
})

test('a browser stays known to the last five accounts that logged in there', async () => {
  let cookie = ''
  for (let number = 0; number < 6; number++) {
    const answer = await ask(
      world.url,
      '/sign-up/email',
      { email: `housemate-${number}@example.org`, password },
      from(home, cookie),
    )
    cookie = deviceCookieOf(answer)
  }
  expect(cookie.split('.')).toHaveLength(6)
  await lockOut('housemate-1@example.org', '10.70.0.1')
  await lockOut('housemate-0@example.org', '10.71.0.1')
  expect((await signIn('housemate-1@example.org', password, from(home, cookie))).status).toBe(200)
  expect((await signIn('housemate-0@example.org', password, from(home, cookie))).status).toBe(429)
})

test('a password reset clears the wrong passwords, and makes the browser known', async () => {
  await signUp('dev@example.org')
  await lockOut('dev@example.org', '10.72.0.1')
  await ask(world.url, '/request-password-reset', { email: 'dev@example.org' }, from(home))
  const mailed = async () =>
    (await outboxOf(world.dataDir))
      .map((mail) => /\/reset-password\?token=([\w-]+)/.exec(mail)?.[1])
      .find(Boolean)
  await expect.poll(mailed).toBeTruthy()
  const body = { token: await mailed(), password: 'a-new-password' }
  const reset = await ask(world.url, '/reset-password', body, from(home))
  expect(reset).toMatchObject({ status: 200, body: { done: true } })
  expect(cookieOf(reset)).toBe(deviceCookieOf(reset))
  expect((await signIn('dev@example.org', 'a-new-password', from('10.73.0.1'))).status).toBe(200)
  await lockOut('dev@example.org', '10.74.0.1')
  const known = from('10.75.0.1', deviceCookieOf(reset))
  expect((await signIn('dev@example.org', 'a-new-password', known)).status).toBe(200)
})

test('the cookie of a known browser is kept from scripts and other sites', async () => {
  const { cookies } = await signUp('lata@example.org')
  const line = cookies.find((cookie) => cookie.startsWith('pawfolk.device='))!
  expect(line).toMatch(/; Path=\/api\/auth; HttpOnly; SameSite=Lax$/)
})
