import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { trades } from '#/booking/trades.ts'
import { addHours } from '#/veterinary/server/factory.ts'
import { makeProvider } from './provider.factory.ts'
import { readCalendar } from './queries.ts'
import { forgetPastDates } from './sweeps.ts'

// It is Monday, 2 November 2026, 09:00 in Kolkata.
const world = await openWorld()
const open = [{ startTime: '09:00', endTime: '12:00', slotMinutes: 30 }]

test.each(trades)('in %s, dates and holidays are forgotten 60 days after they are over', async (trade) => {
  const person = await world.signUp(`leela.${trade}`)
  await makeProvider(world.db, trade, person.userId)
  const { booking } = person.call
  const start = world.clock.now
  await booking.saveDate({ trade, date: '2026-11-04', isOpen: true, ranges: open, version: 'none' })
  await booking.saveDate({ trade, date: '2026-11-05', isOpen: true, ranges: open, version: 'none' })
  await booking.addHoliday({ trade, startDate: '2026-11-03', endDate: '2026-11-04' })
  const sweepAt = (time: string) => world.app.jobs.runSweep(forgetPastDates.name, new Date(time))
  expect(await sweepAt('2027-01-03T12:00:00Z')).toBe(0)
  expect(await sweepAt('2027-01-04T12:00:00Z')).toBe(2)
  const { dates, holidays } = await booking.availability({ trade })
  expect(dates.map(({ date }) => date)).toEqual(['2026-11-05'])
  expect(holidays).toEqual([])
  expect(await sweepAt('2027-01-05T12:00:00Z')).toBe(1)
  world.clock.now = start
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a day’s calendar has the breaks of the week and of that day, and of no other date', async () => {
  const person = await world.signUp('meera')
  const providerId = await makeProvider(world.db, 'veterinary', person.userId)
  const pause = (start: string) => ({ breaks: [{ start, end: '12:30' }] })
  await addHours(world.db, providerId, { days: ['monday'], ...pause('12:00') })
  await addHours(world.db, providerId, { date: '2026-11-09', ...pause('12:05') })
  await addHours(world.db, providerId, { date: '2026-11-10', ...pause('12:10') })
  const provider = { trade: 'veterinary', providerId } as const
  const calendar = await readCalendar(world.db, provider, '2026-11-09', '2026-11-09', world.clock.now)
  expect(calendar?.breaks.map(({ startTime }) => startTime).sort()).toEqual(['12:00', '12:05'])
})
