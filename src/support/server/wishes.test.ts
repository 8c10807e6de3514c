import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { type PageAt, tellOfOpened } from './wishes.ts'

const world = await openWorld()
const { db } = world

/** Runs the sweep as if these services had been built. */
const sweepWith = (pageAt: PageAt) =>
  db
    .transaction()
    .execute((tx) =>
      tellOfOpened(pageAt).run({ db: tx, now: world.clock.now, announce: world.app.jobs.announceIn(tx) }),
    )

const nothingBuilt: PageAt = () => ({ title: 'Something', isComing: true })

test('a request to be notified is stored once, is private, and can be taken back', async () => {
  const asha = await world.signUp('asha')
  const ravi = await world.signUp('ravi')
  const { wish, wishes } = asha.call.support
  await Promise.all(Array.from({ length: 5 }, () => wish({ service: '/pawfectmatch', isWished: true })))
  await wish({ service: '/insurance', isWished: true })
  expect(await wishes()).toEqual({ services: ['/insurance', '/pawfectmatch'] })
  expect(await ravi.call.support.wishes()).toEqual({ services: [] })
  await ravi.call.support.wish({ service: '/pawfectmatch', isWished: false })
  await wish({ service: '/insurance', isWished: false })
  await wish({ service: '/insurance', isWished: false })
  expect(await wishes()).toEqual({ services: ['/pawfectmatch'] })
})

test('existing services and unknown pages can’t be waited for', async () => {
  const zoya = await world.signUp('zoya')
  for (const service of ['/services/book-a-vet', '/no/such/page', '/coming-soon', '/']) {
    const wish = zoya.call.support.wish({ service, isWished: true })
    await expect(wish, service).rejects.toMatchObject({ status: service === '/' ? 400 : 422 })
  }
  for (const service of ['', 'pharmacy', '//elsewhere.example?', '/<b>', `/${'x'.repeat(200)}`]) {
    const wish = zoya.call.support.wish({ service, isWished: true })
    await expect(wish, service).rejects.toMatchObject({ code: 'request.malformed', status: 400 })
  }
  expect(await zoya.call.support.wishes()).toEqual({ services: [] })
})

test('people who are not logged in have no requests', async () => {
  for (const attempt of [
    () => world.visitor.support.wishes(),
    () => world.visitor.support.wish({ service: '/pawfectmatch', isWished: true }),
  ])
    await expect(attempt()).rejects.toMatchObject({ status: 401 })
})

test('when a service opens, everyone who waited is notified once; other requests stay', async () => {
  const tara = await world.signUp('tara')
  await tara.call.support.wish({ service: '/community', isWished: true })
  await tara.call.support.wish({ service: '/community/group/:groupId', isWished: true })
  await tara.call.support.wish({ service: '/insurance', isWished: true })
  const before = await db.selectFrom('service_wishes').selectAll().execute()
  expect(await sweepWith(nothingBuilt)).toBe(0)
  expect(await db.selectFrom('service_wishes').selectAll().execute()).toEqual(before)

  const opened: PageAt = (path) => ({
    title: `Page of ${path}`,
    isComing: path === '/insurance' || path === '/pawfectmatch',
  })
  expect(await sweepWith(opened)).toBe(2)
  expect(await sweepWith(opened)).toBe(0)
  const told = (await tara.call.notifications.list({ type: 'service_opened' })).rows
  expect(told.map(({ title, href }) => ({ title, href }))).toEqual(
    expect.arrayContaining([
      { title: 'Now open: Page of /community', href: '/community' },
      { title: 'Now open: Page of /community/group/:groupId', href: '/services' },
    ]),
  )
  expect(told).toHaveLength(2)
  expect(await tara.call.support.wishes()).toEqual({ services: ['/insurance'] })
})

test('a request for a service that was given up ends without a notification', async () => {
  const kabir = await world.signUp('kabir')
  await kabir.call.support.wish({ service: '/insurance', isWished: true })
  await sweepWith((path) => (path === '/insurance' ? undefined : { title: 'Something', isComing: true }))
  expect(await kabir.call.support.wishes()).toEqual({ services: [] })
  expect((await kabir.call.notifications.list({})).rows).toEqual([])
})
