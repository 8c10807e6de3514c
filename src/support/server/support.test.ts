import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'

// Behind the trusted proxy, a client can have another address.
const world = await openWorld({
  TRUSTED_PROXIES: '127.0.0.1',
  RATE_LIMITS: 'on',
  CONTACT_EMAIL: 'care@pets.example',
  CONTACT_WHATSAPP: '+910000004000',
  PRODUCT_NAME: 'Pets of Pune',
})

const message = {
  name: 'Asha Verma',
  email: 'asha@example.org',
  topic: 'booking' as const,
  message: 'Bruno’s visit is on Monday. May I bring his brother too?',
}

async function post(from: string, body: object = message) {
  const response = await fetch(`${world.url}/api/contact-messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  })
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> }
}

const stored = () => world.db.selectFrom('contact_messages').selectAll().orderBy('number').execute()

test('anyone can read who runs this install, from the operator’s settings', async () => {
  expect(await world.visitor.support.operator()).toEqual({
    name: 'Pets of Pune',
    email: 'care@pets.example',
    phone: null,
    whatsapp: { number: '+910000004000', url: 'https://wa.me/910000004000' },
    address: null,
    hours: null,
    grievanceOfficer: null,
  })
})

test('a message is stored under the number that its sender gets', async () => {
  const { status, answer } = await post('203.0.113.1')
  expect(status).toBe(200)
  expect((await stored()).at(-1)).toMatchObject({
    ...message,
    number: answer['reference'],
    phone: null,
    user_id: null,
    created_at: world.clock.now,
  })
  const next = await post('203.0.113.1', { ...message, email: '', phone: '+91 98450 12345' })
  expect(next.answer['reference']).toBe(Number(answer['reference']) + 1)
})

test('a logged-in sender’s message says who it is from, whatever the body claims', async () => {
  const ravi = await world.signUp('ravi')
  const { reference } = await ravi.call.support.sendMessage({ ...message, user_id: 'someone else' } as never)
  const row = (await stored()).find(({ number }) => number === reference)
  expect(row?.user_id).toBe(ravi.userId)
})

test('a message sent twice with one key is stored once', async () => {
  const before = (await stored()).length
  const context = { key: 'the-same-key' }
  const first = await world.visitor.support.sendMessage(message, { context })
  const second = await world.visitor.support.sendMessage(message, { context })
  expect(second).toEqual(first)
  expect(await stored()).toHaveLength(before + 1)
})

test('the sixth message in an hour from one address is refused, another address’s is not', async () => {
  const before = (await stored()).length
  for (let sent = 0; sent < 5; sent += 1) expect((await post('203.0.113.2')).status).toBe(200)
  for (let more = 0; more < 2; more += 1) {
    const { status, answer } = await post('203.0.113.2')
    expect(status).toBe(429)
    expect(answer).toMatchObject({ code: 'request.too_many' })
  }
  expect((await post('203.0.113.3')).status).toBe(200)
  expect(await stored()).toHaveLength(before + 6)
})

test('a message that fills in the hidden field is thanked for, and not stored', async () => {
  const before = (await stored()).length
  const { status, answer } = await post('203.0.113.4', { ...message, website: 'https://spam.example' })
  expect(status).toBe(200)
  expect(answer['reference']).toBeGreaterThan(1000)
  expect(await stored()).toHaveLength(before)
})

test.each([
  ['no name', { name: ' ' }],
  ['neither email nor phone', { email: '' }],
  ['a broken email', { email: 'asha at example' }],
  ['a broken phone number', { phone: 'call me' }],
  ['an unknown topic', { topic: 'weather' }],
  ['too little to say', { message: 'Help!' }],
  ['too little to say but for blanks', { message: `Help!${' '.repeat(40)}` }],
  ['too much to say', { message: 'x'.repeat(2001) }],
])('a message with %s is refused and not stored', async (_name, wrong) => {
  const before = (await stored()).length
  const { status, answer } = await post('203.0.113.5', { ...message, ...wrong })
  expect(status).toBe(400)
  expect(answer).toMatchObject({ code: 'request.malformed' })
  expect(await stored()).toHaveLength(before)
})

test('control characters are removed, line breaks are kept', async () => {
  const { answer } = await post('203.0.113.6', {
    ...message,
    name: 'As\u0000ha\u202e',
    message: 'First of two lines\nand the second.\u0007',
  })
  const row = (await stored()).find(({ number }) => number === answer['reference'])
  expect(row).toMatchObject({ name: 'Asha', message: 'First of two lines\nand the second.' })
})
