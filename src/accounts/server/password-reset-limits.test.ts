import { afterAll, expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { startMailServer } from '#/kernel/testing/smtp-server.ts'
import { ask } from './sign-in.factory.ts'

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

test('the mail with the link goes over SMTP, and the link begins with the public address', async () => {
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

test('one address can be asked for five times an hour, from wherever, and whether or not it has an account', async () => {
  for (const email of ['asha@example.org', 'nobody@example.org']) {
    const statuses = []
    for (let number = 0; number < 6; number++)
      statuses.push((await askForMail(email, `10.2.${email.length}.${number}`)).status)
    const already = email.startsWith('asha') ? 1 : 0
    expect(statuses).toEqual([...Array(5 - already).fill(200), ...Array(1 + already).fill(429)])
  }
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
