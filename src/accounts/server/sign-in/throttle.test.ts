import { expect, test } from 'vitest'
import { type Answer, ask, guessedEverywhere } from '#/accounts/server/sign-in.factory.ts'
import { openWorld } from '#/app/testing/world.ts'

const world = await openWorld({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })

/** The app trusts the test's proxy headers, so the test decides where a client is. */
const from = (address: string) => ({ 'x-forwarded-for': address })
const guess = (email: string, address: string) =>
  ask(world.url, '/sign-in/email', { email, password: 'a-wrong-guess' }, from(address))
const newcomer = (number: number) => ({ email: `newcomer-${number}@example.org`, password: 'bruno-and-luna' })

function expectTooMany(answer: Answer): void {
  expect(answer).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' }, cookies: [] })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
}

test('an account can be guessed at ten times from one address, sixty times from all, and once from forty more', async () => {
  await ask(
    world.url,
    '/sign-up/email',
    { email: 'asha@example.org', password: 'bruno-and-luna' },
    from('10.1.0.1'),
  )
  const answers = await Promise.all(Array.from({ length: 12 }, () => guess('asha@example.org', '10.2.0.1')))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  for (const answer of answers.filter(({ status }) => status !== 401)) expectTooMany(answer)
  await guessedEverywhere(world.db, '10.2.0.1', { attempts: 59, firsts: 39 })
  expect((await guess('asha@example.org', '10.2.1.1')).status).toBe(401)
  expect((await guess('asha@example.org', '10.2.1.1')).status).toBe(401)
  expectTooMany(await guess('asha@example.org', '10.2.1.1'))
  expectTooMany(await guess('asha@example.org', '10.2.2.1'))
  const right = { email: ' ASHA@example.org', password: 'bruno-and-luna' }
  expectTooMany(await ask(world.url, '/sign-in/email', right, from('10.3.0.1')))
})

test('an unknown account is counted the same way', async () => {
  const statuses = []
  for (let number = 0; number < 12; number++)
    statuses.push((await guess('nobody@example.org', '10.4.0.1')).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
})

test('an address can guess thirty times, over any number of accounts and whatever hops it makes up', async () => {
  const statuses = []
  for (let number = 0; number < 32; number++)
    statuses.push(
      (await guess(`somebody-${number}@example.org`, `9.9.9.${number}, 2001:db8:1:2::${number}`)).status,
    )
  expect(statuses).toEqual([...Array(30).fill(401), 429, 429])
  expect((await guess('somebody-99@example.org', '2001:db8:1:3::1')).status).toBe(401)
})

test('successful logins don’t count', async () => {
  const ravi = { email: 'ravi@example.org', password: 'simba-simba' }
  await ask(world.url, '/sign-up/email', ravi, from('10.6.0.1'))
  for (let number = 0; number < 12; number++)
    expect((await ask(world.url, '/sign-in/email', ravi, from('10.6.0.1'))).status).toBe(200)
})

test('an address can sign up thirty times in ten minutes, and another one is not affected', async () => {
  const statuses = []
  for (let number = 0; number < 31; number++)
    statuses.push((await ask(world.url, '/sign-up/email', newcomer(number), from('10.7.0.1'))).status)
  expect(statuses).toEqual([...Array(30).fill(200), 429])
  expectTooMany(await ask(world.url, '/sign-up/email', newcomer(98), from('10.7.0.1')))
  expect((await ask(world.url, '/sign-up/email', newcomer(99), from('10.7.0.2'))).status).toBe(200)
})

test('a window that has ended starts again', async () => {
  await world.db
    .updateTable('rate_limits')
    .set({ window_started_at: new Date(Date.now() - 3600_000) })
    .execute()
  const right = { email: 'asha@example.org', password: 'bruno-and-luna' }
  expect((await ask(world.url, '/sign-in/email', right, from('10.3.0.1'))).status).toBe(200)
})

test('the table of counts holds no email address', async () => {
  const counts = await world.db.selectFrom('rate_limits').select('key').execute()
  expect(counts.length).toBeGreaterThan(10)
  for (const { key } of counts) expect(key).not.toContain('@')
})
