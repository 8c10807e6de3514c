import { createDecipheriv, createECDH, createVerify, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { clientAt } from '#/app/testing/people.ts'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import type { PushMessage } from '#/notifications/push.ts'
import { pushDevices } from '#/notifications/rules.ts'
import { type Notice, notify } from '#/notifications/server/index.ts'
import { isNotPublic, isPublicAddress, type Post, postToPublic } from './post.ts'
import { pushSubscriber } from './push-events.ts'
import { vapidKeys } from './vapid.ts'

const world = await openWorld()
const { db } = world
const keys = vapidKeys(world.secret)
const noon = new Date('2026-11-24T07:00:00Z')

/** A push service of our own, which notes what it gets and answers as it's told. */
const got: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = []
let answer = 201
const service = createServer(async (request, response) => {
  got.push({ path: request.url!, headers: request.headers, body: await buffer(request) })
  response.writeHead(answer, { location: 'http://127.0.0.1:1/' }).end()
})
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
afterAll(() => service.close())
beforeEach(async () => {
  got.length = 0
  answer = 201
  await sql`delete from jobs.job where name = 'push'`.execute(db)
})

/** Posts to the local service in place of push.example. */
const post: Post = async ({ endpoint, headers, body }) => {
  const { pathname } = new URL(endpoint)
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  const sent = await fetch(`${origin}${pathname}`, {
    method: 'POST',
    headers: own,
    redirect: 'manual' as const,
    body: new Uint8Array(body!),
  })
  return sent.status
}
const sender = pushSubscriber({ post, keys, site: 'https://pawfolk.example', db })

let serial = 0
const newBrowser = () => {
  serial += 1
  const curve = createECDH('prime256v1')
  const auth = randomBytes(16)
  const path = `/push/${serial}`
  const device = {
    endpoint: `https://push.example${path}`,
    p256dh: curve.generateKeys('base64url'),
    auth: auth.toString('base64url'),
  }
  return { curve, auth, path, device }
}
type Browser = ReturnType<typeof newBrowser>

async function withBrowser(): Promise<{ asha: Person; browser: Browser }> {
  const browser = newBrowser()
  const asha = await world.signUp(`asha${serial}`)
  const update = db.updateTable('users').where('id', '=', asha.userId)
  await update.set({ email_verified: true, time_zone: 'Asia/Kolkata' }).execute()
  await asha.call.notifications.addDevice(browser.device)
  return { asha, browser }
}

async function tell(person: Person, given: Partial<Notice> = {}, now = noon): Promise<void> {
  serial += 1
  const notice: Notice = {
    userId: person.userId,
    type: 'appointment_confirmed',
    title: 'Bruno’s visit',
    message: 'Dr. Meera Iyer expects Bruno.',
    source: `push test:${serial}`,
    href: '/appointments?x=1',
    ...given,
  }
  await db
    .transaction()
    .execute((tx) => notify({ db: tx, now, announce: world.app.jobs.announceIn(tx) }, notice))
}

/** Delivers the pushes that were requested, and takes them out of the queue. */
async function deliver(now = noon): Promise<void> {
  const { rows } = await sql<{ data: Record<string, unknown> }>`
    delete from jobs.job where name = 'push' returning data -> 'data' as data`.execute(db)
  for (const { data } of rows)
    await db
      .transaction()
      .execute((tx) => sender.handle({ db: tx, now, announce: world.app.jobs.announceIn(tx) }, data))
}

/** Sends everybody what has waited until now. */
const sweep = (now: Date) => world.app.jobs.runSweep('send-waiting-notices', now)

/** Decrypts a push as its browser does (RFC 8291 and 8188), and not with the library that encrypted it. */
function read({ curve, auth }: Browser, body: Buffer): PushMessage {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + body[20]!)
  const derive = (secret: Buffer, with_: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey])
  const shared = derive(curve.computeSecret(senderKey), auth, info, 32)
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const sealed = body.subarray(21 + body[20]!)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // Ends with the mark of the last record.
  expect(plain.at(-1)).toBe(2)
  return JSON.parse(plain.subarray(0, -1).toString())
}

