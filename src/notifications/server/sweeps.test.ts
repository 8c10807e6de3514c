import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { notify } from './index.ts'
import { forgetOldNotifications } from './sweeps.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const start = world.clock.now
const daysLater = (days: number) => new Date(start.getTime() + days * DAY)

const tell = (userId: string, title: string) =>
  world.db.transaction().execute((tx) =>
    notify(
      { db: tx, now: world.clock.now, announce: world.app.jobs.announceIn(tx) },
      {
        userId,
        type: 'appointment_confirmed',
        title,
        message: 'Your appointment was confirmed.',
        source: `sweep:${title}`,
      },
    ),
  )
const titles = async () =>
  (await world.db.selectFrom('notifications').select('title').orderBy('title').execute()).map(
    (row) => row.title,
  )
const newest = async (person: typeof asha) => (await person.call.notifications.list({ limit: 1 })).rows[0]!.id

test('read and cleared notifications are deleted after half a year, unread ones stay', async () => {
  await tell(asha.userId, 'a, read')
  await asha.call.notifications.markRead({ id: await newest(asha) })
  await tell(asha.userId, 'b, unread')
  await tell(ravi.userId, 'c, cleared')
  await ravi.call.notifications.clearAll({ upTo: await newest(ravi) })
  world.clock.now = daysLater(10)
  await tell(asha.userId, 'd, read later')
  await asha.call.notifications.markRead({ id: await newest(asha) })

  const sweepAt = (days: number) => world.app.jobs.runSweep(forgetOldNotifications.name, daysLater(days))
  expect(await sweepAt(179)).toBe(0)
  expect(await sweepAt(181)).toBe(2)
  expect(await titles()).toEqual(['b, unread', 'd, read later'])
  expect(await sweepAt(191)).toBe(1)
  expect(await titles()).toEqual(['b, unread'])
})
