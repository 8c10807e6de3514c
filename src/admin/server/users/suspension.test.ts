import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { boot } from '#/app/boot.ts'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { readConfig } from '#/kernel/server/config.ts'
import { createLog } from '#/kernel/server/log.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld({ AUTH_SECRET: 'the-same-in-both-processes-of-a-site' })
const { db, url } = world
const { call, adminId } = await openDesk(world, 'desk')

/** A second process on the same database. */
const second = await boot({
  config: readConfig({
    NODE_ENV: 'test',
    DATA_DIR: world.dataDir,
    AUTH_SECRET: 'the-same-in-both-processes-of-a-site',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    DATABASE_POOL: '4',
  }),
  databaseUrl: world.databaseUrl,
  log: createLog('silent'),
  webFolder: world.dataDir,
})
second.http.listen(0, '127.0.0.1')
await once(second.http, 'listening')
const urls = [url, `http://127.0.0.1:${(second.http.address() as AddressInfo).port}`]
afterAll(() => second.close())

async function isIn(at: string, cookie: string): Promise<boolean> {
  const response = await fetch(`${at}/api/me`, { headers: { cookie } })
  expect(response.status).toBe(200)
  return ((await response.json()) as { user: unknown }).user !== null
}
const inAtBoth = (cookie: string) => Promise.all(urls.map((at) => isIn(at, cookie)))

const signIn = async (name: string, password = `${name}-password`) => {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: `${name}@example.org`, password }),
  })
  return { status: response.status, body: await response.json(), cookies: response.headers.getSetCookie() }
}

test('support can’t suspend or lift a suspension, but can end sessions', async () => {
  const support = await openDesk(world, 'farah', 'support')
  const { userId: id } = await world.signUp('lila')
  const refused = { code: 'request.administrators_only', status: 403 }
  await expect(support.call.suspend({ id, reason: 'Fraud' })).rejects.toMatchObject(refused)
  expect((await support.call.user({ id })).suspendedAt).toBeNull()
  await call.suspend({ id, reason: 'Fraud' })
  await expect(support.call.liftSuspension({ id })).rejects.toMatchObject(refused)
  await call.liftSuspension({ id })
  expect(await support.call.endSessions({ id })).toEqual({ ended: 0 })
})

test('a suspended user is logged out in every process, and learns so only with the right password', async () => {
  const asha = await world.signUp('asha')
  expect(await inAtBoth(asha.cookie)).toEqual([true, true])
  await call.suspend({ id: asha.userId, reason: 'Threatened a vet' })
  await expect.poll(() => inAtBoth(asha.cookie), { interval: 1 }).toEqual([false, false])
  // The notification that clears a process's cache may come a moment after the row.
  const refusal = () => asha.call.pets.list({}).catch(({ code }: { code: string }) => code)
  await expect.poll(refusal, { interval: 1 }).toBe('request.signed_out')
  expect(await signIn('asha')).toMatchObject({
    status: 403,
    body: { code: 'ACCOUNT_SUSPENDED' },
    cookies: [],
  })
  expect(await signIn('asha', 'not-her-password')).toEqual(await signIn('nobody'))
  const sessions = await db.selectFrom('sessions').select('id').where('user_id', '=', asha.userId).execute()
  expect(sessions).toEqual([])
})

test('a session created during a suspension opens nothing', async () => {
  const ravi = await world.signUp('ravi')
  const kept = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', ravi.userId)
    .executeTakeFirstOrThrow()
  await call.suspend({ id: ravi.userId, reason: 'Fraud' })
  await db.insertInto('sessions').values(kept).execute()
  expect(await inAtBoth(ravi.cookie)).toEqual([false, false])
})

test('suspending while the user logs in, calls and writes leaves nobody in', async () => {
  for (let round = 0; round < 4; round++) {
    const person = await world.signUp(`racer-${round}`)
    const [, ...answers] = await Promise.all([
      call.suspend({ id: person.userId, reason: 'Race' }),
      ...[1, 2, 3].map(() => signIn(`racer-${round}`)),
    ])
    const cookies = answers.flatMap((answer) => answer.cookies).map((line) => line.split(';')[0]!)
    for (const cookie of [person.cookie, ...cookies])
      await expect.poll(() => inAtBoth(cookie), { interval: 1 }).toEqual([false, false])
  }
})

test('lifting the suspension lets them in again, with a new session', async () => {
  const name = `zoya-${Date.now()}`
  const zoya = await world.signUp(name)
  await call.suspend({ id: zoya.userId, reason: 'By mistake' })
  await expect.poll(() => isIn(url, zoya.cookie), { interval: 1 }).toBe(false)
  await call.liftSuspension({ id: zoya.userId })
  expect(await isIn(url, zoya.cookie)).toBe(false)
  expect((await signIn(name)).status).toBe(200)
})

test('a suspended vet isn’t listed or booked and can’t act, keeps the bookings, and is back afterwards', async () => {
  const meera = await world.signUp('meera')
  const owner = await world.signUp('owner')
  const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer' })
  const booked = await makeAppointment(db, {
    ownerId: owner.ownerId,
    vetId,
    startsAt: new Date('2026-11-05T05:00:00Z'),
    status: 'confirmed',
  })
  const listed = async () => (await owner.call.veterinary.vets({})).rows.map(({ id }) => id)
  const free = async () =>
    (await owner.call.booking.slots({ trade: 'veterinary', providerId: vetId, date: '2026-11-03' })).slots
  expect(await listed()).toEqual([vetId])
  expect(await free()).not.toEqual([])
  await call.suspend({ id: meera.userId, reason: 'Licence withdrawn' })
  expect(await listed()).toEqual([])
  await expect(free()).rejects.toMatchObject({ code: 'request.not_found' })
  const slot = { date: '2026-11-03', startTime: '10:00', endTime: '10:30' }
  await expect(owner.call.veterinary.book({ vetId, slot })).rejects.toMatchObject({ status: 404 })
  const stays = await db
    .selectFrom('veterinary_appointments')
    .select('status')
    .where('id', '=', booked)
    .executeTakeFirst()
  expect(stays).toEqual({ status: 'confirmed' })
  await call.liftSuspension({ id: meera.userId })
  expect(await listed()).toEqual([vetId])
  expect(await free()).not.toEqual([])
})

