import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { makeReport } from './report.factory.ts'

const world = await openWorld()
const { db, clock, visitor } = world
const [asha, ravi, suspended] = await Promise.all(['asha', 'ravi', 'gone'].map(world.signUp))
const at = (days: number) => new Date(clock.now.getTime() - days * DAY)

const bengaluru = { north: 13.2, south: 12.8, west: 77.4, east: 77.8 }
const india = { north: 35, south: 6, west: 68, east: 97 }
const indiranagar = { lat: 12.97531, lon: 77.64217 }

await makeReport(db, { userId: asha!.userId, at: at(1), position: indiranagar })
await makeReport(db, {
  userId: asha!.userId,
  at: at(20),
  position: { lat: 12.9763, lon: 77.6428 },
  facts: { species: 'cat', pet_name: 'Misty' },
})
await makeReport(db, {
  userId: asha!.userId,
  at: at(1),
  position: { lat: 12.9121, lon: 77.5011 },
  area: 'Kengeri',
})
await makeReport(db, {
  userId: asha!.userId,
  at: at(1),
  position: { lat: 19.07, lon: 72.87 },
  area: 'Mumbai',
})
await makeReport(db, { userId: asha!.userId, at: at(1), status: 'found', position: indiranagar })
await makeReport(db, { userId: asha!.userId, at: at(1), position: null })
await makeReport(db, {
  userId: asha!.userId,
  at: at(1),
  position: indiranagar,
  facts: { state: 'reunited', closed_at: clock.now },
})
await makeReport(db, { userId: suspended!.userId, at: at(1), position: indiranagar })
await db
  .updateTable('users')
  .set({ suspended_at: clock.now, suspended_reason: 'Test' })
  .where('id', '=', suspended!.userId)
  .execute()

const counts = ({ squares }: Awaited<ReturnType<typeof visitor.reports.map>>) =>
  squares.map(({ count, report }) => [count, report?.area ?? null])

test('reports close to each other are counted together, and one that stands alone is told', async () => {
  const map = await visitor.reports.map({ status: 'lost', ...bengaluru, zoom: 11 })
  expect(counts(map)).toEqual([
    [2, null],
    [1, 'Kengeri'],
  ])
  expect(map.squares[1]!.report).toMatchObject({ status: 'lost', petName: 'Bruno', species: 'dog' })
})

test('a map of the country counts all of a city as one', async () => {
  expect(counts(await visitor.reports.map({ status: 'lost', ...india, zoom: 4 }))).toEqual([
    [3, null],
    [1, 'Mumbai'],
  ])
})

test('a map is filtered as the list is, and shows nobody their own reports', async () => {
  const here = { ...bengaluru, zoom: 11 }
  expect(counts(await visitor.reports.map({ status: 'found', ...here }))).toEqual([
    [1, 'Indiranagar, Bengaluru'],
  ])
  expect((await visitor.reports.map({ status: 'lost', species: 'cat', ...here })).squares).toMatchObject([
    { count: 1, report: { petName: 'Misty' } },
  ])
  expect(counts(await visitor.reports.map({ status: 'lost', days: 7, ...here }))).toHaveLength(2)
  expect(counts(await ravi!.call.reports.map({ status: 'lost', ...here }))).toHaveLength(2)
  expect(counts(await asha!.call.reports.map({ status: 'lost', ...here }))).toEqual([])
})

test('a position on the map is the one that everyone may know', async () => {
  const { squares } = await visitor.reports.map({ status: 'found', ...bengaluru, zoom: 17 })
  expect(squares[0]!.position).toEqual({ lat: 12.975, lon: 77.643 })
})

test('a window that is turned around, or none, is refused', async () => {
  const wrong = { status: 'lost', ...bengaluru, zoom: 11 } as const
  for (const window of [
    { ...wrong, north: 12, south: 13 },
    { ...wrong, west: 78, east: 77 },
    { ...wrong, zoom: 18 },
    { ...wrong, north: 91 },
  ])
    await expect(visitor.reports.map(window)).rejects.toMatchObject({ status: 400 })
})
