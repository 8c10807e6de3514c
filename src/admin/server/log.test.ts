import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'

const world = await openWorld()
const { db, clock } = world
const asha = await openDesk(world, 'asha')
const ravi = await openDesk(world, 'ravi')

test('the log says who did what on whom, when, why, and what changed', async () => {
  const zoya = await world.signUp('zoya')
  await asha.call.suspend({ id: zoya.userId, reason: 'Spam' })
  clock.now = new Date(clock.now.getTime() + 60_000)
  await ravi.call.liftSuspension({ id: zoya.userId })
  const { rows } = await asha.call.log({ subjectId: zoya.userId })
  expect(rows).toMatchObject([
    {
      action: 'user.suspension_lifted',
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

test('lines about someone who is gone stay, without the name', async () => {
  const imran = await world.signUp('imran')
  await asha.call.endSessions({ id: imran.userId })
  await db.deleteFrom('users').where('id', '=', imran.userId).execute()
  const { rows } = await asha.call.log({ subjectId: imran.userId })
  expect(rows).toMatchObject([{ action: 'user.sessions_ended', subject: { name: null } }])
  expect(JSON.stringify(rows)).not.toContain('imran')
})

test('nobody rewrites it: not by update, delete or truncate', async () => {
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

test('it goes on where a page stopped, every line once', async () => {
  const tara = await world.signUp('tara')
  for (let round = 0; round < 22; round++) await asha.call.endSessions({ id: tara.userId })
  const first = await asha.call.log({ subjectId: tara.userId })
  const rest = await asha.call.log({ subjectId: tara.userId, cursor: first.nextCursor! })
  expect([first.rows.length, rest.rows.length, rest.nextCursor]).toEqual([20, 2, null])
  expect(new Set([...first.rows, ...rest.rows].map(({ id }) => id)).size).toBe(22)
  await expect(asha.call.log({ cursor: 'made-up' })).rejects.toMatchObject({ code: 'request.malformed' })
})