test('a person suspended while they save their first profile has none', async () => {
  const rohan = await world.signUp('rohan')
  let saving: Promise<unknown> | undefined
  await db.transaction().execute(async (suspending) => {
    await suspending
      .updateTable('users')
      .set({ suspended_at: world.clock.now, suspended_reason: 'Complaints' })
      .where('id', '=', rohan.userId)
      .execute()
    saving = rohan.call.training
      .saveProfile({
        fullName: 'Rohan',
        location: 'Pune',
        hourlyRate: 80_000,
        yearsExperience: null,
        specializations: ['Socialization'],
        offersInPerson: true,
        offersOnline: true,
        comesToOwner: false,
        refundPolicy: 'standard' as const,
        bio: null,
      })
      .catch((error) => error)
    await vi.waitUntil(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(db)
      return rows.length > 0
    })
  })
  expect(await saving).toMatchObject({ code: 'request.signed_out', status: 401 })
  expect(await db.selectFrom('pet_trainers').where('user_id', '=', rohan.userId).execute()).toEqual([])
})

test('lifting restores what the suspension took, and nothing that was suspended separately', async () => {
  const kabir = await world.signUp('kabir')
  const vetId = await makeVet(db, { userId: kabir.userId, fullName: 'Kabir Shah' })
  await db
    .insertInto('pet_sitters')
    .values({ id: newId(), user_id: kabir.userId, full_name: 'Kabir Shah', verification_status: 'suspended' })
    .execute()
  await db
    .insertInto('pet_trainers')
    .values({
      id: newId(),
      user_id: kabir.userId,
      full_name: 'Kabir Shah',
      verification_status: 'submitted',
      submitted_at: world.clock.now,
    })
    .execute()
  const statuses = async () => {
    const { records } = await call.user({ id: kabir.userId })
    return Object.fromEntries(records.map(({ record, status }) => [record, status]))
  }
  const before = await statuses()
  expect(before).toEqual({ veterinary_doctor: 'verified', pet_sitter: 'suspended', pet_trainer: 'submitted' })
  for (let round = 0; round < 2; round++) {
    await call.suspend({ id: kabir.userId, reason: 'Complaints' })
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['suspended']))
    await call.liftSuspension({ id: kabir.userId })
    expect(await statuses()).toEqual(before)
  }
  const changes = await db
    .selectFrom('verification_changes')
    .select(['from_status', 'to_status', 'admin_id', 'reason'])
    .where('record_id', '=', vetId)
    .orderBy('sequence')
    .execute()
  expect(changes.slice(0, 2)).toEqual([
    { from_status: 'verified', to_status: 'suspended', admin_id: adminId, reason: null },
    { from_status: 'suspended', to_status: 'verified', admin_id: adminId, reason: null },
  ])
})

test('of two admins who suspend one user at once, one succeeds and the other is refused', async () => {
  const tara = await world.signUp('tara')
  const other = await openDesk(world, 'other')
  const answers = await Promise.allSettled(
    [call, other.call, call, other.call].map((admin, n) =>
      admin.suspend({ id: tara.userId, reason: `Reason ${n}` }),
    ),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({ code: 'admin.already_suspended', status: 409 })
  expect((await call.log({ subjectId: tara.userId })).rows).toHaveLength(1)
  await call.liftSuspension({ id: tara.userId })
  await expect(call.liftSuspension({ id: tara.userId })).rejects.toMatchObject({
    code: 'admin.not_suspended',
  })
})

test('a suspension without a reason is refused, and nothing is written', async () => {
  const nila = await world.signUp('nila')
  for (const reason of ['', '   ', '\u0000', 'x'.repeat(501)])
    await expect(call.suspend({ id: nila.userId, reason })).rejects.toMatchObject({
      code: 'request.malformed',
    })
  expect(await call.user({ id: nila.userId })).toMatchObject({ suspendedAt: null, suspendedReason: null })
  expect((await call.log({ subjectId: nila.userId })).rows).toEqual([])
})

test('ending sessions logs out everywhere and leaves the account as it is', async () => {
  const omar = await world.signUp('omar')
  const [again] = (await signIn('omar')).cookies
  const cookies = [omar.cookie, again!.split(';')[0]!]
  expect(await call.endSessions({ id: omar.userId })).toEqual({ ended: 2 })
  for (const cookie of cookies)
    await expect.poll(() => inAtBoth(cookie), { interval: 1 }).toEqual([false, false])
  expect((await signIn('omar')).status).toBe(200)
})

test('a change that can’t be logged doesn’t happen', async () => {
  const leela = await world.signUp('leela')
  await sql`alter table admin_audit_log add constraint full_up check (happened_at is null) not valid`.execute(
    db,
  )
  await expect(call.suspend({ id: leela.userId, reason: 'None' })).rejects.toMatchObject({ status: 500 })
  await sql`alter table admin_audit_log drop constraint full_up`.execute(db)
  expect((await call.user({ id: leela.userId })).suspendedAt).toBeNull()
  expect(await isIn(url, leela.cookie)).toBe(true)
})
