import { afterAll, expect, test } from 'vitest'
import { ask, deviceCookieOf } from '#/accounts/server/sign-in.factory.ts'
import { openWorld } from '#/app/testing/world.ts'
import { startMailServer } from '#/kernel/testing/smtp-server.ts'

const mailServer = await startMailServer()
afterAll(mailServer.close)

const world = await openWorld({
  RATE_LIMITS: 'on',
  TRUSTED_PROXIES: '127.0.0.1',
  PUBLIC_URL: 'https://pawfolk.example',
  SMTP_URL: mailServer.url,
})
const from = (address: string) => ({ 'x-forwarded-for': address })
const askForMail = (email: string, address: string) =>
  ask(world.url, '/request-password-reset', { email }, from(address))

test('the reset mail goes over SMTP, and its link begins with the public address', async () => {
  const asha = { email: 'asha@example.org', password: 'bruno-and-luna' }
  await ask(world.url, '/sign-up/email', asha, from('10.1.0.1'))
  await askForMail(asha.email, '10.1.0.1')
  await expect.poll(() => mailServer.received.length, { timeout: 5_000 }).toBe(1)
  const [mail] = mailServer.received
  expect(mail!.to).toEqual(['asha@example.org'])
  const [, token] = /https:\/\/pawfolk\.example\/reset-password\?token=([\w-]{43})\b/.exec(mail!.text) ?? []
  const changed = await ask(
    world.url,
    '/reset-password',
    { token, password: 'a-new-password' },
    from('10.1.0.1'),
  )
  expect(changed.status).toBe(200)
})

test('one network can ask three times an hour for an address, whether or not it has an account', async () => {
  for (const [region, email] of ['ravi@example.org', 'nobody@example.org'].entries()) {
    const statuses = []
    for (let asked = 0; asked < 4; asked++)
      statuses.push((await askForMail(email, `10.2.${region}.1`)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  }
})

const mailsTo = (email: string) => mailServer.received.filter(({ to }) => to.includes(email))
const tokenIn = (mail?: { text: string }) => /token=([\w-]{43})\b/.exec(mail?.text ?? '')?.[1]
const setPassword = (token: string | undefined, address: string) =>
  ask(world.url, '/reset-password', { token, password: 'a-new-password' }, from(address))

test('a stranger with five networks who asks for resets as often as possible leaves the owner theirs', async () => {
  const meera = { email: 'meera@example.org', password: 'bruno-and-luna' }
  await ask(world.url, '/sign-up/email', meera, from('10.5.0.1'))
  let sent = 0
  for (let network = 0; network < 5; network++)
    for (let asked = 0; asked < 4; asked++)
      if ((await askForMail(meera.email, `10.6.${network}.1`)).status === 200) sent++
  expect(sent).toBe(11)
  await expect.poll(() => mailsTo(meera.email).length, { timeout: 5_000 }).toBe(11)
  expect((await askForMail(meera.email, '10.5.0.1')).status).toBe(200)
  await expect.poll(() => mailsTo(meera.email).length, { timeout: 5_000 }).toBe(12)
  expect((await setPassword(tokenIn(mailsTo(meera.email)[11]), '10.5.0.1')).status).toBe(200)
})

test('strangers on any number of networks get eighteen resets mailed, and each of those links works for the owner', async () => {
  const tara = { email: 'tara@example.org', password: 'bruno-and-luna' }
  await ask(world.url, '/sign-up/email', tara, from('10.7.0.1'))
  for (let region = 0; region < 30; region++) await askForMail(tara.email, `10.8.${region}.1`)
  await expect.poll(() => mailsTo(tara.email).length, { timeout: 5_000 }).toBe(18)
  expect((await askForMail(tara.email, '10.7.0.1')).status).toBe(429)
  expect((await setPassword(tokenIn(mailsTo(tara.email)[0]), '10.7.0.1')).status).toBe(200)
  const signIn = { email: tara.email, password: 'a-new-password' }
  expect((await ask(world.url, '/sign-in/email', signIn, from('10.7.0.1'))).status).toBe(200)
})

test('a stranger who signs up with an address again and again uses up none of its resets', async () => {
  const verifying = await openWorld({
    RATE_LIMITS: 'on',
    TRUSTED_PROXIES: '127.0.0.1',
    EMAIL_VERIFICATION: 'on',
    SMTP_URL: mailServer.url,
  })
  const kabir = { email: 'kabir@example.org', password: 'bruno-and-luna' }
  for (let time = 0; time < 7; time++) await ask(verifying.url, '/sign-up/email', kabir, from('10.9.0.1'))
  await expect.poll(() => mailsTo(kabir.email).length, { timeout: 5_000 }).toBe(5)
  await ask(verifying.url, '/request-password-reset', { email: kabir.email }, from('10.9.1.1'))
  await expect.poll(() => mailsTo(kabir.email).length, { timeout: 5_000 }).toBe(6)
  expect(mailsTo(kabir.email)[5]!.text).toContain('/reset-password?token=')
})

test('logging in again and again for fresh marks gets six resets mailed', async () => {
  const zara = { email: 'zara@example.org', password: 'bruno-and-luna' }
  await ask(world.url, '/sign-up/email', zara, from('10.20.0.1'))
  const statuses: number[] = []
  for (let login = 0; login < 10; login++) {
    const entered = await ask(world.url, '/sign-in/email', zara, from('10.20.0.1'))
    const headers = { ...from('10.20.0.1'), cookie: deviceCookieOf(entered) }
    statuses.push((await ask(world.url, '/request-password-reset', { email: zara.email }, headers)).status)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(6)
  expect(statuses.at(-1)).toBe(429)
})

test('one client can ask ten times a quarter of an hour, for however many addresses', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, number) => askForMail(`someone-${number}@example.org`, '10.3.0.1')),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
})

test('one client can try twenty tokens a quarter of an hour', async () => {
  const statuses = []
  for (let number = 0; number < 21; number++)
    statuses.push(
      (
        await ask(
          world.url,
          '/reset-password',
          { token: `made-up-${number}`, password: 'a-new-password' },
          from('10.4.0.1'),
        )
      ).status,
    )
  expect(statuses).toEqual([...Array(20).fill(400), 429])
})
