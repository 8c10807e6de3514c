import { expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { statementsWith } from '#/kernel/testing/statements.ts'
import { type Notice, notify } from './index.ts'

const world = await openWorld()
let serial = 0

function noticeFor({ userId }: Person, given: Partial<Notice> = {}): Notice {
  serial += 1
  return {
    userId,
    type: 'appointment_confirmed',
    title: `Notice ${serial}`,
    message: 'Your appointment was confirmed.',
    source: `test:${serial}`,
    ...given,
  }
}

const workIn = (tx: Db) => ({ db: tx, now: world.clock.now, announce: world.app.jobs.announceIn(tx) })

/** Notifies in a transaction, as subscribers do. */
function tell(...notices: Notice[]): Promise<void> {
  return world.db.transaction().execute((tx) => notify(workIn(tx), ...notices))
}

async function tellMany(person: Person, count: number): Promise<void> {
  await tell(...Array.from({ length: count }, () => noticeFor(person)))
}

const titles = async (person: Person) =>
  (await person.call.notifications.list({})).rows.map(({ title }) => title)

const newest = async (person: Person) => (await person.call.notifications.list({ limit: 1 })).rows[0]!.id

test('each notification belongs to its user: others can’t see, count or mark it', async () => {
  const asha = await world.signUp('asha')
  const ravi = await world.signUp('ravi')
  await tell(noticeFor(asha, { title: 'For Asha' }))
  const id = await newest(asha)

  expect(await titles(ravi)).toEqual([])
  expect(await ravi.call.notifications.unread()).toEqual({ count: 0 })
  for (const attempt of [
    () => ravi.call.notifications.markRead({ id }),
    () => ravi.call.notifications.markAllRead({ upTo: id }),
    () => ravi.call.notifications.clearAll({ upTo: id }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'request.not_found', status: 404 })
  }
  const mark = { user_id: ravi.userId, notification_id: id, read_at: world.clock.now }
  await expect(world.db.insertInto('user_notification_reads').values(mark).execute()).rejects.toThrow(
    /foreign key/,
  )
  expect((await asha.call.notifications.list({})).rows).toMatchObject([{ id, isRead: false }])
})

test('people who are not logged in have no notifications', async () => {
  for (const attempt of [
    () => world.visitor.notifications.list({}),
    () => world.visitor.notifications.unread(),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'request.signed_out', status: 401 })
  }
})

test('an event delivered twice notifies once', async () => {
  const zoya = await world.signUp('zoya')
  const notice = noticeFor(zoya)
  await Promise.all([tell(notice), tell(notice), tell(notice)])
  await tell(notice)
  expect(await titles(zoya)).toEqual([notice.title])
})

test('a notification carries its page and its details, and refuses a page that is not ours', async () => {
  const priya = await world.signUp('priya')
  await tell(noticeFor(priya, { href: '/appointments', metadata: { pet_name: 'Bruno' } }))
  const { rows } = await priya.call.notifications.list({})
  expect(rows).toMatchObject([{ href: '/appointments', metadata: { pet_name: 'Bruno' } }])
  expect(rows[0]!.metadata).not.toHaveProperty('href')
  for (const href of ['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example'])
    await expect(tell(noticeFor(priya, { href }))).rejects.toThrow('Not a page of ours')
})

test('the list is newest first, in pages that neither repeat nor skip rows of the same moment', async () => {
  const kabir = await world.signUp('kabir')
  await tellMany(kabir, 45)
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await kabir.call.notifications.list({ ...(cursor && { cursor }) })
    expect(page.rows.length).toBeLessThanOrEqual(20)
    seen.push(...page.rows.map(({ title }) => title))
    cursor = page.nextCursor
  } while (cursor)
  expect(seen).toHaveLength(45)
  expect(new Set(seen).size).toBe(45)
  const numbers = seen.map((title) => Number(title.split(' ')[1]))
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
})

test('the list can be asked for fewer and for one type, and refuses what it does not know', async () => {
  const meera = await world.signUp('meera')
  await tell(noticeFor(meera, { type: 'appointment_requested' }), noticeFor(meera), noticeFor(meera))
  const { list } = meera.call.notifications
  expect((await list({ limit: 2 })).rows).toHaveLength(2)
  expect((await list({ type: 'appointment_requested' })).rows).toHaveLength(1)
  for (const input of [{ limit: 0 }, { limit: 21 }, { type: 'weather' as never }, { cursor: 'yesterday' }])
    await expect(list(input)).rejects.toMatchObject({ code: 'request.malformed', status: 400 })
})

