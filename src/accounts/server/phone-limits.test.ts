import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { ask, cookieOf, deviceCookieOf } from './sign-in.factory.ts'

/** Speaks Twilio's API. While it is out of order it answers as Twilio does then. */
const texts: { to: string; body: string }[] = []
let outOfOrder = false
const twilio = createServer(async (request, response) => {
  const form = new URLSearchParams(await text(request))
  if (!outOfOrder) texts.push({ to: form.get('To') ?? '', body: form.get('Body') ?? '' })
  response.writeHead(outOfOrder ? 503 : 201, { 'content-type': 'application/json' }).end('{}')
})
twilio.listen(0, '127.0.0.1')
await once(twilio, 'listening')
afterAll(() => twilio.close())

const world = await openWorld({
  RATE_LIMITS: 'on',
  TRUSTED_PROXIES: '127.0.0.1',
  TEXTS_PER_HOUR: '110',
  TWILIO_ACCOUNT_SID: 'AC123',
  TWILIO_AUTH_TOKEN: 'secret',
  TWILIO_FROM: '+15005550006',
  TWILIO_API_URL: `http://127.0.0.1:${(twilio.address() as AddressInfo).port}`,
})
const from = (address: string) => ({ 'x-forwarded-for': address })
const send = (phoneNumber: string, address: string) =>
  ask(world.url, '/phone-codes', { phoneNumber }, from(address))
const enter = (phoneNumber: string, code: string, address: string) =>
  ask(world.url, '/sign-in/phone', { phoneNumber, code }, from(address))
const minutesPass = (count: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + count * 60_000)
}

test('a code that came by Twilio signs in', async () => {
  expect((await send('98765 43210', '10.1.0.1')).status).toBe(200)
  expect(texts.at(-1)?.to).toBe('+919876543210')
  const code = texts.at(-1)!.body.slice(0, 6)
  const entered = await enter('9876543210', code, '10.1.0.1')
  expect(entered).toMatchObject({ status: 200, body: { signedIn: true, isNew: true } })
  expect(cookieOf(entered)).toContain('session_token')
})

test('a number gets five codes an hour, from wherever they are asked for', async () => {
  const statuses = []
  for (let number = 0; number < 6; number++) {
    statuses.push((await send('9876500001', `10.2.0.${number}`)).status)
    minutesPass(1)
  }
  expect(statuses).toEqual([...Array(5).fill(200), 429])
  expect(texts.filter(({ to }) => to === '+919876500001')).toHaveLength(5)
})

test('codes: a carrier’s address gets sixty an hour, and what it is refused is not held against the number', async () => {
  const answers = []
  for (let number = 100; number < 161; number++) answers.push(await send(`9876501${number}`, '10.3.0.1'))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  const refused = answers.at(-1)!
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  for (let number = 0; number < 5; number++) {
    expect((await send('9876501160', '10.3.0.1')).status).toBe(429)
    expect((await send('9876501160', '10.3.0.2')).status).toBe(200)
    minutesPass(1)
  }
})

test('there is one code a minute, also when four are asked for at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, number) => send('9876500008', `10.7.0.${number}`)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.find(({ status }) => status !== 200)!
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_SOON' } })
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
  minutesPass(1)
  expect((await send('9876500008', '10.7.0.1')).status).toBe(200)
})

test('asking too soon costs none of the five', async () => {
  for (let time = 0; time < 6; time++) await send('9876500002', '10.4.0.1')
  minutesPass(1)
  expect((await send('9876500002', '10.4.0.1')).status).toBe(200)
})

test('a client can enter sixty wrong codes a quarter of an hour, for however many numbers', async () => {
  const statuses = []
  for (let number = 0; number < 61; number++)
    statuses.push((await enter(`98765020${String(number).padStart(2, '0')}`, '123456', '10.5.0.1')).status)
  expect(statuses).toEqual([...Array(60).fill(400), 429])
})

