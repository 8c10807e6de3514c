import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'

const world = await openWorld()
const { db, clock } = world
const { adminId } = await openDesk(world, 'desk')

test('expired admin sessions and login steps are deleted, and no others', async () => {
  await db.deleteFrom('admin_sessions').execute()
  await db.deleteFrom('admin_verifications').execute()
  for (const [kept, minutes] of [
    ['over', -1],
    ['valid', 1],
  ] as const) {
    const expires_at = new Date(clock.now.getTime() + minutes * 60_000)
    await db
      .insertInto('admin_sessions')
      .values({ id: newId(), user_id: adminId, token: kept, expires_at })
      .execute()
    await db
      .insertInto('admin_verifications')
      .values({ id: newId(), identifier: kept, value: kept, expires_at })
      .execute()
  }
  expect(await world.app.jobs.runSweep('forget-expired-admin-sessions', clock.now)).toBe(2)
  const sessions = await db.selectFrom('admin_sessions').select('token').execute()
  const steps = await db.selectFrom('admin_verifications').select('value').execute()
  expect([sessions, steps]).toEqual([[{ token: 'valid' }], [{ value: 'valid' }]])
})
