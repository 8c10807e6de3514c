import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { knownDevices } from '#/accounts/server/sign-in/known-devices.ts'
import { ask, browserCookie, cookieOf, deviceCookieOf } from '#/accounts/server/sign-in.factory.ts'
import { openWorld } from '#/app/testing/world.ts'
import { deriveKey } from '#/kernel/server/keys.ts'

/** A server with Twilio's API. While it is out of order, it answers as Twilio does then. */
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
  TEXTS_PER_HOUR: '300',
  TWILIO_ACCOUNT_SID: 'AC123',
  TWILIO_AUTH_TOKEN: 'secret',
  TWILIO_FROM: '+15005550006',
  TWILIO_API_URL: `http://127.0.0.1:${(twilio.address() as AddressInfo).port}`,
})
const from = (address: string) => ({ 'x-forwarded-for': address })
const by = (address: string, browser?: string) => ({ ...from(address), cookie: browserCookie(browser) })
const send = (phoneNumber: string, address: string, browser?: string) =>
  ask(world.url, '/phone-codes', { phoneNumber }, by(address, browser))
const enter = (phoneNumber: string, code: string, address: string, browser?: string) =>
  ask(world.url, '/sign-in/phone', { phoneNumber, code }, by(address, browser))
const minutesPass = (count: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + count * 60_000)
}

test('a code sent over Twilio logs in', async () => {
  expect((await send('98765 43210', '10.1.0.1')).status).toBe(200)
  expect(texts.at(-1)?.to).toBe('+919876543210')
  const code = texts.at(-1)!.body.slice(0, 6)
  const entered = await enter('9876543210', code, '10.1.0.1')
  expect(entered).toMatchObject({ status: 200, body: { signedIn: true, isNew: true } })
  expect(cookieOf(entered)).toContain('session_token')
})

test('a network gets four codes an hour for a number, and all networks together twenty', async () => {
  const statuses = []
  for (let asked = 0; asked < 5; asked++)
    statuses.push((await send('9876500001', '10.2.0.1', `b${asked}`)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 429])
  let sent = 4
  for (let region = 1; region < 25; region++)
    for (let asked = 0; asked < 2; asked++)
      if ((await send('9876500001', `10.2.${region}.1`, `r${region}-${asked}`)).status === 200) sent++
  expect(sent).toBe(20)
  expect(texts.filter(({ to }) => to === '+919876500001')).toHaveLength(20)
})

test('a carrier’s address gets sixty codes an hour, and its refusals don’t count against the number', async () => {
  const answers = []
  for (let number = 100; number < 161; number++) answers.push(await send(`9876501${number}`, '10.3.0.1'))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  const refused = answers.at(-1)!
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  for (let number = 0; number < 4; number++) {
    expect((await send('9876501160', '10.3.0.1')).status).toBe(429)
    expect((await send('9876501160', '10.3.0.2')).status).toBe(200)
    minutesPass(1)
  }
})