const lastCode = () => texts.at(-1)!.body.slice(0, 6)
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('L1: of all codes of a number, fifteen wrong ones are heard in any hour', async () => {
  let heard = 0
  for (let code = 0; code < 4; code++) {
    expect((await send('9876500004', `10.9.0.${code}`)).status).toBe(200)
    for (let time = 0; time < 5; time++) {
      const { status } = await enter('9876500004', another(lastCode()), `10.9.1.${time}`)
      if (status === 400) heard++
    }
    minutesPass(1)
  }
  expect(heard).toBe(15)
  const right = await enter('9876500004', lastCode(), '10.9.2.1')
  expect(right).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } })
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(3500)

  // Ten minutes later the first five are too old to count, and the other ten are not.
  await sql`
    update rate_limits set times = array(
      select t - case when i <= 5 then interval '61 minutes' else interval '50 minutes' end
      from unnest(times) with ordinality as tried (t, i) order by i)
    where key like 'wrong codes %'`.execute(world.db)
  expect((await send('9876500004', '10.9.0.5')).status).toBe(200)
  for (let time = 0; time < 5; time++)
    expect((await enter('9876500004', another(lastCode()), '10.9.2.2')).status).toBe(400)
  minutesPass(60)
  await world.db.deleteFrom('rate_limits').where('key', 'like', '/phone-codes %').execute()
  expect((await send('9876500004', '10.9.0.6')).status).toBe(200)
  expect((await enter('9876500004', lastCode(), '10.9.2.3')).status).toBe(429)
})

test('L1: strangers use up a number’s codes and tries, and its own phone signs in all the same', async () => {
  const phone = '9876500005'
  await send(phone, '10.10.0.1')
  const entered = await enter(phone, lastCode(), '10.10.0.1')
  const own = { ...from('10.10.0.1'), cookie: deviceCookieOf(entered) }
  const sendOwn = () => ask(world.url, '/phone-codes', { phoneNumber: phone }, own)
  const enterOwn = (code: string) => ask(world.url, '/sign-in/phone', { phoneNumber: phone, code }, own)
  for (let number = 0; number < 5; number++) {
    minutesPass(1)
    expect((await send(phone, '10.10.0.66')).status).toBe(number < 4 ? 200 : 429)
    for (let time = 0; time < 5; time++) await enter(phone, another(lastCode()), '10.10.0.66')
  }
  expect((await send(phone, '10.10.0.1')).status).toBe(429)

  expect((await sendOwn()).status).toBe(200)
  const code = lastCode()
  for (let time = 0; time < 6; time++) await enter(phone, another(code), '10.10.0.67')
  expect((await enterOwn(another(code))).body).toEqual({ code: 'WRONG_CODE', message: 'WRONG_CODE' })
  expect(await enterOwn(code)).toMatchObject({ status: 200, body: { signedIn: true, isNew: false } })
  // Of another account it is known to nobody.
  const elsewhere = { ...own, cookie: own.cookie.replace(/=./, '=_') }
  expect((await ask(world.url, '/phone-codes', { phoneNumber: phone }, elsewhere)).status).toBe(429)
})

test('a text that could not be sent is said to be so, and can be asked for again at once', async () => {
  outOfOrder = true
  expect(await send('9876500003', '10.6.0.1')).toMatchObject({ status: 503, body: { code: 'CODE_NOT_SENT' } })
  outOfOrder = false
  expect((await send('9876500003', '10.6.0.1')).status).toBe(200)
})

test('all texts together keep to what the operator allows in an hour', async () => {
  const before = texts.length
  let refused: Awaited<ReturnType<typeof send>> | undefined
  for (let asked = 0; asked < 99 && !refused; asked++) {
    const answer = await send(`98765030${String(asked).padStart(2, '0')}`, `10.8.0.${asked}`)
    if (answer.status !== 200) refused = answer
  }
  expect(refused).toMatchObject({ status: 503, body: { code: 'CODE_NOT_SENT' } })
  expect(texts.length).toBeLessThanOrEqual(110)
  expect(texts.length).toBeGreaterThan(before)
})

test('nobody’s phone number stands in the table of counts, nor what everyone can compute of it', async () => {
  const counts = await world.db.selectFrom('rate_limits').select('key').execute()
  expect(counts.length).toBeGreaterThan(10)
  for (const { key } of counts) expect(key).not.toMatch(/98765/)
  const computed = createHash('sha256').update('+919876500003').digest('base64url')
  expect(counts.filter(({ key }) => key.includes(computed))).toEqual([])
})