test('a mark makes a notification read: one first, then all up to the newest one shown', async () => {
  const tara = await world.signUp('tara')
  await tellMany(tara, 3)
  const { list, markRead, markAllRead, unread } = tara.call.notifications
  const [third, second] = (await list({})).rows
  await markRead({ id: second!.id })
  await markRead({ id: second!.id })
  expect((await list({})).rows.map(({ isRead }) => isRead)).toEqual([false, true, false])
  expect(await unread()).toEqual({ count: 2 })

  await tellMany(tara, 1)
  await markAllRead({ upTo: third!.id })
  expect((await list({})).rows.map(({ isRead }) => isRead)).toEqual([false, true, true, true])
  expect(await unread()).toEqual({ count: 1 })
})

test('clearing hides what was received before, and nothing after, even with a clock set back', async () => {
  const arjun = await world.signUp('arjun')
  await tellMany(arjun, 3)
  await arjun.call.notifications.clearAll({ upTo: await newest(arjun) })
  expect(await titles(arjun)).toEqual([])
  expect(await arjun.call.notifications.unread()).toEqual({ count: 0 })

  const { now } = world.clock
  world.clock.now = new Date(now.getTime() - DAY)
  await tell(noticeFor(arjun, { title: 'After the clearing' }))
  world.clock.now = now
  expect(await titles(arjun)).toEqual(['After the clearing'])
  expect(await arjun.call.notifications.unread()).toEqual({ count: 1 })
})

test('a notification written before a clearing and committed after it doesn’t vanish', async () => {
  const nandini = await world.signUp('nandini')
  await tell(noticeFor(nandini, { title: 'Seen' }))
  const written = Promise.withResolvers<void>()
  const cleared = Promise.withResolvers<void>()
  const late = world.db.transaction().execute(async (tx) => {
    await notify(workIn(tx), noticeFor(nandini, { title: 'Late' }))
    written.resolve()
    await cleared.promise
  })
  await written.promise
  await nandini.call.notifications.clearAll({ upTo: await newest(nandini) })
  expect(await titles(nandini)).toEqual([])
  cleared.resolve()
  await late
  expect(await titles(nandini)).toEqual(['Late'])
})

test('of two notifications for one person at once, the second is received after the first', async () => {
  const rohan = await world.signUp('rohan')
  const written = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const first = world.db.transaction().execute(async (tx) => {
    await notify(workIn(tx), noticeFor(rohan, { title: 'First' }))
    written.resolve()
    await release.promise
  })
  await written.promise
  const second = tell(noticeFor(rohan, { title: 'Second' }))
  expect(await titles(rohan)).toEqual([])
  release.resolve()
  await Promise.all([first, second])
  expect(await titles(rohan)).toEqual(['Second', 'First'])
})

test('two transactions that notify the same two people in opposite order don’t deadlock', async () => {
  const simran = await world.signUp('simran')
  const vikram = await world.signUp('vikram')
  const both = (first: Person, second: Person) => tell(noticeFor(first), noticeFor(second))
  await Promise.all(
    Array.from({ length: 20 }, (_, round) => (round % 2 ? both(simran, vikram) : both(vikram, simran))),
  )
  expect(await simran.call.notifications.unread()).toEqual({ count: 20 })
  expect(await vikram.call.notifications.unread()).toEqual({ count: 20 })
})

test('the unread count stops at 100, which the badge shows as 99+', async () => {
  const fatima = await world.signUp('fatima')
  await tellMany(fatima, 99)
  expect(await fatima.call.notifications.unread()).toEqual({ count: 99 })
  await tellMany(fatima, 2)
  expect(await fatima.call.notifications.unread()).toEqual({ count: 100 })
})

test('a list takes as many statements for twenty rows as for one', async () => {
  const anand = await world.signUp('anand')
  await tellMany(anand, 30)
  const costOf = async (call: () => Promise<unknown>) => (await statementsWith('notifications', call)).length
  const { list, unread } = anand.call.notifications
  const one = await costOf(() => list({ limit: 1 }))
  expect(await costOf(() => list({ limit: 20 }))).toBe(one)
  expect(await costOf(() => unread())).toBe(one)
  expect(one).toBe(1)
})
