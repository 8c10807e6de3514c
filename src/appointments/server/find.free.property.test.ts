import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import type { SlotTrade } from '#/booking/trades.ts'
import { DAY, HOUR } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { addDays, clockOf, dayOf, daysFrom, WEEKDAYS } from '#/kernel/time.ts'
import { makeStylist } from '#/styling/server/styling.factory.ts'
import { makeTrainer } from '#/training/server/training.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db, clock } = world
const asha = await world.signUp('asha')

const trades = ['veterinary', 'training', 'styling'] as const
const tables = {
  veterinary: 'veterinary_doctors',
  training: 'pet_trainers',
  styling: 'pet_stylists',
} as const

const span = fc
  .tuple(fc.nat(47), fc.integer({ min: 1, max: 8 }))
  .map(([start, length]) => ({ start: clockOf(start * 30), end: clockOf(Math.min(start + length, 48) * 30) }))
const provider = fc.record({
  trade: fc.constantFrom(...trades),
  timeZone: fc.constantFrom('Asia/Kolkata', 'America/New_York', 'Pacific/Auckland'),
  notice: fc.constantFrom(0, 60, 2_880),
  buffer: fc.constantFrom(0, 30),
  hours: fc.array(
    fc.record({
      days: fc.subarray([...WEEKDAYS], { minLength: 1, maxLength: 3 }),
      span,
      breaks: fc.array(span, { maxLength: 1 }),
    }),
    { maxLength: 2 },
  ),
  holidays: fc.array(fc.tuple(fc.nat(12), fc.nat(6)), { maxLength: 1 }),
  /** Start in hours from now, and length. */
  holds: fc.array(fc.tuple(fc.nat(14 * 24), fc.integer({ min: 1, max: 30 })), { maxLength: 3 }),
  hasExpiredHold: fc.boolean(),
  hasBlocked: fc.boolean(),
})
type Input = typeof provider extends fc.Arbitrary<infer Value> ? Value : never

async function add(
  { trade, ...input }: Input,
  index: number,
): Promise<{ trade: SlotTrade; providerId: string }> {
  const userId = newId<'user'>()
  await db
    .insertInto('users')
    .values({ id: userId, name: 'Many', email: `${userId}@example.org` })
    .execute()
  const today = dayOf(clock.now, 'UTC')
  const common = {
    userId,
    fullName: `Provider ${index}`,
    holidays: input.holidays.map(([from, length]) => ({
      start: addDays(today, from),
      end: addDays(today, from + length),
    })),
  }
  const hours = input.hours.map(({ days, span: { start, end }, breaks }) => ({ days, start, end, breaks }))
  const make = {
    veterinary: () => makeVet(db, { ...common, hours }),
    training: () => makeTrainer(db, { ...common, hours }),
    styling: () => makeStylist(db, { ...common, hours }),
  }
  const providerId = await make[trade]()
  await db
    .updateTable(tables[trade])
    .set({
      time_zone: input.timeZone,
      minimum_notice_minutes: input.notice,
      buffer_minutes: input.buffer,
    })
    .where('id', '=', providerId)
    .execute()
  let from = clock.now.getTime()
  for (const [wait, length] of input.holds) {
    const startsAt = new Date(from + wait * HOUR)
    from = startsAt.getTime() + length * HOUR
    const during = sql<string>`tstzrange(${startsAt}, ${new Date(from)})`
    await db.insertInto('calendar_holds').values({ id: newId(), provider_user_id: userId, during }).execute()
  }
  if (input.hasExpiredHold) {
    const during = sql<string>`tstzrange(${new Date(from)}, ${new Date(from + 40 * DAY)})`
    await db
      .insertInto('calendar_holds')
      .values({ id: newId(), provider_user_id: userId, during, expires_at: clock.now })
      .execute()
  }
  if (input.hasBlocked)
    await db
      .insertInto('message_blocks')
      .values({
        blocker_id: userId,
        blocked_id: asha.userId,
        created_at: clock.now,
        blocked_name: 'Asha',
        pet_names: '[]',
      })
      .execute()
  return { trade, providerId }
}