/** Logs a person in on one more browser. */
async function signInAgain({ email }: Person) {
  const answer = await fetch(`${world.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.url },
    body: JSON.stringify({ email, password: `${email.split('@')[0]}-password` }),
  })
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  return { call: clientAt(world.url, { cookie: cookie.join('; ') }) }
}

const devicesOf = async (person: Person) => (await person.call.notifications.choices()).push

test('a push reaches its browser, which alone can read it, and names nobody', async () => {
  const { asha, browser } = await withBrowser()
  await tell(asha)
  await deliver()
  expect(got).toHaveLength(1)
  const [{ path, headers, body }] = got as [(typeof got)[number]]
  expect(path).toBe(browser.path)
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
  expect(body.length).toBeLessThan(500)
  const { rows } = await asha.call.notifications.list({})
  expect(read(browser, body)).toEqual({
    id: rows[0]!.id,
    title: 'Appointments',
    body: 'Confirmed appointments',
    path: '/appointments?x=1',
  })
  expect(() => read(newBrowser(), body)).toThrow()
})

test('the push service can check who sent it', async () => {
  const { asha } = await withBrowser()
  await tell(asha)
  await deliver()
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(got[0]!.headers.authorization!)!
  expect(key).toBe((await devicesOf(asha)).key)
  const [head, claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const verify = createVerify('sha256').update(`${head}.${claims}`)
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }
  expect(
    verify.verify(
      { key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
  ).toBe(true)
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: 'https://push.example',
    sub: 'https://pawfolk.example',
  })
})

test.each([404, 410, 403, 302])('a browser whose service answers %d is forgotten', async (status) => {
  const { asha } = await withBrowser()
  answer = status
  await tell(asha)
  await deliver()
  expect(await devicesOf(asha)).toMatchObject({ devices: 0, isOnHere: false })
  expect(got).toHaveLength(1)
})

test.each([429, 503])('a push is tried again when its service answers %d', async (status) => {
  const { asha } = await withBrowser()
  answer = status
  await tell(asha)
  await expect(deliver()).rejects.toThrow(`answered ${status}`)
  expect(await devicesOf(asha)).toMatchObject({ devices: 1 })
})

test('a browser whose service has taken nothing for three days is forgotten, and one that took a push in between isn’t', async () => {
  const { asha } = await withBrowser()
  const days = (count: number) => new Date(noon.getTime() + count * DAY)
  const failAt = async (now: Date) => {
    answer = 503
    await tell(asha)
    await expect(deliver(now)).rejects.toThrow('answered 503')
  }
  await failAt(days(0))
  await failAt(days(2))
  answer = 201
  await tell(asha)
  await deliver(days(2.5))
  await failAt(days(4))
  await failAt(days(6))
  await tell(asha)
  await deliver(days(7))
  expect(await devicesOf(asha)).toMatchObject({ devices: 0, isOnHere: false })
})

test('a browser with keys that aren’t any is forgotten', async () => {
  const { asha, browser } = await withBrowser()
  const p256dh = Buffer.alloc(65, 4).toString('base64url')
  await asha.call.notifications.addDevice({ ...browser.device, p256dh })
  await tell(asha)
  await deliver()
  expect(got).toEqual([])
  expect(await devicesOf(asha)).toMatchObject({ devices: 0 })
})

test('pushes end with the session, and a browser belongs to the last person who turned them on', async () => {
  const { asha, browser } = await withBrowser()
  const ravi = await world.signUp(`ravi${serial}`)
  await ravi.call.notifications.addDevice(browser.device)
  expect(await devicesOf(asha)).toMatchObject({ devices: 0, isOnHere: false })
  expect(await devicesOf(ravi)).toMatchObject({ devices: 1, isOnHere: true })
  await tell(ravi)
  await db.deleteFrom('sessions').where('user_id', '=', ravi.userId).execute()
  await deliver()
  await tell(asha)
  await tell(ravi)
  await deliver()
  expect(got).toEqual([])
})

test('turning pushes off, here or for a kind, stops them', async () => {
  const { asha, browser } = await withBrowser()
  await asha.call.notifications.choose({ type: 'appointment_confirmed', channel: 'push', isWanted: false })
  await tell(asha)
  await tell(asha, { type: 'payment_refunded' })
  await deliver()
  expect(got.map(({ body }) => read(browser, body).title)).toEqual(['Payments'])
  await asha.call.notifications.removeDevice()
  await tell(asha, { type: 'payment_refunded' })
  await deliver()
  expect(got).toHaveLength(1)
})

test('a mail about what was pushed comes ten minutes later, unless it was read by then', async () => {
  const { asha } = await withBrowser()
  const mails = async () => {
    const { rows } = await sql`
      select from jobs.job where name = 'mail' and data -> 'data' ->> 'to' = ${asha.email}`.execute(db)
    return rows.length
  }
  const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
  await tell(asha)
  await sweep(later(9))
  expect(await mails()).toBe(0)
  await sweep(later(10))
  expect(await mails()).toBe(1)
  await tell(asha)
  const { rows } = await asha.call.notifications.list({})
  await asha.call.notifications.markRead({ id: rows[0]!.id })
  await sweep(later(10))
  expect(await mails()).toBe(1)
})

test('pushes wait until quiet hours end, and then come as one', async () => {
  const { asha, browser } = await withBrowser()
  await asha.call.notifications.setTiming({ pace: 'at_once', quiet: { from: '22:00', until: '07:00' } })
  const evening = new Date('2026-11-23T17:00:00Z')
  await tell(asha, {}, evening)
  await tell(asha, {}, evening)
  await deliver()
  expect(got).toEqual([])
  await tell(asha, { type: 'sitting_late' }, evening)
  await deliver()
  expect(got[0]?.headers).toMatchObject({ urgency: 'high' })
  await sweep(new Date('2026-11-24T01:30:00Z'))
  await deliver()
  expect(got.slice(1).map(({ body }) => read(browser, body))).toMatchObject([
    { title: '2 new notifications', path: '/dashboard' },
  ])
})

test('held pushes of people without quiet hours say nothing of any', async () => {
  const { asha, browser } = await withBrowser()
  await tell(asha, { isMailed: true })
  await tell(asha, { isMailed: true })
  await sweep(new Date(noon.getTime() + 10 * 60_000))
  await deliver()
  expect(got.map(({ body }) => read(browser, body))).toMatchObject([
    { title: '2 new notifications', body: 'Tap to read them.' },
  ])
})

test('one person can’t make another’s phone buzz all day', async () => {
  const { asha } = await withBrowser()
  const ravi = await world.signUp(`ravi${serial}`)
  for (let told = 0; told < 12; told++) await tell(asha, { causedBy: ravi.userId })
  await deliver()
  expect(got).toHaveLength(10)
})

test('a person has pushes in ten browsers at most: the oldest is dropped', async () => {
  const { asha } = await withBrowser()
  await haveDevices(asha, pushDevices)
  await asha.call.notifications.addDevice(newBrowser().device)
  expect(await devicesOf(asha)).toMatchObject({ devices: pushDevices, isOnHere: true })
})

/** Gives a person devices of this many other sessions. */
async function haveDevices(asha: Person, count: number): Promise<void> {
  for (let others = 0; others < count; others++) {
    const id = crypto.randomUUID()
    await db
      .insertInto('sessions')
      .values({ id, user_id: asha.userId, token: id, expires_at: new Date('2099-01-01') })
      .execute()
    const { endpoint, p256dh, auth } = newBrowser().device
    await db
      .insertInto('push_subscriptions')
      .values({
        id: crypto.randomUUID(),
        session_id: id,
        user_id: asha.userId,
        endpoint,
        p256dh,
        auth,
        created_at: new Date(noon.getTime() + others),
      })
      .execute()
  }
}

test('browsers that turn pushes on at the same moment keep to the limit, too', async () => {
  const asha = await world.signUp('asha-at-once')
  await haveDevices(asha, pushDevices - 1)
  const sessions = [await signInAgain(asha), await signInAgain(asha), await signInAgain(asha)]
  await Promise.all(sessions.map(({ call }) => call.notifications.addDevice(newBrowser().device)))
  expect(await devicesOf(asha)).toMatchObject({ devices: pushDevices })
})

const { device } = newBrowser()
test.each([
  'http://push.example/a',
  'https://127.0.0.1/a',
  'https://2130706433/a',
  'https://0x7f.1/a',
  'https://[::1]/a',
  'https://localhost/a',
  'https://push.example:8443/a',
  'https://user:word@push.example/a',
  'javascript:alert(1)',
  `https://push.example/${'a'.repeat(1000)}`,
])('%s is refused as an address', async (endpoint) => {
  serial += 1
  const asha = await world.signUp(`asha${serial}`)
  await expect(asha.call.notifications.addDevice({ ...device, endpoint })).rejects.toThrow()
  expect(await devicesOf(asha)).toMatchObject({ devices: 0 })
})

test.each(['https://localhost/a', 'https://127.0.0.1/a', 'https://[::1]/a'])(
  'nothing is sent to %s, whatever a name resolves to',
  async (endpoint) => {
    const sent = postToPublic({ endpoint, headers: {}, body: null })
    expect(await sent.catch(isNotPublic)).toBe(true)
  },
)

test('networks of our own aren’t public', () => {
  const own = [
    '10.1.2.3',
    '169.254.169.254',
    '172.20.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
  ]
  const own6 = [
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'ff02::1',
  ]
  expect([...own, ...own6, 'no address'].filter(isPublicAddress)).toEqual([])
  expect(['8.8.8.8', '142.250.1.1', '172.32.0.1', '2607:f8b0::1'].filter(isPublicAddress)).toHaveLength(4)
})
