import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { makeProvider } from './provider.factory.ts'

// It is Monday, 2 November 2026, 09:00 in Kolkata.
const world = await openWorld()
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const vetId = await makeProvider(world.db, 'veterinary', meera.userId)
await world.db
  .updateTable('veterinary_doctors')
  .set({ verification_status: 'verified' })
  .where('id', '=', vetId)
  .execute()

const trade = 'veterinary' as const
const date = '2026-11-04'
const range = { startTime: '09:00', endTime: '17:00', slotMinutes: 30 }
const working = { trade, days: [{ day: 'wednesday' as const, isOpen: true, ranges: [range] }] }

const slot = {
  date,
  startTime: '09:00',
  endTime: '09:30',
  startsAt: new Date('2026-11-04T03:30:00Z'),
}

const codeOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'fulfilled' ? 'done' : (outcome.reason as { code?: string }).code

/** Each removes the hours around the slot in a different way. */
const changes = {
  'a shorter day': () =>
    meera.call.booking.saveWeek({
      trade,
      days: [{ day: 'wednesday', isOpen: true, ranges: [{ ...range, startTime: '12:00' }] }],
    }),
  'a holiday': () => meera.call.booking.addHoliday({ trade, startDate: date, endDate: date }),
  'a closed date': () => meera.call.booking.saveDate({ trade, date, isOpen: false, ranges: [] }),
  'another zone': () =>
    meera.call.booking.saveSettings({
      trade,
      timeZone: 'America/New_York',
      minimumNoticeMinutes: 60,
      bufferMinutes: 0,
    }),
}

async function asBefore(): Promise<void> {
  await meera.call.booking.saveSettings({
    trade,
    timeZone: 'Asia/Kolkata',
    minimumNoticeMinutes: 60,
    bufferMinutes: 0,
  })
  const { holidays, dates } = await meera.call.booking.availability({ trade })
  for (const { id } of holidays) await meera.call.booking.removeHoliday({ trade, id })
  for (const own of dates) await meera.call.booking.removeDate({ trade, date: own.date })
  await meera.call.booking.saveWeek(working)
}

test.each(Object.keys(changes) as (keyof typeof changes)[])(
  'of a booking and %s at once, one wins and the other is refused',
  async (kind) => {
    for (let round = 0; round < 8; round++) {
      await asBefore()
      const book = () => asha.call.veterinary.book({ vetId, slot })
      const racers = round % 2 ? [book(), changes[kind]()] : [changes[kind](), book()]
      const outcomes = await Promise.allSettled(racers)
      const [booked, changed] = (round % 2 ? outcomes : outcomes.toReversed()).map(codeOf)
      const { rows } = await asha.call.appointments.appointments({ tab: 'upcoming' })
      if (booked === 'done') {
        expect(changed).toBe('booking.bookings_outside')
        expect(rows).toHaveLength(1)
        await asha.call.appointments.cancel({ id: rows[0]!.id })
      } else {
        expect(changed).toBe('done')
        expect(['booking.not_a_slot', 'booking.holiday']).toContain(booked)
        expect(rows).toEqual([])
      }
    }
  },
)

test('of two tabs that save the same hours at once, one wins and the other is refused', async () => {
  for (let round = 0; round < 8; round++) {
    await asBefore()
    const { week } = await meera.call.booking.availability({ trade })
    const outcomes = await Promise.allSettled(
      ['10:00', '11:00', '12:00', '13:00'].map((startTime) =>
        meera.call.booking.saveWeek({
          trade,
          version: week.version,
          days: [{ day: 'wednesday', isOpen: true, ranges: [{ ...range, startTime }] }],
        }),
      ),
    )
    expect(outcomes.map(codeOf).sort()).toEqual([...Array(3).fill('booking.hours_changed'), 'done'])
  }
})

test('every promise of the database holds after all that', async () => {
  expect(await world.findBrokenInvariants()).toEqual([])
})
