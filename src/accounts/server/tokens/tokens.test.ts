import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ask } from '#/accounts/server/sign-in.factory.ts'
import { openDesk } from '#/app/testing/desk.ts'
import type { Person } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { readOutbox } from '#/kernel/server/outbox.ts'

const world = await openWorld()
const { db } = world
const twoDays = 2 * DAY

const make = (person: Person, name = 'Clinic', days: number | null = null) =>
  person.call.accounts.makeToken({ name, scopes: ['profile:read', 'pets:read'], days })

async function callWith(token: string, path = '/api/me', url = world.url) {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  return { status: response.status, headers, body: await response.text() }
}
const status = async (token: string) => (await callWith(token)).status

test('a token acts for the person who made it, until it is revoked', async () => {
  const asha = await world.signUp('asha')
  const { id, token } = await make(asha)
  expect(token).toMatch(/^pf_[A-Za-z0-9]{40}$/)
  const answer = JSON.parse((await callWith(token)).body) as { user: { id: string; sessionId: null } }
  expect(answer.user).toMatchObject({ id: asha.userId, sessionId: null })
  await asha.call.accounts.revokeToken({ id })
  await expect.poll(() => status(token)).toBe(401)
  expect(await asha.call.accounts.tokens()).toEqual({ tokens: [] })
})

test('a token is shown once: the list, the database and a repeated request don’t have it', async () => {
  const ravi = await world.signUp('ravi')
  const input = { name: 'Front desk', scopes: ['pets:read' as const], days: 90 }
  const context = { context: { key: 'make-a-token-once' } }
  const { token } = await ravi.call.accounts.makeToken(input, context)
  await expect(ravi.call.accounts.makeToken(input, context)).rejects.toMatchObject({
    code: 'accounts.token_name_taken',
  })
  const { tokens } = await ravi.call.accounts.tokens()
  expect(tokens).toMatchObject([{ name: 'Front desk', start: token.slice(0, 7), lastUsedAt: null }])
  expect(JSON.stringify(tokens)).not.toContain(token.slice(0, 12))
  const { rows } = await sql<{ text: string }>`
    select t::text as text from api_tokens t union all select k::text from idempotency_keys k`.execute(db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { text } of rows) expect(text).not.toContain(token.slice(0, 12))
})

test('making a token needs a proof, and sends a mail', async () => {
  const zoya = await world.signUp('zoya')
  await db
    .updateTable('sessions')
    .set({ proved_at: sql<Date>`now() - interval '1 hour'` })
    .where('user_id', '=', zoya.userId)
    .execute()
  await expect(make(zoya)).rejects.toMatchObject({ code: 'accounts.proof_needed', status: 403 })
  await ask(world.url, '/prove/password', { password: 'zoya-password' }, { cookie: zoya.cookie })
  await make(zoya, 'Clinic software')
  await world.app.jobs.deliverEvents()
  await expect
    .poll(async () => (await readOutbox(world.dataDir, 5)).map(({ to, text }) => `${to}: ${text}`).join())
    .toContain('“Clinic software”')
})

test('a person has at most 20 tokens', async () => {
  const meera = await world.signUp('meera')
  for (let made = 0; made < 20; made++) await make(meera, `Token ${made}`)
  await expect(make(meera, 'One more')).rejects.toMatchObject({ code: 'accounts.too_many_tokens' })
})

test('every invalid token gets the same answer', async () => {
  const kabir = await world.signUp('kabir')
  const { token: expired } = await make(kabir, 'Expired', 1)
  const { id, token: revoked } = await make(kabir, 'Revoked')
  expect([await status(expired), await status(revoked)]).toEqual([200, 200])
  await kabir.call.accounts.revokeToken({ id })
  const before = world.clock.now
  world.clock.now = new Date(before.getTime() + twoDays)
  await expect.poll(() => status(revoked)).toBe(401)
  const wrong = await Promise.all(
    [expired, revoked, 'pf_', '', `pf_${'a'.repeat(40)}`, 'x'.repeat(4_000)].map((token) => callWith(token)),
  )
  world.clock.now = before
  expect(wrong[0]!.status).toBe(401)
  for (const answer of wrong) expect(answer).toEqual(wrong[0])
})

test('a token’s use is noted to the hour', async () => {
  const dev = await world.signUp('dev')
  const { token } = await make(dev)
  await callWith(token)
  const { tokens } = await dev.call.accounts.tokens()
  expect(tokens[0]!.lastUsedAt).toEqual(new Date('2026-11-02T03:00:00Z'))
})

test('a suspension ends tokens at once and for good', async () => {
  const tara = await world.signUp('tara')
  const desk = await openDesk(world, 'admin')
  const { token } = await make(tara)
  expect(await status(token)).toBe(200)
  await desk.call.suspend({ id: tara.userId, reason: 'A test' })
  await expect.poll(() => status(token)).toBe(401)
  await desk.call.liftSuspension({ id: tara.userId })
  expect(await status(token)).toBe(401)
})

test('asking for deletion ends tokens too', async () => {
  const leela = await world.signUp('leela')
  const { token } = await make(leela)
  expect(await status(token)).toBe(200)
  await leela.call.privacy.leave({ confirmed: true })
  await expect.poll(() => status(token)).toBe(401)
})

test('changing the password keeps tokens, a reset by mail ends them', async () => {
  const nina = await world.signUp('nina')
  const { token } = await make(nina)
  const changed = await ask(
    world.url,
    '/change-password',
    { currentPassword: 'nina-password', password: 'another-password' },
    { cookie: nina.cookie },
  )
  expect(changed.status).toBe(200)
  expect(await status(token)).toBe(200)
  await ask(world.url, '/request-password-reset', { email: nina.email })
  const link = async () =>
    (await readOutbox(world.dataDir, 20)).find(
      ({ to, text }) => to === nina.email && /reset-password\S*token=/.test(text),
    )?.text
  await expect.poll(link).toBeDefined()
  const [, mailed] = /token=([\w-]+)/.exec((await link())!)!
  const reset = await ask(world.url, '/reset-password', { token: mailed!, password: 'a-third-password' })
  expect(reset.status).toBe(200)
  await expect.poll(() => status(token)).toBe(401)
})

test('each token has its limit, wrong ones are counted by network address, and valid ones still work', async () => {
  const limited = await openWorld({ RATE_LIMITS: 'on' })
  const uma = await limited.signUp('uma')
  const { id, token } = await make(uma)
  const at = (given: string) => callWith(given, '/api/me', limited.url)
  const statuses = await Promise.all(Array.from({ length: 31 }, async () => (await at('pf_guess')).status))
  expect(statuses.filter((one) => one === 429)).toHaveLength(1)
  expect(new Map((await at('pf_guess')).headers).get('retry-after')).toMatch(/^\d+$/)
  expect((await at(token)).status).toBe(200)
  await limited.db
    .updateTable('rate_limits')
    .set({ attempts: 600 })
    .where('key', '=', `token ${id}`)
    .execute()
  expect((await at(token)).status).toBe(429)
})
