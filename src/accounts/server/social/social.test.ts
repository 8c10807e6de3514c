import { afterAll, expect, test } from 'vitest'
import { ask, cookieOf, outboxOf } from '#/accounts/server/sign-in.factory.ts'
import { type ProviderPerson, sayWho, startFacebook, startGoogle } from '#/accounts/server/social.factory.ts'
import { openWorld } from '#/app/testing/world.ts'

const google = await startGoogle()
const facebook = await startFacebook()
const world = await openWorld({ ...google.settings, ...facebook.settings })
afterAll(() => Promise.all([google.close(), facebook.close()]))
const { url, db } = world

type By = 'google' | 'facebook'

/** Presses the button. Returns the provider's address, and the cookie that remembers who asked. */
async function begin(provider: By, from = 'login', cookie = '') {
  const answer = await ask(url, '/sign-in/social', { provider, from }, cookie ? { cookie } : {})
  expect(answer.status).toBe(200)
  return { address: String(answer.body['url']), cookie: cookieOf(answer) }
}

const arrive = (path: string, cookie: string) =>
  ask(url, path.replace('/api/auth', ''), undefined, { cookie })

async function signInBy(
  provider: By,
  person: ProviderPerson | 'refuse',
  { from = 'login', cookie = '' } = {},
) {
  const begun = await begin(provider, from, cookie)
  const cookies = [begun.cookie, cookie].filter(Boolean).join('; ')
  return arrive(await sayWho(begun.address, person), cookies)
}

const sessionIn = ({ cookies }: { cookies: string[] }) =>
  cookieOf({ cookies: cookies.filter((line) => line.startsWith('pawfolk.session_token=')) })

type Me = { id: string; email: string | null; proposedEmail: string | null; name: string }
/** Returns who that is, without their session. */
async function me(cookie: string): Promise<Me | null> {
  const answer = await fetch(`${url}/api/me`, { headers: { cookie } })
  const { user } = (await answer.json()) as { user: (Me & { sessionId: string }) | null }
  const { sessionId: _, ...person } = user ?? {}
  return user && (person as Me)
}

const signUp = (email: string) => ask(url, '/sign-up/email', { email, password: 'bruno-and-luna' })
const confirmed = (email: string) =>
  db.updateTable('users').set({ email_verified: true }).where('email', '=', email).execute()

async function tokenTo(email: string): Promise<string> {
  const find = async () =>
    (await outboxOf(world.dataDir))
      .filter((mail) => mail.startsWith(`To: ${email}\n`))
      .map((mail) => /\/verify-email\?token=([\w-]+)/.exec(mail)?.[1])
      .at(-1)
  await expect.poll(find, { timeout: 5_000 }).toBeDefined()
  return (await find())!
}

test('Google signs a newcomer up with the address it vouches for, and logs them in later', async () => {
  const asha = { id: 'g-asha', name: 'Asha Verma', email: 'Asha@Example.org', verified: true }
  const first = await signInBy('google', asha, { from: 'signup' })
  expect(first).toMatchObject({ status: 302, headers: { location: '/role-selection?by=google&new=1' } })
  const known = await me(sessionIn(first))
  expect(known).toMatchObject({ email: 'asha@example.org', name: 'Asha Verma', proposedEmail: null })
  const again = await signInBy('google', { ...asha, email: 'asha.new@example.org' })
  expect(again.headers.location).toBe('/role-selection?by=google')
  expect(await me(sessionIn(again))).toEqual(known)
})

test('suspended users learn so once the login provider has confirmed them, and stay out', async () => {
  const vikram = { id: 'g-vikram', name: 'Vikram Das', email: 'vikram@example.org', verified: true }
  await signInBy('google', vikram)
  await db
    .updateTable('users')
    .set({ suspended_at: new Date(), suspended_reason: 'Fraud' })
    .where('email', '=', vikram.email)
    .execute()
  const back = await signInBy('google', vikram)
  expect(back.headers.location).toBe('/login?by=google&error=ACCOUNT_SUSPENDED')
  expect(sessionIn(back)).toBe('')
})

test('no provider’s tokens or pictures are stored', async () => {
  const kept = await db.selectFrom('accounts').selectAll().where('provider_id', '=', 'google').execute()
  expect(kept.length).toBeGreaterThan(0)
  for (const row of kept)
    expect(row).toMatchObject({ access_token: null, refresh_token: null, id_token: null })
  expect(await db.selectFrom('users').select('id').where('image', 'is not', null).execute()).toEqual([])
})

