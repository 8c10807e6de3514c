import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ask, cookieOf } from '#/accounts/server/sign-in.factory.ts'
import { startGoogle } from '#/accounts/server/social.factory.ts'
import { createAdmin } from '#/admin/server/login/admins.ts'
import { askAdmin, makeAdmin, openDesk } from '#/app/testing/desk.ts'
import { clientAt } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { makePhoto } from '#/pets/server/photo.factory.ts'
import { archivePath } from '#/privacy/rules.ts'

const google = await startGoogle()
// With email verification, so that its endpoints exist.
const world = await openWorld({ ...google.settings, EMAIL_VERIFICATION: 'on' })
afterAll(google.close)
const { url, db } = world
const desk = await openDesk(world, 'asha')

const password = 'a long walk at dawn'

async function signUp(email: string) {
  await ask(url, '/sign-up/email', { email, password })
  const users = db.updateTable('users').set({ email_verified: true }).where('email', '=', email)
  return users.returning(['id', 'email']).executeTakeFirstOrThrow()
}

const signIn = async (email: string) => cookieOf(await ask(url, '/sign-in/email', { email, password }))
const isIn = async (cookie: string) => (await clientAt(url, { cookie }).accounts.me()).user !== null

/** Whether the user has recently proved who they are. */
async function proved(userId: string, isProved: boolean): Promise<void> {
  const proved_at = isProved ? sql<Date>`now()` : sql<Date>`now() - interval '1 hour'`
  await db.updateTable('sessions').set({ proved_at }).where('user_id', '=', userId).execute()
}

const meera = await signUp('meera@example.org')
const zoya = await signUp('zoya@example.org')
const signedIn = await signIn(zoya.email)
const kabir = await signUp('kabir@example.org')
const suspended = await signIn(kabir.email)
expect(await isIn(suspended)).toBe(true)
await desk.call.suspend({ id: kabir.id, reason: 'Spam' })
// The database notifies the process that caches sessions a moment later.
await vi.waitUntil(async () => !(await isIn(suspended)))

/**
 * The rows of docs/access.md for addresses that begin like this. Read from the document, which people read, not from
 * the code.
 */
const accessDocument = await readFile(new URL('../../../docs/access.md', import.meta.url), 'utf8')
const rowsBelow = (prefix: string) =>
  [...accessDocument.matchAll(/^\| `([A-Z]+) (\S+)` \| (\S+) \|$/gm)]
    .map(([, method, path, who]) => ({ method: method!, path: path!, who: who! }))
    .filter(({ path }) => path.startsWith(prefix))
    .map((row) => ({ ...row, path: row.path.slice(prefix.length) }))

/** Values that a schema accepts but that match nothing. */
const input = {
  email: 'stranger@example.org',
  password: 'another walk at dusk',
  currentPassword: 'guessed',
  phoneNumber: '+919876543210',
  code: '123456',
  token: 'none',
  provider: 'google',
  from: 'login',
}

/** Returns the refusal's code if it is about access, and whether the endpoint exists. */
async function refusal(method: string, path: string, cookie: string, more = {}) {
  const body = method === 'GET' ? undefined : { ...input, ...more }
  const { status, body: told } = await ask(url, path, body, cookie ? { cookie } : {}, method)
  expect(status, path).not.toBe(404)
  expect(status, path).toBeLessThan(500)
  return ['SIGNED_OUT', 'PROOF_NEEDED', 'UNAUTHORIZED'].includes(String(told['code']))
    ? `${status} ${told['code']}`
    : 'let in'
}

describe('docs/access.md lists who is refused at the login, and nobody else is', () => {
  const rows = rowsBelow('/api/auth')

  test('the document has every endpoint and every kind of caller', () => {
    expect(rows.length).toBeGreaterThan(20)
    expect(new Set(rows.map(({ who }) => who))).toEqual(new Set(['anyone', 'signed-in', 'proved']))
  })

  for (const { method, path, who } of rows) {
    test(`${method} ${path}: ${who}`, async () => {
      const out = who === 'anyone' ? 'let in' : '401 SIGNED_OUT'
      expect(await refusal(method, path, '')).toBe(out)
      expect(await refusal(method, path, suspended)).toBe(out)
      const cookie = await signIn(meera.email)
      expect(await isIn(cookie)).toBe(true)
      // Setting the address they already have needs no proof.
      const own = path === '/email' ? { email: meera.email } : {}
      await proved(meera.id, false)
      expect(await refusal(method, path, cookie, own)).toBe(who === 'proved' ? '403 PROOF_NEEDED' : 'let in')
      await proved(meera.id, true)
      if (who !== 'anyone') expect(await refusal(method, path, cookie)).toBe('let in')
    })
  }

  test('another address, and a first password, take the proof too', async () => {
    const cookie = await signIn(meera.email)
    await proved(meera.id, false)
    expect(await refusal('POST', '/email', cookie)).toBe('403 PROOF_NEEDED')
    expect(await refusal('POST', '/change-password', cookie)).toBe('let in')
    const { numUpdatedRows } = await db
      .updateTable('accounts')
      .set({ password: null })
      .where('user_id', '=', meera.id)
      .executeTakeFirstOrThrow()
    expect(numUpdatedRows).toBe(1n)
    expect(await refusal('POST', '/change-password', cookie)).toBe('403 PROOF_NEEDED')
  })
})

