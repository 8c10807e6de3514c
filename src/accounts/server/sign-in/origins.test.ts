import { expect, test } from 'vitest'
import { ask, cookieOf } from '#/accounts/server/sign-in.factory.ts'
import { openWorld } from '#/app/testing/world.ts'

const asha = { email: 'asha@example.org', password: 'bruno-and-luna' }

/** Headers that a browser sends from a page of `origin`. */
const from = (host: string, origin = `http://${host}`) => ({ host, origin, 'sec-fetch-site': 'same-origin' })

test('on a default start, localhost, 127.0.0.1 and a LAN address can all sign up, log in and log out', async () => {
  const { url } = await openWorld()
  const port = new URL(url).port
  for (const [number, name] of [
    'localhost',
    '127.0.0.1',
    '192.168.1.20',
    '[::1]',
    'pawfolk.local',
  ].entries()) {
    const headers = from(`${name}:${port}`)
    const someone = { ...asha, email: `someone-${number}@example.org` }
    expect((await ask(url, '/sign-up/email', someone, headers)).status).toBe(200)
    const signedIn = await ask(url, '/sign-in/email', someone, headers)
    expect(signedIn.status).toBe(200)
    const out = await ask(url, '/sign-out', {}, { ...headers, cookie: cookieOf(signedIn) })
    expect(out.status).toBe(200)
  }
})

test('a page of another site can log nobody in or out', async () => {
  const { url } = await openWorld()
  const { host } = new URL(url)
  const { cookies } = await ask(url, '/sign-up/email', asha, from(host))
  const cookie = cookieOf({ cookies })
  const strangers: Record<string, string>[] = [
    { host, origin: 'https://evil.example' },
    { host, origin: 'null' },
    { host, origin: `https://evil.example:${new URL(url).port}`, 'sec-fetch-site': 'same-origin' },
    { host, 'sec-fetch-site': 'cross-site' },
    { host, origin: `http://${host}`, 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of strangers) {
    for (const path of ['/sign-in/email', '/sign-up/email', '/sign-out'])
      expect((await ask(url, path, asha, { ...headers, cookie })).status).toBe(403)
  }
  const me = await fetch(`${url}/api/me`, { headers: { cookie } })
  expect(await me.json()).toMatchObject({ user: { email: asha.email } })
})

test('with a public address only its pages can log in, under any name of the server', async () => {
  const { url } = await openWorld({ PUBLIC_URL: 'https://pawfolk.example' })
  const { host } = new URL(url)
  expect((await ask(url, '/sign-up/email', asha, from(host, 'https://pawfolk.example'))).status).toBe(200)
  for (const name of [host, 'localhost:3000', '192.168.1.20:3000', 'evil.example'])
    expect((await ask(url, '/sign-in/email', asha, from(name))).status).toBe(403)
  const plain = from('pawfolk.example', 'http://pawfolk.example')
  expect((await ask(url, '/sign-in/email', asha, plain)).status).toBe(403)
})
