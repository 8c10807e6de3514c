import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { acts } from '#/admin/acts.ts'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { eraseThoseWhoLeft } from '#/privacy/server/sweeps.ts'
import { writeDownHandingIn } from './subscribers.ts'

const world = await openWorld()
const { db, clock } = world
const asha = await openDesk(world, 'asha')
const ravi = await openDesk(world, 'ravi')

test('the log records who did what to whom, when, why, and what changed', async () => {
  const zoya = await world.signUp('zoya')
  await asha.call.suspend({ id: zoya.userId, reason: 'Spam' })
  clock.now = new Date(clock.now.getTime() + 60_000)
  await ravi.call.liftSuspension({ id: zoya.userId })
  const { rows } = await asha.call.log({ subjectId: zoya.userId })
  expect(rows).toMatchObject([
    {
      action: 'user.suspension_lifted',
      said: 'lifted the suspension',
      admin: { id: ravi.adminId, name: 'ravi' },
      subject: { kind: 'user', id: zoya.userId, name: 'zoya' },
      reason: null,
      happenedAt: clock.now,
      before: { suspended: true },
      after: { suspended: false },
    },
    {
      action: 'user.suspended',
      admin: { name: 'asha' },
      reason: 'Spam',
      before: { suspended: false },
      after: { suspended: true, sessionsEnded: 1 },
    },
  ])
  expect((await asha.call.log({ adminId: ravi.adminId })).rows.map(({ action }) => action)).toEqual([
    'user.suspension_lifted',
    'admin.signed_in',
  ])
  expect((await asha.call.log({ action: 'user.suspended' })).rows).toHaveLength(1)
  expect((await asha.call.log({ action: 'admin.created' })).rows).toMatchObject([
    { admin: null, subject: { name: 'ravi' } },
    { admin: null, subject: { name: 'asha' } },
  ])
})

test('the log can be filtered by every action, also by those that aren’t calls', async () => {
  const { actions } = await asha.call.logActions()
  expect(actions).toEqual(acts.map(({ action, said }) => ({ action, said })))
  expect(actions).toContainEqual({ action: 'pet.report_removed', said: 'removed the pet report' })
  expect(actions).toContainEqual({ action: 'admin.signed_in', said: 'logged in' })
})

test('what a provider submits, and a new check caused by their own change, is logged under their name', async () => {
  const record = 'supplier'
  const kabir = await world.signUp('kabir')
  const profile = { businessName: 'Happy Paws Supplies', pickupAddress: '4 Ring Road, New Delhi' }
  await kabir.call.shop.saveSupplier(profile)
  clock.now = new Date(clock.now.getTime() + 60_000)
  const handedIn = clock.now
  await kabir.call.verification.submit({ record })
  const [waiting] = (await asha.call.queue({})).rows
  const ofKabir = { record, recordId: waiting!.recordId } as const
  const { version } = await asha.call.submission(ofKabir)
  await asha.call.decide({ ...ofKabir, decision: { to: 'verified', version, reason: null } })
  await kabir.call.shop.saveSupplier({ ...profile, pickupAddress: '5 Ring Road, New Delhi' })
  clock.now = new Date(clock.now.getTime() + 60_000)
  await kabir.call.shop.saveSupplier({ ...profile, businessName: 'Happy Tails Supplies' })
  await world.app.jobs.deliverEvents()

  const { rows } = await asha.call.log({ subjectId: kabir.userId, only: 'byUsers' })
  const byKabir = {
    admin: null,
    user: { id: kabir.userId, name: 'kabir' },
    subject: { kind: 'user', id: kabir.userId, name: 'kabir' },
    reason: null,
    after: { supplier: 'submitted' },
  }
  expect(rows).toMatchObject([
    { ...byKabir, action: 'provider.changed', before: { supplier: 'verified' }, happenedAt: clock.now },
    { ...byKabir, action: 'provider.handed_in', before: { supplier: 'draft' }, happenedAt: handedIn },
  ])
  expect((await asha.call.log({ action: 'provider.changed' })).rows).toEqual([rows[0]])
  expect((await asha.call.log({ action: 'provider.handed_in' })).rows).toEqual([rows[1]])
  expect((await asha.call.log({ adminId: asha.adminId, only: 'byUsers' })).rows).toEqual([])
})

test('a submission is logged once, however often it is delivered, and names nobody once they are erased', async () => {
  const imran = await world.signUp('imran')
  const change = {
    changeId: newId(),
    record: 'pet_sitter',
    recordId: newId(),
    userId: imran.userId,
    from: 'draft',
    to: 'submitted',
    by: 'provider',
    reason: null,
    at: clock.now.toISOString(),
  }
  const work = { db, now: clock.now, announce: world.app.jobs.announceIn(db) }
  for (const _ of [1, 2]) await writeDownHandingIn.handle(work, change)
  await writeDownHandingIn.handle(work, { ...change, changeId: newId(), by: 'admin' })
  expect((await asha.call.log({ subjectId: imran.userId })).rows).toHaveLength(1)
  await db
    .updateTable('users')
    .set({ leaving_since: new Date(clock.now.getTime() - 14 * 86_400_000) })
    .where('id', '=', imran.userId)
    .execute()
  await world.app.jobs.runSweep(eraseThoseWhoLeft.name, clock.now)
  const { rows } = await asha.call.log({ subjectId: imran.userId })
  expect(rows).toMatchObject([{ user: { id: imran.userId, name: '' } }])
  const lines = await db.selectFrom('admin_audit_log').selectAll().execute()
  expect(JSON.stringify(lines)).not.toContain('imran')
})

test('lines about deleted people stay, without the name', async () => {
  const divya = await world.signUp('divya')
  await asha.call.endSessions({ id: divya.userId })
  await db.deleteFrom('users').where('id', '=', divya.userId).execute()
  const { rows } = await asha.call.log({ subjectId: divya.userId })
  expect(rows).toMatchObject([{ action: 'user.sessions_ended', subject: { name: null } }])
  expect(JSON.stringify(rows)).not.toContain('divya')
})

test('nobody can rewrite the log by update, delete or truncate', async () => {
  const before = await db.selectFrom('admin_audit_log').selectAll().execute()
  expect(before.length).toBeGreaterThan(0)
  const attempts = [
    sql`update admin_audit_log set reason = 'nothing happened'`,
    sql`update admin_audit_log set admin_id = null where false`,
    sql`delete from admin_audit_log`,
    sql`truncate admin_audit_log`,
    sql`truncate admin_audit_log, admin_users cascade`,
    sql`delete from admin_users`,
  ]
  for (const attempt of attempts) await expect(attempt.execute(db)).rejects.toThrow()
  expect(await db.selectFrom('admin_audit_log').selectAll().execute()).toEqual(before)
})

test('it continues where a page stopped, with every line once', async () => {
  const tara = await world.signUp('tara')
  for (let round = 0; round < 22; round++) await asha.call.endSessions({ id: tara.userId })
  const first = await asha.call.log({ subjectId: tara.userId })
  const rest = await asha.call.log({ subjectId: tara.userId, cursor: first.nextCursor! })
  expect([first.rows.length, rest.rows.length, rest.nextCursor]).toEqual([20, 2, null])
  expect(new Set([...first.rows, ...rest.rows].map(({ id }) => id)).size).toBe(22)
  await expect(asha.call.log({ cursor: 'made-up' })).rejects.toMatchObject({ code: 'request.malformed' })
})
