import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { ask, cookieOf } from './sign-in.factory.ts'

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
  TEXTS_PER_HOUR: '30',
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

test('a client gets five codes an hour, for however many numbers', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) => send(`987650010${number}`, '10.3.0.1')),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect((await send('9876500109', '10.3.0.2')).status).toBe(200)
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

test('a client can enter thirty wrong codes a quarter of an hour, for however many numbers', async () => {
  const statuses = []
  for (let number = 0; number < 31; number++)
    statuses.push((await enter(`98765020${String(number).padStart(2, '0')}`, '123456', '10.5.0.1')).status)
  expect(statuses).toEqual([...Array(30).fill(400), 429])
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
  for (let asked = 0; asked < 40 && !refused; asked++) {
    const answer = await send(`98765030${String(asked).padStart(2, '0')}`, `10.7.0.${asked}`)
    if (answer.status !== 200) refused = answer
  }
  expect(refused).toMatchObject({ status: 503, body: { code: 'CODE_NOT_SENT' } })
  expect(texts.length).toBeLessThanOrEqual(30)
  expect(texts.length).toBeGreaterThan(before)
})

test('nobody’s phone number stands in the table of counts, nor what everyone can compute of it', async () => {
  const counts = await world.db.selectFrom('rate_limits').select('key').execute()
  expect(counts.length).toBeGreaterThan(10)
  for (const { key } of counts) expect(key).not.toMatch(/98765/)
  const computed = createHash('sha256').update('+919876500003').digest('base64url')
  expect(counts.filter(({ key }) => key.includes(computed))).toEqual([])
})
