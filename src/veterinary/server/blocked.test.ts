import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { makeVet } from './factory.ts'

const world = await openWorld()
const { db } = world
const [asha, ravi, meera] = await Promise.all(['asha', 'ravi', 'meera'].map((name) => world.signUp(name)))
const vetId = await makeVet(db, { userId: meera!.userId, fullName: 'Meera Iyer' })
const slot = (startTime: string, endTime: string) => ({ date: '2026-11-05', startTime, endTime })
const notASlot = { code: 'booking.not_a_slot', status: 422 }
const deliver = async () => {
  while ((await world.app.jobs.deliverEvents(world.clock.now)) > 0);
}
const bellOf = async (person: Person) =>
  (await person.call.notifications.list({})).rows.map(({ message }) => message).join('\n')
await db.updateTable('users').set({ email_verified: true }).execute()
const known = await asha!.call.veterinary.book({ vetId, slot: slot('10:00', '10:30') })
const waited = { trade: 'veterinary' as const, providerId: vetId }
await meera!.call.messaging.block({ bookingId: known.id, isBlocked: true })

test('M2: to a blocked owner a vet’s days are full, and to others as they were', async () => {
  const seen = async ({ call }: Person) => (await call.veterinary.openDays({ id: vetId })).days
  const [toBlocked, toOthers] = [await seen(asha!), await seen(ravi!)]
  expect(new Set(toOthers.map(({ state }) => state))).toEqual(new Set(['available', 'closed']))
  expect(toBlocked).toEqual(
    toOthers.map((day) => (day.state === 'available' ? { ...day, state: 'full' } : day)),
  )
  const at = { id: vetId, date: '2026-11-05' }
  expect(await asha!.call.veterinary.slots(at)).toMatchObject({ slots: [], reason: 'booked' })
  expect((await ravi!.call.veterinary.slots(at)).slots).toHaveLength(15)
})

test('M2: a blocked owner cannot book, move what is booked, or wait, and nothing they write arrives', async () => {
  const reason = 'I know where your clinic is'
  await expect(
    asha!.call.veterinary.book({ vetId, slot: slot('11:00', '11:30'), reason }),
  ).rejects.toMatchObject(notASlot)
  await expect(
    asha!.call.veterinary.reschedule({ id: known.id, slot: slot('11:00', '11:30') }),
  ).rejects.toMatchObject(notASlot)
  await expect(asha!.call.booking.wait({ ...waited, day: '2026-11-05' })).rejects.toMatchObject(notASlot)
  await deliver()
  expect(await bellOf(meera!)).not.toContain(reason)
})

test('M2: what was booked before can be cancelled, and the vet is spared the reason', async () => {
  const reason = 'Zquxcancel'
  await asha!.call.veterinary.cancel({ id: known.id, reason })
  await deliver()
  expect(await bellOf(meera!)).toMatch(/asha cancelled/)
  expect(await bellOf(meera!)).not.toContain(reason)
  const toMeera = await sql<{ text: string }>`
    select data -> 'data' ->> 'text' as text from jobs.job
     where name = 'mail' and data -> 'data' ->> 'to' = ${meera!.email}`.execute(db)
  expect(toMeera.rows.length).toBeGreaterThan(1)
  expect(toMeera.rows.map(({ text }) => text).join()).not.toContain(reason)
  // They said it themself.
  expect(await bellOf(asha!)).toContain(reason)
})

test('M2: who waited for a day before is not told of it while they are blocked', async () => {
  await meera!.call.messaging.block({ bookingId: known.id, isBlocked: false })
  const full = await makeVet(db, {
    ...{ userId: ravi!.userId, fullName: 'Ravi Rao' },
    hours: [{ start: '10:00', end: '10:30' }],
  })
  const nila = await world.signUp('nila')
  await db.updateTable('users').set({ email_verified: true }).execute()
  const taken = await nila.call.veterinary.book({ vetId: full, slot: slot('10:00', '10:30') })
  const wait = { trade: 'veterinary' as const, providerId: full, day: '2026-11-05' }
  await asha!.call.booking.wait(wait)
  await db
    .insertInto('message_blocks')
    .values({ blocker_id: ravi!.userId, blocked_id: asha!.userId, created_at: world.clock.now })
    .execute()
  await nila.call.veterinary.cancel({ id: taken.id })
  await deliver()
  expect(await bellOf(asha!)).not.toContain('free time')
  await db.deleteFrom('message_blocks').execute()
  const again = await nila.call.veterinary.book({ vetId: full, slot: slot('10:00', '10:30') })
  await nila.call.veterinary.cancel({ id: again.id })
  await deliver()
  expect(await bellOf(asha!)).toContain('free time')
})