describe('at the admins’ sign-in too', () => {
  const rows = rowsBelow('/api/admin/auth')
  let admins = 0
  // Each refused try counts, whatever was wrong with it.
  beforeEach(() => db.deleteFrom('rate_limits').execute())

  test('every endpoint is there', () => {
    expect(rows.map(({ path }) => path).sort()).toEqual([
      '/sign-in/email',
      '/sign-out',
      '/two-factor/enable',
      '/two-factor/verify-totp',
    ])
  })

  test('only a first login with a password can set up an authenticator', async () => {
    const path = '/two-factor/enable'
    expect(rows.find((row) => row.path === path)?.who).toBe('password-given')
    const email = `desk${admins++}@desk.example`
    const made = await createAdmin(db, { email, name: 'Ravi', role: 'admin', now: new Date() })
    const begun = await askAdmin(url, '/sign-in/email', { email, password: made.password })
    expect(begun.body).toEqual({ next: 'authenticator' })
    const given = { password: made.password }
    for (const cookie of ['', suspended, signedIn, desk.cookie])
      expect((await askAdmin(url, path, given, cookie)).body).toEqual({ code: 'REFUSED' })
    expect((await askAdmin(url, path, given, begun.cookie)).status).toBe(200)
  })

  test('a code is accepted only after the password', async () => {
    const path = '/two-factor/verify-totp'
    expect(rows.find((row) => row.path === path)?.who).toBe('password-given')
    const admin = await makeAdmin(world, `ravi${admins++}`)
    const begun = await askAdmin(url, '/sign-in/email', { email: admin.email, password: admin.password })
    const given = { code: await admin.code() }
    for (const cookie of ['', suspended, signedIn, desk.cookie])
      expect((await askAdmin(url, path, given, cookie)).body).toEqual({ code: 'REFUSED' })
    expect((await askAdmin(url, path, given, begun.cookie)).status).toBe(200)
  })

  test('everyone can try to log in and log out', async () => {
    for (const path of ['/sign-in/email', '/sign-out'])
      expect(rows.find((row) => row.path === path)?.who).toBe('anyone')
    for (const cookie of ['', suspended, signedIn, desk.cookie]) {
      const { email, password: right } = await makeAdmin(world, `tara${admins++}`)
      expect((await askAdmin(url, '/sign-in/email', { email, password: right }, cookie)).status).toBe(200)
      expect((await askAdmin(url, '/sign-out', {}, cookie)).status).toBe(200)
    }
  })
})

test('the data archive is for logged-in users, and pictures are for everyone', async () => {
  const statusOf = async (path: string, cookie = '') =>
    (await fetch(new URL(path, url), { headers: { cookie } })).status
  expect(await statusOf(archivePath, signedIn)).toBe(200)
  expect(await statusOf(archivePath)).toBe(401)
  expect(await statusOf(archivePath, suspended)).toBe(401)
  expect(await statusOf(archivePath, desk.cookie)).toBe(401)

  const call = clientAt(url, { cookie: signedIn })
  await call.accounts.changeProfile({ photo: await makePhoto() })
  expect(await statusOf((await call.accounts.me()).user!.imageUrl!)).toBe(200)
  await call.shop.saveSupplier({ businessName: 'Happy Paws', pickupAddress: 'MG Road, Pune' })
  const file = new File([new Uint8Array(makePdf())], 'licence.pdf')
  await call.verification.addDocument({ record: 'supplier', file })
  const [document] = (await call.verification.standing({ record: 'supplier' }))!.documents
  expect(await statusOf(document!.url)).toBe(200)
  expect(await statusOf(new URL(document!.url, url).pathname, signedIn)).toBe(404)
})
