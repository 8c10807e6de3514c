import { expect, test } from 'vitest'
import { ask, cookieOf, outboxOf } from '#/accounts/server/sign-in.factory.ts'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { isCommonPassword } from './common-passwords.ts'

const world = await openWorld()
const { url, db } = world
const tooCommon = { body: { code: 'PASSWORD_TOO_COMMON' } }

const signUp = async (name: string, password: string) => {
  const email = `${name}@example.org`
  const cookie = cookieOf(await ask(url, '/sign-up/email', { email, password, name }))
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { email, password, cookie, id }
}
/** Starts a provider's profile without finishing it. */
const becomeSitter = (userId: string) =>
  db.insertInto('pet_sitters').values({ id: newId(), user_id: userId, full_name: 'A Sitter' }).execute()
const signIn = (email: string, password: string) => ask(url, '/sign-in/email', { email, password })
const change = (cookie: string, currentPassword: string, password: string) =>
  ask(url, '/change-password', { currentPassword, password }, { cookie })

test('the list holds commonly guessed passwords, in any case, and no good ones', () => {
  for (const password of ['123456', 'password', 'PassWord', 'iloveyou', 'dragon'])
    expect(isCommonPassword(password), password).toBe(true)
  for (const password of ['a long walk at dawn', 'pawfolk-demo', 'asha-password', '12345', ''])
    expect(isCommonPassword(password), password).toBe(false)
})

test('an owner may have a common password, a provider may not set one', async () => {
  const { cookie, id } = await signUp('asha', 'a-first-password')
  expect((await change(cookie, 'a-first-password', 'iloveyou')).status).toBe(200)
  await becomeSitter(id)
  expect(await change(cookie, 'iloveyou', 'dragon')).toMatchObject({ status: 422, ...tooCommon })
  expect((await change(cookie, 'iloveyou', 'not so common')).status).toBe(200)
})

test('a link to set a password is still good after a common one was refused', async () => {
  const { email, id } = await signUp('ravi', 'a-first-password')
  await becomeSitter(id)
  await ask(url, '/request-password-reset', { email })
  const find = async () =>
    (await outboxOf(world.dataDir)).flatMap(
      (mail) => /reset-password\?token=([\w-]+)/.exec(mail)?.[1] ?? [],
    )[0]
  await expect.poll(find).toBeDefined()
  const token = await find()
  expect(await ask(url, '/reset-password', { token, password: 'sunshine' })).toMatchObject({
    status: 422,
    ...tooCommon,
  })
  expect((await signIn(email, 'a-first-password')).status).toBe(200)
  expect((await ask(url, '/reset-password', { token, password: 'a better one' })).status).toBe(200)
  expect((await signIn(email, 'a better one')).status).toBe(200)
})

test('a new provider with a common password has to replace it to log in', async () => {
  const { email, cookie, id } = await signUp('meera', 'sunshine')
  expect((await signIn(email, 'sunshine')).status).toBe(200)
  await becomeSitter(id)
  expect(await signIn(email, 'sunshine')).toMatchObject({ status: 403, cookies: [], ...tooCommon })
  expect((await signIn(email, 'starwars')).status).toBe(401)
  await db
    .insertInto('api_tokens')
    .values({
      id: newId(),
      user_id: id,
      name: 'Made by a guesser',
      start: 'pf_x',
      token_hash: 'x',
      scopes: ['pets:read'],
      created_at: world.clock.now,
    })
    .execute()
  const replace = (currentPassword: string, password: string) =>
    ask(url, '/replace-password', { email, currentPassword, password })
  expect((await replace('starwars', 'a better one')).status).toBe(401)
  expect(await replace('sunshine', 'princess')).toMatchObject({ status: 422, ...tooCommon })
  expect(await replace('sunshine', 'a better one')).toMatchObject({ status: 200, cookies: [] })
  expect((await signIn(email, 'sunshine')).status).toBe(401)
  expect((await signIn(email, 'a better one')).status).toBe(200)
  const me = async () => {
    const response = await fetch(`${url}/api/me`, { headers: { cookie } })
    return ((await response.json()) as { user: unknown }).user
  }
  await expect.poll(me).toBeNull()
  expect(await db.selectFrom('api_tokens').select('name').where('user_id', '=', id).execute()).toEqual([])
})

test('a common password can’t be replaced by owners, with another password, or without one', async () => {
  const refused = { status: 401, body: { code: 'INVALID_EMAIL_OR_PASSWORD' } }
  const replace = (email: string, currentPassword: string) =>
    ask(url, '/replace-password', { email, currentPassword, password: 'a better one' })
  const owner = await signUp('zoya', 'sunshine')
  expect(await replace(owner.email, 'sunshine')).toMatchObject(refused)
  const provider = await signUp('tara', 'good enough')
  await becomeSitter(provider.id)
  expect(await replace(provider.email, 'good enough')).toMatchObject(refused)
  await db.deleteFrom('accounts').where('user_id', '=', provider.id).execute()
  expect(await replace(provider.email, 'sunshine')).toMatchObject(refused)
  expect(await replace('nobody@example.org', 'sunshine')).toMatchObject(refused)
})
