import { expect, test } from 'vitest'
import { ask, browserCookie, cookieOf } from '#/accounts/server/sign-in.factory.ts'
import { openWorld } from '#/app/testing/world.ts'
import { readOutbox } from '#/kernel/server/outbox.ts'

const world = await openWorld()
const { url, db, clock } = world

const send = (phoneNumber: string) => ask(url, '/phone-codes', { phoneNumber })
const enter = (phoneNumber: string, code: string, headers?: Record<string, string>) =>
  ask(url, '/sign-in/phone', { phoneNumber, code }, headers)
const me = async (cookie: string) =>
  (
    (await (await fetch(`${url}/api/me`, { headers: { cookie } })).json()) as {
      user: { id: string; email: string | null; phoneNumber: string | null; role: string } | null
    }
  ).user

async function codeFor(phoneNumber: string): Promise<string> {
  expect(await send(phoneNumber)).toMatchObject({ status: 200, body: { done: true } })
  const [newest] = await readOutbox(world.dataDir, 1)
  return /^(\d{6}) is your Pawfolk code/.exec(newest!.text)![1]!
}
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const minutesPass = (count: number) => {
  clock.now = new Date(clock.now.getTime() + count * 60_000)
}
const wrong = { status: 400, body: { code: 'WRONG_CODE' }, cookies: [] }

