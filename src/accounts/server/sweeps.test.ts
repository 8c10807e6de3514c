import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'

const world = await openWorld()
const { db } = world
const asha = await world.signUp('asha')

test('expired sessions and links are deleted, and no others', async () => {
  await db.deleteFrom('sessions').execute()
  const { now } = world.clock
  for (const [kept, minutes] of [
    ['expired', -1],
    ['valid', 1],
  ] as const) {
    const expires_at = new Date(now.getTime() + minutes * 60_000)
    await db
      .insertInto('sessions')
      .values({ id: newId(), user_id: asha.userId, token: kept, expires_at })
      .execute()
    await db
      .insertInto('verifications')
      .values({ id: newId(), identifier: kept, value: kept, expires_at })
      .execute()
  }
  expect(await world.app.jobs.runSweep('forget-expired-sessions', now)).toBe(2)
  const sessions = await db.selectFrom('sessions').select('token').execute()
  const links = await db.selectFrom('verifications').select('value').execute()
  expect([sessions, links]).toEqual([[{ token: 'valid' }], [{ value: 'valid' }]])
})
