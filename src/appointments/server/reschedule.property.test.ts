import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { addDays, clockOf, dayOf } from '#/kernel/time.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeStyling, makeStylist } from '#/styling/server/styling.factory.ts'
import { makeSession, makeTrainer } from '#/training/server/training.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const asha = await world.signUp('asha')
const { id: petId } = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
const day = '2026-11-05'
const at = (minutes: number) => new Date(Date.parse(`${day}T00:00:00+05:30`) + minutes * MINUTE)

const tables = {
  veterinary: 'veterinary_doctors',
  training: 'pet_trainers',
  styling: 'pet_stylists',
} as const
const opens = 9 * 60

const lives = fc.record({
  trade: fc.constantFrom('veterinary', 'training', 'training', 'styling'),
  buffer: fc.constantFrom(0, 0, 15, 45),
  /** Working half hours, from nine on. */
  worked: fc.integer({ min: 2, max: 14 }),
  ownStart: fc.nat(11),
  /** In half hours; only for trainers' sessions. */
  length: fc.integer({ min: 1, max: 4 }),
  slotMinutes: fc.constantFrom(30, 45, 60),
  pause: fc.option(fc.nat(10)),
  /** Other bookings: the first quarter hour and the number of them. */
  busy: fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 4 })), { maxLength: 3 }),
  isBlocked: fc.boolean(),
})
/** A free day, so that some times are offered whatever the others are. */
const freeDay = {
  trade: 'training' as const,
  buffer: 0 as const,
  worked: 14,
  ownStart: 4,
  length: 2,
  slotMinutes: 30 as const,
  pause: null,
  busy: [],
  isBlocked: false,
}
type Life = typeof lives extends fc.Arbitrary<infer Value> ? Value : never

async function start(life: Life) {
  const { trade, slotMinutes } = life
  const userId = newId<'user'>()
  await db
    .insertInto('users')
    .values({ id: userId, name: 'Om', email: `${userId}@example.org` })
    .execute()
  const pause = life.pause ?? null
  const hours = {
    start: clockOf(opens),
    end: clockOf(opens + life.worked * 30),
    slotMinutes,
    breaks:
      pause === null ? [] : [{ start: clockOf(opens + pause * 30), end: clockOf(opens + pause * 30 + 30) }],
  }
  const fits = pause === null || pause < life.worked
  const common = { userId, fullName: 'Om Prakash', hours: [fits ? hours : { ...hours, breaks: [] }] }
  const minutes = trade === 'training' ? life.length * 30 : slotMinutes
  const own = { ownerId: asha.ownerId, startsAt: at(opens + life.ownStart * 30), minutes }
  const confirmed = { ...own, status: 'confirmed' as const }
  const [providerId, id] = await {
    async veterinary() {
      const vetId = await makeVet(db, common)
      return [vetId, await makeAppointment(db, { ...confirmed, vetId })] as const
    },
    async training() {
      const trainerId = await makeTrainer(db, common)
      return [trainerId, await makeSession(db, { ...confirmed, trainerId })] as const
    },
    async styling() {
      const stylistId = await makeStylist(db, common)
      return [stylistId, await makeStyling(db, { ...confirmed, stylistId, pets: [{ petId }] })] as const
    },
  }[trade]()
  await db
    .updateTable(tables[trade])
    .set({ buffer_minutes: life.buffer })
    .where('id', '=', providerId)
    .execute()
  for (const [from, length] of life.busy) {
    const during = sql<string>`tstzrange(${at(opens + from * 15)}, ${at(opens + (from + length) * 15)})`
    await sql`
      insert into calendar_holds (id, provider_user_id, during)
      select ${newId()}, ${userId}, ${during}
      where not exists (select from calendar_holds where provider_user_id = ${userId} and during && ${during})
    `.execute(db)
  }
  if (life.isBlocked)
    await db
      .insertInto('message_blocks')
      .values({
        blocker_id: userId,
        blocked_id: asha.userId,
        created_at: world.clock.now,
        blocked_name: 'Asha',
        pet_names: '[]',
      })
      .execute()
  return { trade, providerId, id, own }
}

/** Moves an appointment back, so that the next choice starts from the same time. */
async function putBack({ id, own }: Awaited<ReturnType<typeof start>>) {
  const endsAt = new Date(own.startsAt.getTime() + own.minutes * MINUTE)
  await sql`
    with held as (
      update calendar_holds set during = tstzrange(${own.startsAt}, ${endsAt}) where appointment_id = ${id}
    )
    update appointments
    set starts_at = ${own.startsAt}, ends_at = ${endsAt}, reschedules = 0, first_starts_at = null where id = ${id}
  `.execute(db)
}

test('the times offered to an appointment are exactly those that it can be moved to, in every trade', async () => {
  let offeredInAll = 0
  let overlappingItself = 0
  await fc.assert(
    fc.asyncProperty(lives, async (life) => {
      const booked = await start(life)
      const { trade, providerId, id, own } = booked
      const target = { trade, providerId, moving: id }
      const { slots, reason } = await asha.call.booking.slots({ ...target, date: day })
      const offered = slots.map(({ startTime, endTime }) => `${startTime}-${endTime}`)
      expect(reason === null).toBe(offered.length > 0)

      const accepted: string[] = []
      for (let from = opens - 15; from + own.minutes <= opens + 16 * 30; from += 15) {
        const choice = { startTime: clockOf(from), endTime: clockOf(from + own.minutes) }
        if (at(from).getTime() === own.startsAt.getTime()) continue
        const moved = await asha.call.appointments
          .reschedule({ id, slot: { date: day, ...choice } })
          .catch((error: { code?: string }) => {
            if (!error.code?.startsWith('booking.')) throw error
          })
        if (!moved) continue
        accepted.push(`${choice.startTime}-${choice.endTime}`)
        await putBack(booked)
      }
      expect(offered).toEqual(accepted)

      const { days } = await asha.call.booking.openDays(target)
      for (const date of [day, addDays(day, 1), dayOf(world.clock.now, 'Asia/Kolkata')]) {
        const found = await asha.call.booking.slots({ ...target, date })
        expect(days.find((one) => one.date === date)?.state === 'available').toBe(found.slots.length > 0)
      }
      offeredInAll += offered.length
      overlappingItself += slots.filter(
        ({ startsAt }) => Math.abs(startsAt.getTime() - own.startsAt.getTime()) < own.minutes * MINUTE,
      ).length
    }),
    { numRuns: 40, endOnFailure: true, includeErrorInReport: true, examples: [[freeDay]] },
  )
  expect(offeredInAll).toBeGreaterThan(0)
  expect(overlappingItself).toBeGreaterThan(0)
}, 240_000)