const find = {
  veterinary: asha.call.veterinary.vets,
  training: asha.call.training.trainers,
  styling: asha.call.styling.stylists,
}
type Wish = { freeWithin?: number; freeOn?: string[] }

async function searched(trade: SlotTrade, wish: Wish): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await find[trade]({ ...wish, ...(cursor && { cursor }) })
    ids.push(...page.rows.map(({ id }) => id as string))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return ids.toSorted()
}

const wishes: fc.Arbitrary<Wish> = fc.oneof(
  fc.record({ freeWithin: fc.integer({ min: 1, max: 31 }) }),
  fc.record({
    freeOn: fc
      .uniqueArray(fc.integer({ min: -1, max: 32 }), { minLength: 1, maxLength: 4 })
      .map((days) => days.map((ahead) => addDays(dayOf(clock.now, 'UTC'), ahead))),
  }),
)

test('a search for free days finds exactly the providers whose booking dialog offers a slot on one of them', {
  timeout: 180_000,
}, async () => {
  let found = 0
  let left = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(provider, { minLength: 6, maxLength: 12 }),
      fc.array(wishes, { minLength: 3, maxLength: 3 }),
      async (inputs, wanted) => {
        for (const table of Object.values(tables)) await db.deleteFrom(table).execute()
        const providers = await Promise.all(inputs.map(add))
        const offered = await Promise.all(
          providers.map(async (one) => {
            const { timeZone, days } = await asha.call.booking.openDays(one)
            const free = days.filter(({ state }) => state === 'available').map(({ date }) => date)
            return { ...one, timeZone, free }
          }),
        )
        for (const wish of wanted)
          for (const trade of trades) {
            const expected = offered.filter(({ timeZone, free, ...one }) => {
              const days = wish.freeOn ?? daysFrom(dayOf(clock.now, timeZone), wish.freeWithin!)
              return one.trade === trade && days.some((day) => free.includes(day))
            })
            const ids = await searched(trade, wish)
            expect(ids).toEqual(expected.map(({ providerId }) => providerId).toSorted())
            found += ids.length
            left += offered.filter((one) => one.trade === trade).length - ids.length
          }
      },
    ),
    { numRuns: 25 },
  )
  expect(found).toBeGreaterThan(100)
  expect(left).toBeGreaterThan(100)
})

test('a search looks at 300 calendars at most, and its cursor leads on', async () => {
  await sql`
    with people as (
      insert into users (id, name, email)
      select gen_random_uuid(), n::text, 'busy-' || n || '@example.org' from generate_series(1, 420) n
      returning id, name::int as n
    )
    insert into veterinary_doctors (id, user_id, full_name, specialization, location, license_id, verification_status, facts_verified_at)
    select gen_random_uuid(), id, 'Busy', 'Surgery', 'Pune', n, 'verified', now() from people
  `.execute(db)
  // Only the last ones in the order work at all.
  const rows = await db
    .selectFrom('providers')
    .select('id')
    .where('full_name', '=', 'Busy')
    .orderBy('id')
    .execute()
  const last = rows.slice(-30).map(({ id }) => id)
  for (const id of last)
    await db
      .insertInto('veterinary_schedules')
      .values(
        WEEKDAYS.map((day) => ({
          id: newId(),
          veterinary_id: id,
          day_of_week: day,
          start_time: '09:00',
          end_time: '17:00',
        })),
      )
      .execute()
  const search = { q: 'busy', freeWithin: 7 }
  const first = await asha.call.veterinary.vets(search)
  expect(first).toMatchObject({ rows: [], nextCursor: expect.any(String) })
  const second = await asha.call.veterinary.vets({ ...search, cursor: first.nextCursor! })
  const third = await asha.call.veterinary.vets({ ...search, cursor: second.nextCursor! })
  expect([second.rows.length, third.rows.length, third.nextCursor]).toEqual([20, 10, null])
  expect([...second.rows, ...third.rows].map(({ id }) => id)).toEqual(last)
})
