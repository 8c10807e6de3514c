import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ask, cookieOf } from '#/accounts/server/sign-in.factory.ts'
import { openWorld } from '#/app/testing/world.ts'

const world = await openWorld({
  NODE_ENV: 'production',
  AUTH_SECRET: 'known-to-the-test-and-to-nobody-else',
  PUBLIC_URL: 'http://pawfolk.example',
  PAYMENT_GATEWAY: 'sandbox',
})

test('in production without a mail server, nobody is sent to an empty inbox', async () => {
  const { db, url } = world
  const account = { email: 'asha@example.org', password: 'asha-password' }
  const cookie = cookieOf(await ask(url, '/sign-up/email', account))
  const refused = { status: 503, body: { code: 'NO_MAILS_HERE' } }
  for (const email of [account.email, 'nobody@example.org'])
    expect(await ask(url, '/request-password-reset', { email }), email).toMatchObject(refused)
  expect(await ask(url, '/email', { email: 'other@example.org' }, { cookie })).toMatchObject(refused)
  expect(await db.selectFrom('mailed_links').selectAll().execute()).toEqual([])
  expect(await readdir(world.dataDir)).not.toContain('outbox')
})
