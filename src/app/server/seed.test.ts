import { base32 } from '@better-auth/utils/base32'
import { expect, test } from 'vitest'
import { codeOf } from '#/admin/server/authenticator.ts'
import { askAdmin } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { seedDemo } from '../../../db/seed/seed-demo.ts'

const world = await openWorld()
const { db } = world

test('the demo world has its vets, owners, pets, bookings and ratings, and is told once', async () => {
  const options = { now: world.clock.now, timeZone: 'Asia/Kolkata', adminKey: world.secret }
  const [first] = await Promise.all([seedDemo(db, options), seedDemo(db, options)])
  expect(first.map(({ who }) => who)).toEqual(['Pet owner', 'Vet', 'Admin'])
  const count = async (table: 'veterinary_doctors' | 'pets' | 'users' | 'veterinary_appointments') => {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return rows
  }
  expect(await count('veterinary_doctors')).toBe(14)
  expect(await count('users')).toBe(23)
  expect(await count('pets')).toBe(8)
  expect(await count('veterinary_appointments')).toBeGreaterThan(25)
})

test('one signs in to it with what is printed, and finds vets in five cities', async () => {
  const response = await fetch(`${world.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.url },
    body: JSON.stringify({ email: 'asha.verma@pawfolk.example', password: 'pawfolk-demo' }),
  })
  expect(response.status).toBe(200)
  const rows = await db.selectFrom('veterinary_doctors').select(['location', 'rating']).execute()
  expect(new Set(rows.map(({ location }) => location.split(', ')[1])).size).toBe(5)
  expect(rows.filter(({ rating }) => rating !== null).length).toBeGreaterThan(8)
})

test('its admin signs in with what is printed, also after another start with another secret', async () => {
  const options = { now: world.clock.now, timeZone: 'Asia/Kolkata' }
  await seedDemo(db, { ...options, adminKey: 'the-secret-of-a-start-before-this-one' })
  const admin = (await seedDemo(db, { ...options, adminKey: world.secret })).at(-1)!
  const secret = new TextDecoder().decode(base32.decode(admin.authenticator!))
  const { email, password } = admin
  const begun = await askAdmin(world.url, '/sign-in/email', { email, password })
  const code = await codeOf(secret)
  const done = await askAdmin(world.url, '/two-factor/verify-totp', { code }, begun.cookie)
  expect(done).toMatchObject({ status: 200, body: { signedIn: true } })
})

test('without a key, as in production, there is none', async () => {
  const options = { now: world.clock.now, timeZone: 'Asia/Kolkata' }
  expect((await seedDemo(db, options)).map(({ who }) => who)).toEqual(['Pet owner', 'Vet'])
})