test('a browser gets one code a minute, even if it asks for four at once', async () => {
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

/** Enters the last code wrong this many times. */
async function enterWrong(phone: string, times: number, address: string, browser: string): Promise<string[]> {
  const codes = []
  for (let time = 0; time < times; time++)
    codes.push(String((await enter(phone, another(lastCode()), address, browser)).body['code']))
  return codes
}

test('a stranger who knows only the number and enters sixty wrong codes uses up no code of its owner', async () => {
  const phone = '9876500004'
  await send(phone, '10.9.0.1', 'owner')
  const code = lastCode()
  for (let time = 0; time < 60; time++)
    expect((await enter(phone, another(code), `10.9.1.${time % 6}`, 'stranger')).body).toMatchObject({
      code: 'WRONG_CODE',
    })
  expect((await enter(phone, code, '10.9.0.1', 'owner')).status).toBe(200)
})

test('a stranger who asks for codes of the number and enters them wrong neither replaces nor uses up its owner’s', async () => {
  const phone = '9876500006'
  await send(phone, '10.11.0.1', 'owner')
  const code = lastCode()
  expect((await send(phone, '10.11.1.1', 'stranger')).status).toBe(200)
  expect(await enterWrong(phone, 6, '10.11.1.1', 'stranger')).toEqual([
    ...Array(4).fill('WRONG_CODE'),
    'CODE_USED_UP',
    'CODE_USED_UP',
  ])
  expect((await send(phone, '10.11.0.1', 'laptop')).status).toBe(200)
  const onLaptop = lastCode()
  expect((await enter(phone, code, '10.11.0.1', 'owner')).status).toBe(200)
  expect((await enter(phone, onLaptop, '10.11.0.1', 'laptop')).status).toBe(200)
})

test('a stranger with five networks who asks for codes as often as possible leaves a new browser of the owner its code', async () => {
  const phone = '9876500007'
  let sent = 0
  for (let network = 0; network < 5; network++)
    for (let asked = 0; asked < 5; asked++)
      if ((await send(phone, `10.12.${network}.1`, `s${network}-${asked}`)).status === 200) sent++
  expect(sent).toBe(13)
  expect((await send(phone, '10.13.0.1', 'owner')).status).toBe(200)
  expect((await enter(phone, lastCode(), '10.13.0.1', 'owner')).status).toBe(200)
})

test('a guessing stranger has five tries a code, and one a code after thirty in a day; the owner’s still works', async () => {
  const phone = '9876500008'
  const askFrom = (region: number) => send(phone, `10.14.${region}.1`, `s${region}`)
  for (let region = 0; region < 6; region++) {
    expect((await askFrom(region)).status).toBe(200)
    expect(await enterWrong(phone, 5, `10.14.${region}.1`, `s${region}`)).toHaveLength(5)
  }
  await askFrom(7)
  const seventh = lastCode()
  expect(await enterWrong(phone, 2, '10.14.7.1', 's7')).toEqual(['CODE_USED_UP', 'CODE_USED_UP'])
  expect((await enter(phone, seventh, '10.14.7.1', 's7')).body).toMatchObject({ code: 'CODE_USED_UP' })
  await send(phone, '10.15.0.1', 'owner')
  expect((await enter(phone, lastCode(), '10.15.0.1', 'owner')).status).toBe(200)

  // A day later there are five tries again.
  await sql`update rate_limits set times = array(select t - interval '1 day' from unnest(times) t)
    where key like 'wrong codes %'`.execute(world.db)
  await askFrom(8)
  expect(await enterWrong(phone, 2, '10.14.8.1', 's8')).toEqual(['WRONG_CODE', 'WRONG_CODE'])
})

test('strangers on many networks use up a number’s codes, and a browser that logged in before gets its own', async () => {
  const phone = '9876500005'
  await send(phone, '10.10.0.1', 'owner')
  const entered = await enter(phone, lastCode(), '10.10.0.1', 'owner')
  const own = { ...from('10.10.0.1'), cookie: `${deviceCookieOf(entered)}; ${browserCookie('owner')}` }
  const sendOwn = (headers = own) => ask(world.url, '/phone-codes', { phoneNumber: phone }, headers)
  for (let region = 0; region < 20; region++)
    for (let asked = 0; asked < 3; asked++) await send(phone, `10.16.${region}.1`, `s${region}-${asked}`)
  minutesPass(1)
  expect((await send(phone, '10.17.0.1', 'fresh')).status).toBe(429)
  expect((await sendOwn()).status).toBe(200)
  const code = lastCode()
  expect((await ask(world.url, '/sign-in/phone', { phoneNumber: phone, code }, own)).status).toBe(200)
  // A mark for another account doesn't make the browser known.
  minutesPass(1)
  const elsewhere = { ...from('10.18.0.1'), cookie: own.cookie.replace(/=./, '=_') }
  expect((await sendOwn(elsewhere)).status).toBe(429)
})

test('logging in again and again for fresh marks gets eight texts an hour', async () => {
  const phone = '9876500007'
  await send(phone, '10.19.0.1', 'pump')
  const entered = await enter(phone, lastCode(), '10.19.0.1', 'pump')
  expect(entered.status).toBe(200)
  const { user_id } = await world.db
    .selectFrom('accounts')
    .select('user_id')
    .where('account_id', '=', `+91${phone}`)
    .executeTakeFirstOrThrow()
  const devices = knownDevices({ key: deriveKey(world.secret, 'known devices'), secureCookies: false })
  const freshMark = () => {
    let cookie = ''
    const response = { appendHeader: (_name: string, line: string) => (cookie = line.split(';')[0]!) }
    devices.remember({ headers: {} } as IncomingMessage, response as unknown as ServerResponse, user_id)
    return cookie
  }
  const statuses: number[] = []
  for (let login = 0; login < 12; login++) {
    const cookie = `${freshMark()}; ${browserCookie(`pump${login}`)}`
    const headers = { ...from('10.19.0.1'), cookie }
    statuses.push((await ask(world.url, '/phone-codes', { phoneNumber: phone }, headers)).status)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(8)
  expect(statuses.at(-1)).toBe(429)
})

test('a text that could not be sent is reported, and can be requested again at once', async () => {
  outOfOrder = true
  expect(await send('9876500003', '10.6.0.1')).toMatchObject({ status: 503, body: { code: 'CODE_NOT_SENT' } })
  outOfOrder = false
  expect((await send('9876500003', '10.6.0.1')).status).toBe(200)
})

test('all texts together stay within what the operator allows in an hour', async () => {
  const before = texts.length
  let refused: Awaited<ReturnType<typeof send>> | undefined
  for (let asked = 0; asked < 300 && !refused; asked++) {
    const answer = await send(`9876503${String(asked).padStart(3, '0')}`, `10.8.${asked}.1`)
    if (answer.status !== 200) refused = answer
  }
  expect(refused).toMatchObject({ status: 503, body: { code: 'CODE_NOT_SENT' } })
  expect(texts.length).toBeLessThanOrEqual(300)
  expect(texts.length).toBeGreaterThan(before)
})

test('a tenant with 65,536 IPv6 networks gets 120 codes an hour', async () => {
  await world.db.deleteFrom('rate_limits').where('key', '=', 'texts').execute()
  let sent = 0
  for (let network = 0; network < 125; network++)
    if ((await send(`9876504${network + 100}`, `2001:db8:7:${network.toString(16)}::1`)).status === 200)
      sent++
  expect(sent).toBe(120)
  expect((await send('9876504999', '2001:db8:8::1')).status).toBe(200)
})

test('the table of counts holds no phone number, nor a hash that anyone could compute', async () => {
  const counts = await world.db.selectFrom('rate_limits').select('key').execute()
  expect(counts.length).toBeGreaterThan(10)
  for (const { key } of counts) expect(key).not.toMatch(/98765/)
  const computed = createHash('sha256').update('+919876500003').digest('base64url')
  expect(counts.filter(({ key }) => key.includes(computed))).toEqual([])
})