test('the session is a new one, and the browser’s previous one has ended', async () => {
  const before = cookieOf(await signUp('meera@example.org'))
  const person = { id: 'g-rotated', name: 'R', email: 'rotated@example.org', verified: true }
  const after = await signInBy('google', person, { cookie: before })
  expect(after.cookies.join()).toMatch(/session_token=[^;]+;.*HttpOnly/i)
  expect(sessionIn(after)).not.toBe(before)
  await expect.poll(() => me(before)).toBeNull()
})

test('without an email address from Facebook, the account has none until one is confirmed', async () => {
  const arrived = await signInBy('facebook', { id: 'f-ravi', name: 'Ravi\u202e \u200bKumar' })
  expect(arrived.headers.location).toBe('/role-selection?by=facebook&new=1')
  const cookie = sessionIn(arrived)
  expect(await me(cookie)).toMatchObject({ email: null, proposedEmail: null, name: 'Ravi Kumar' })

  const asked = await ask(url, '/email', { email: 'Ravi@example.org' }, { cookie })
  expect(asked).toMatchObject({ status: 200, body: { done: true } })
  expect((await me(cookie))?.email).toBeNull()
  const token = await tokenTo('ravi@example.org')
  expect((await ask(url, '/confirm-email', { token })).status).toBe(401)
  const stranger = cookieOf(await signUp('stranger@example.org'))
  expect((await ask(url, '/confirm-email', { token }, { cookie: stranger })).status).toBe(400)
  expect((await ask(url, '/confirm-email', { token }, { cookie })).status).toBe(200)
  expect(await me(cookie)).toMatchObject({ email: 'ravi@example.org' })
  expect((await ask(url, '/confirm-email', { token }, { cookie })).status).toBe(400)
  expect(await ask(url, '/email', { email: 'ravi@example.org' }, { cookie })).toMatchObject({
    status: 409,
    body: { code: 'HAS_EMAIL' },
  })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('an address from Facebook can be confirmed, and belongs to nobody until then', async () => {
  const zoya = { id: 'f-zoya', name: 'Zoya', email: 'zoya@example.org', verified: true }
  const cookie = sessionIn(await signInBy('facebook', zoya))
  expect(await me(cookie)).toMatchObject({ email: null, proposedEmail: 'zoya@example.org' })
  // If that is somebody else's address, its owner has lost nothing.
  expect((await signUp('zoya@example.org')).status).toBe(200)
  const again = sessionIn(await signInBy('facebook', zoya))
  expect((await me(again))?.email).toBeNull()
})

test('another person’s address is neither given away nor revealed', async () => {
  await signUp('omar@example.org')
  const cookie = sessionIn(await signInBy('facebook', { id: 'f-omar', name: 'Not Omar' }))
  const taken = await ask(url, '/email', { email: 'omar@example.org' }, { cookie })
  const free = await ask(url, '/email', { email: 'free@example.org' }, { cookie })
  expect([taken.status, taken.body]).toEqual([free.status, free.body])
  const told = async () =>
    (await outboxOf(world.dataDir)).some(
      (mail) => mail.startsWith('To: omar@example.org') && mail.includes('It belongs to your account'),
    )
  await expect.poll(told, { timeout: 5_000 }).toBe(true)
  // Somebody else takes the address between the mail and the click.
  const token = await tokenTo('free@example.org')
  await signUp('free@example.org')
  expect(await ask(url, '/confirm-email', { token }, { cookie })).toMatchObject({
    status: 409,
    body: { code: 'EMAIL_TAKEN' },
  })
})

test('accounts are joined only if both sides have confirmed the address', async () => {
  for (const [name, ours, theirs, joined] of [
    ['both', true, true, true],
    ['only-ours', true, false, false],
    ['only-theirs', false, true, false],
    ['neither', false, false, false],
  ] as const) {
    const email = `${name}@example.org`
    const cookie = cookieOf(await signUp(email))
    if (ours) await confirmed(email)
    const arrived = await signInBy('google', { id: `g-${name}`, name, email, verified: theirs })
    if (joined) expect((await me(sessionIn(arrived)))?.id).toBe((await me(cookie))!.id)
    else
      expect(arrived, name).toMatchObject({
        status: 302,
        headers: { location: '/login?by=google&error=account_not_linked' },
      })
    expect(sessionIn(arrived) !== '').toBe(joined)
  }
  await confirmed('meera@example.org')
  const byFacebook = await signInBy('facebook', { id: 'f-meera', name: 'M', email: 'meera@example.org' })
  expect(byFacebook.headers.location).toBe('/login?by=facebook&error=account_not_linked')
})

test('a logged-in person links a provider with any address, and logs in with it', async () => {
  const cookie = cookieOf(await signUp('tara@example.org'))
  for (const [provider, person] of [
    ['google', { id: 'g-tara', name: 'T', email: 'tara.private@example.org', verified: true }],
    ['facebook', { id: 'f-tara', name: 'T' }],
  ] as const) {
    const begun = await ask(url, '/link-social', { provider }, { cookie })
    const back = await sayWho(String(begun.body['url']), person)
    const arrived = await arrive(back, `${cookieOf(begun)}; ${cookie}`)
    expect(arrived.headers.location).toBe(`/edit-profile?by=${provider}`)
    const signedIn = await signInBy(provider, person)
    expect((await me(sessionIn(signedIn)))?.email).toBe('tara@example.org')
  }
})

test('a login provider isn’t linked after its session has ended, nor to someone else', async () => {
  const cookie = cookieOf(await signUp('imran@example.org'))
  const begun = await ask(url, '/link-social', { provider: 'google' }, { cookie })
  const back = await sayWho(String(begun.body['url']), { id: 'g-thief', name: 'T' })
  await ask(url, '/sign-out', {}, { cookie })
  const other = cookieOf(await signUp('someone@example.org'))
  for (const session of [cookie, other])
    expect((await arrive(back, `${cookieOf(begun)}; ${session}`)).headers.location).toBe(
      '/login?by=google&error=SIGNED_OUT',
    )
  const kept = await db.selectFrom('accounts').select('id').where('account_id', '=', 'g-thief').execute()
  expect(kept).toEqual([])
  expect((await ask(url, '/link-social', { provider: 'google' })).status).toBe(401)
})

test('a provider account that is linked elsewhere can’t be linked', async () => {
  const cookie = cookieOf(await signUp('leela@example.org'))
  const begun = await ask(url, '/link-social', { provider: 'google' }, { cookie })
  const back = await sayWho(String(begun.body['url']), { id: 'g-asha', name: 'Asha' })
  expect((await arrive(back, `${cookieOf(begun)}; ${cookie}`)).headers.location).toBe(
    '/edit-profile?by=google&error=account_already_linked_to_different_user',
  )
})

test('refusing at the provider leads back to where the person came from', async () => {
  expect((await signInBy('google', 'refuse', { from: 'signup' })).headers.location).toBe(
    '/signup?by=google&error=access_denied',
  )
  expect((await signInBy('facebook', 'refuse')).headers.location).toBe(
    '/login?by=facebook&error=access_denied',
  )
})

test('an answer that another browser asked for, that was used, or that nobody asked for logs nobody in', async () => {
  const begun = await begin('google')
  const person = { id: 'g-nila', name: 'Nila', email: 'nila@example.org', verified: true }
  const back = await sayWho(begun.address, person)
  const other = await begin('google')
  for (const cookie of ['', other.cookie]) {
    const arrived = await arrive(back, cookie)
    expect(arrived.headers.location).toMatch(/^\/login\?by=google&error=\w+$/)
    expect(sessionIn(arrived)).toBe('')
  }
  expect(sessionIn(await arrive(back, begun.cookie))).not.toBe('')
  for (const path of [
    back,
    '/callback/google',
    '/callback/google?state=x&code=y',
    '/callback/google?code=y',
  ]) {
    const arrived = await arrive(path, begun.cookie)
    expect(arrived).toMatchObject({ status: 302 })
    expect(arrived.headers.location).toMatch(/^\/login\?by=google&error=\w+$/)
    expect(sessionIn(arrived)).toBe('')
  }
})

test('the request to a provider carries state and a PKCE challenge, and leads back to us', async () => {
  const { address } = await begin('google')
  const { searchParams } = new URL(address)
  expect(searchParams.get('code_challenge_method')).toBe('S256')
  expect(searchParams.get('state')?.length).toBeGreaterThanOrEqual(32)
  expect(searchParams.get('redirect_uri')).toBe('http://localhost:3000/api/auth/callback/google')
})

test('no request can choose where a person is led', async () => {
  const evil = 'https://evil.example/'
  const begun = await ask(url, '/sign-in/social', {
    provider: 'google',
    from: 'login',
    callbackURL: evil,
    newUserCallbackURL: evil,
    errorCallbackURL: evil,
    additionalData: { callbackURL: evil },
    disableRedirect: true,
  })
  const back = await sayWho(String(begun.body['url']), {
    id: 'g-led',
    name: 'L',
    email: 'led@example.org',
    verified: true,
  })
  const arrived = await arrive(`${back}&callbackURL=${evil}&error_description=${evil}`, cookieOf(begun))
  expect(arrived.headers.location).toBe('/role-selection?by=google&new=1')
  for (const body of [
    { provider: 'google', from: evil },
    { provider: 'google' },
    { provider: 'evil', from: 'login' },
    { provider: '__proto__', from: 'login' },
  ])
    expect((await ask(url, '/sign-in/social', body)).status).toBe(400)
})