test('a new number becomes an account without an address, and logs in to it later', async () => {
  const first = await enter('98765 43210', await codeFor('9876543210'))
  expect(first).toMatchObject({ status: 200, body: { signedIn: true, isNew: true } })
  const asha = await me(cookieOf(first))
  expect(asha).toMatchObject({ email: null, phoneNumber: '+919876543210', role: 'pet_owner' })
  const again = await enter('+91 98765-43210', await codeFor('+919876543210'))
  expect(again.body).toEqual({ signedIn: true, isNew: false })
  expect((await me(cookieOf(again)))?.id).toBe(asha!.id)
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('no answer shows the placeholder for an address', async () => {
  const cookie = cookieOf(await enter('9876500001', await codeFor('9876500001')))
  for (const path of ['/api/me', '/api/pets', '/api/notifications', '/api/appointments']) {
    const answer = await fetch(`${url}${path}`, { headers: { cookie } })
    expect(await answer.text(), path).not.toContain('.invalid')
  }
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('contact_email', 'is', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  for (const path of ['/sign-in/email', '/sign-up/email', '/request-password-reset'])
    expect(await ask(url, path, { email, password: 'bruno-and-luna' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_EMAIL' },
    })
})

test('logging in by phone starts a new session and ends the previous one', async () => {
  const before = cookieOf(await enter('9876500002', await codeFor('9876500002')))
  const after = await enter('9876500002', await codeFor('9876500002'), { cookie: before })
  expect(after.cookies[0]).toMatch(/; HttpOnly/i)
  expect(cookieOf(after)).not.toBe(before)
  await expect.poll(() => me(before)).toBeNull()
})

test('a code works once, even if it comes ten times at the same moment', async () => {
  const code = await codeFor('9876500003')
  const answers = await Promise.all(Array.from({ length: 10 }, () => enter('9876500003', code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await enter('9876500003', code)).toMatchObject(wrong)
})

test('a code is valid for five minutes', async () => {
  const early = await codeFor('9876500004')
  minutesPass(5)
  expect(await enter('9876500004', early)).toMatchObject(wrong)
  const late = await codeFor('9876500004')
  minutesPass(4.99)
  expect((await enter('9876500004', late)).status).toBe(200)
})

test('a code can be guessed five times, even all at once; then the correct one fails too', async () => {
  const code = await codeFor('9876500005')
  const guesses = await Promise.all(Array.from({ length: 20 }, () => enter('9876500005', another(code))))
  expect(guesses.filter(({ body }) => body['code'] === 'WRONG_CODE')).toHaveLength(4)
  expect(await enter('9876500005', code)).toMatchObject({ status: 400, body: { code: 'CODE_USED_UP' } })
  expect((await enter('9876500005', await codeFor('9876500005'))).status).toBe(200)
})

test('a code works for its number alone, and the next one replaces it', async () => {
  const code = await codeFor('9876500006')
  await codeFor('9876500007')
  expect(await enter('9876500007', code)).toMatchObject(wrong)
  expect(await enter('9876599999', code)).toMatchObject(wrong)
  const next = await codeFor('9876500006')
  if (next !== code) expect(await enter('9876500006', code)).toMatchObject(wrong)
  expect((await enter('9876500006', next)).status).toBe(200)
})

test('asking for a code doesn’t reveal whether the number has an account', async () => {
  const said = async (phoneNumber: string) => {
    const { status, body, headers } = await send(phoneNumber)
    const { date: _, 'x-request-id': __, ...rest } = headers
    return { status, body, headers: rest }
  }
  await enter('9876500009', await codeFor('9876500009'))
  expect(await said('9876500009')).toEqual(await said('9876500010'))
})

test('a code works only in the browser that asked for it, whoever else has read it', async () => {
  const code = await codeFor('9876500013')
  for (const cookie of [
    browserCookie('stranger'),
    'pawfolk.asking=',
    'pawfolk.asking=%00',
    'pawfolk.asking=x',
  ])
    expect(await enter('9876500013', code, { cookie })).toMatchObject(wrong)
  expect((await enter('9876500013', code)).status).toBe(200)
})

test('scripts and other sites can’t read the cookie of a browser that asked for a code', async () => {
  const { cookies } = await ask(
    url,
    '/phone-codes',
    { phoneNumber: '9876500014' },
    { cookie: 'pawfolk.asking=' },
  )
  expect(cookies).toEqual([
    expect.stringMatching(
      /^pawfolk\.asking=[\w-]{43}; Max-Age=3600; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
    ),
  ])
  const kept = await db.selectFrom('phone_codes').select('browser').execute()
  expect(kept.map(({ browser }) => browser)).not.toContain(cookies[0]!.slice('pawfolk.asking='.length, 58))
})

test('a code is stored as a hash that its digits alone don’t give', async () => {
  const code = await codeFor('9876500011')
  const { code_hash } = await db
    .selectFrom('phone_codes')
    .select('code_hash')
    .where('phone_number', '=', '+919876500011')
    .executeTakeFirstOrThrow()
  expect(code_hash).not.toContain(code)
  expect(code_hash).toHaveLength(43)
})

test.each<[string, Record<string, unknown>, string]>([
  ['no number', {}, 'INVALID_PHONE_NUMBER'],
  ['words', { phoneNumber: 'asha' }, 'INVALID_PHONE_NUMBER'],
  ['a number that is too short', { phoneNumber: '98765' }, 'INVALID_PHONE_NUMBER'],
  ['a number of 50 digits', { phoneNumber: '9'.repeat(50) }, 'INVALID_PHONE_NUMBER'],
  ['a list', { phoneNumber: ['9876543210'] }, 'INVALID_PHONE_NUMBER'],
  ['NUL', { phoneNumber: '98765\u000043210' }, 'INVALID_PHONE_NUMBER'],
])('a number that is %s is refused, and nothing is sent', async (_what, body, code) => {
  const before = await readOutbox(world.dataDir, 500)
  expect(await ask(url, '/phone-codes', body)).toMatchObject({ status: 400, body: { code } })
  expect(await readOutbox(world.dataDir, 500)).toEqual(before)
})

test.each(['', '1', '12345', '1234567', 'abcdef', '１２３４５６', null, 123456])(
  '%j is no code and costs no try',
  async (code) => {
    const right = await codeFor('9876500012')
    for (let time = 0; time < 6; time++)
      expect(await ask(url, '/sign-in/phone', { phoneNumber: '9876500012', code })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_CODE' },
      })
    expect((await enter('9876500012', right)).status).toBe(200)
  },
)
