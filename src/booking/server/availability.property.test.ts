import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { calendarOf } from '#/booking/availability.ts'
import { type Hours, hoursProblems } from '#/booking/hours.ts'
import { shownDays, slotsOn } from '#/booking/slots.ts'
import { addDays, clockOf, WEEKDAYS } from '#/kernel/time.ts'
import { makeProvider } from './provider.factory.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const vetId = await makeProvider(world.db, 'veterinary', meera.userId)
await world.db
  .updateTable('veterinary_doctors')
  .set({ verification_status: 'verified' })
  .where('id', '=', vetId)
  .execute()

const trade = 'veterinary'
const span = fc
  .tuple(fc.nat(96), fc.nat(96))
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => ({ startTime: clockOf(Math.min(a, b) * 15), endTime: clockOf(Math.max(a, b) * 15) }))
const ranges = fc
  .array(
    fc
      .record({
        span,
        slotMinutes: fc.integer({ min: 10, max: 90 }),
        breaks: fc.array(
          span.map((pause) => ({ ...pause, reason: 'Tea' })),
          { maxLength: 2 },
        ),
      })
      .map(({ span: hours, ...rest }) => ({ ...hours, ...rest })),
    { minLength: 1, maxLength: 3 },
  )
  .map(accepted)

/** Drops rows that a day would refuse, one after the other. */
function accepted<Row extends Hours>(rows: Row[]): Row[] {
  const kept: Row[] = []
  for (const row of rows) {
    const isFine = (tried: Row) => hoursProblems([...kept, tried]).length === 0
    const taken = [row, { ...row, breaks: [] }].find(isFine)
    if (taken) kept.push(taken)
  }
  return kept
}

const plans = fc.record({
  settings: fc.record({
    timeZone: fc.constantFrom('Asia/Kolkata', 'Europe/London', 'America/New_York', 'Pacific/Auckland'),
    minimumNoticeMinutes: fc.constantFrom(0, 60, 600),
    bufferMinutes: fc.constantFrom(0, 15),
  }),
  days: fc
    .tuple(...WEEKDAYS.map((day) => fc.record({ day: fc.constant(day), isOpen: fc.boolean(), ranges })))
    .map((days) => days.map((day) => ({ ...day, isOpen: day.isOpen && day.ranges.length > 0 }))),
  dates: fc.uniqueArray(fc.record({ ahead: fc.integer({ min: 1, max: 30 }), ranges }), {
    selector: ({ ahead }) => ahead,
    maxLength: 3,
  }),
  holidays: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 2 }),
})

test('saved hours offer the slots that their preview showed', {
  timeout: 120_000,
}, async () => {
  const { booking } = meera.call
  let offered = 0
  await fc.assert(
    fc.asyncProperty(plans, async ({ settings, days, dates, holidays }) => {
      const before = await booking.availability({ trade })
      for (const { id } of before.holidays) await booking.removeHoliday({ trade, id })
      for (const { date } of before.dates) await booking.removeDate({ trade, date })

      const plan = {
        settings,
        week: { days },
        dates: dates.map(({ ahead, ranges: rows }) => ({
          date: addDays('2026-11-02', ahead),
          isOpen: rows.length > 0,
          ranges: rows,
        })),
        holidays: holidays.map((ahead) => ({
          startDate: addDays('2026-11-02', ahead),
          endDate: addDays('2026-11-02', ahead + 1),
          reason: null,
        })),
      }
      await booking.saveSettings({ trade, ...settings })
      for (const date of plan.dates) await booking.saveDate({ trade, ...date })
      for (const holiday of plan.holidays) await booking.addHoliday({ trade, ...holiday })
      const saved = await booking.saveWeek({ trade, days })

      const { now } = world.clock
      const preview = calendarOf(trade, plan)
      const offer = await asha.call.booking.openDays({ trade: 'veterinary', providerId: vetId })
      expect(offer.days).toEqual(shownDays(preview, now))
      expect(shownDays(calendarOf(trade, saved), now)).toEqual(offer.days)
      for (const { date } of offer.days.filter(({ state }) => state === 'available').slice(0, 4)) {
        const { slots } = await asha.call.booking.slots({ trade: 'veterinary', providerId: vetId, date })
        const shown = slotsOn(preview, date, now)
        expect(slots.map(({ startsAt, startTime, endTime }) => [startsAt, startTime, endTime])).toEqual(
          shown.map(({ startsAt, startTime, endTime }) => [startsAt, startTime, endTime]),
        )
        offered += slots.length
      }
    }),
    { numRuns: 25 },
  )
  expect(offered).toBeGreaterThan(100)
})
