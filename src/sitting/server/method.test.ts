import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { formatMoney } from '#/kernel/money.ts'
import { makeMethod } from '#/payments/server/factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeSitter } from './sitter.factory.ts'

/** The saved method of a request, which may be gone when its appointments are made. */
const world = await openWorld({ DATABASE_POOL: '20' })
const { db, clock } = world
const asha = await world.signUp('asha')
const om = await world.signUp('om')
const omId = await makeSitter(db, { userId: om.userId, fullName: 'Om Prakash' })
const bruno = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })

type Asked = Parameters<typeof asha.call.sitting.request>[0]

async function ask(paymentMethodId: string, rest: Partial<Asked>): Promise<string> {
  const { requests } = await asha.call.sitting.request({
    service: 'day-care',
    startDate: '2026-11-03',
    endDate: null,
    sitters: [{ id: omId }],
    petIds: [bruno.id],
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
    getsAlong: true,
    disclaimerAccepted: true,
    paymentMethodId,
    ...rest,
  })
  return requests[0]!.id
}

/** Returns the days of the request that an appointment belongs to, each with the method that will be charged. */
async function methodsByDay(appointmentId: string) {
  const rows = await db
    .selectFrom('sitting_details as d')
    .innerJoin('sitting_details as asked', 'asked.request_id', 'd.request_id')
    .leftJoin('payments as p', 'p.appointment_id', 'd.appointment_id')
    .leftJoin('charges as c', 'c.payment_id', 'p.id')
    .select(['d.day', 'c.payment_method_id'])
    .where('asked.appointment_id', '=', appointmentId)
    .orderBy('d.day')
    .execute()
  return Object.fromEntries(rows.map(({ day, payment_method_id }) => [day, payment_method_id]))
}

test('new visits of a repeat are charged to the method that replaced the removed one', async () => {
  clock.now = mondayMorning
  const first = await makeMethod(db, asha.userId)
  const second = await makeMethod(db, asha.userId, { isDefault: false })
  const id = await ask(first, {
    schedule: 'repeat-weekly',
    daysOfWeek: ['wednesday'],
    startDate: '2026-11-04',
  })
  await om.call.appointments.accept({ id })
  expect(await methodsByDay(id)).toMatchObject({ '2026-11-25': first })
  await asha.call.payments.removeMethod({ id: first, replaceWith: second })
  await world.app.jobs.deliverEvents(clock.now)
  clock.now = new Date('2026-11-05T04:00:00Z')
  await world.app.jobs.runSweep('extend-sitting-repeats', clock.now)
  expect(await methodsByDay(id)).toMatchObject({ '2026-11-25': second, '2026-12-02': second })
})

test('a method that was removed before the sitter accepts isn’t charged, and the owner is asked to pay', async () => {
  clock.now = mondayMorning
  const method = await makeMethod(db, asha.userId, { isDefault: false })
  const id = await ask(method, { startDate: '2026-11-10' })
  await asha.call.payments.removeMethod({ id: method })
  await om.call.appointments.accept({ id })
  expect(await methodsByDay(id)).toEqual({ '2026-11-10': null })
  const { rows } = await asha.call.appointments.appointments({ tab: 'upcoming' })
  const { payment, startsAt } = rows.find((one) => one.id === id)!
  const payBy = new Date(startsAt.getTime() - 23 * HOUR)
  expect(payment).toMatchObject({ chargeAt: null, payBy })
  const told = async () => {
    await world.app.jobs.deliverEvents(clock.now)
    return (await asha.call.notifications.list({})).rows[0]!.message
  }
  const money = formatMoney(payment!.amount)
  expect(await told()).toMatch(new RegExp(`Pay ${money} by .*; otherwise the appointment expires\\.$`))
  clock.now = new Date(startsAt.getTime() - 47 * HOUR)
  await world.app.jobs.runSweep('remind-of-appointments', clock.now)
  expect(await told()).toContain(`Please pay ${money} by `)
})

test('a method can’t be removed while a sitter accepts and a charge is opened with it', async () => {
  clock.now = mondayMorning
  const method = await makeMethod(db, asha.userId, { isDefault: false })
  const id = await ask(method, { startDate: '2026-11-16' })
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
    return rows.length
  }
  let isRemoved = false
  const { accepted, removed } = await db.transaction().execute(async (other) => {
    // The acceptance has read the method, and waits here before it opens the charge.
    await sql`lock table charges in share mode`.execute(other)
    const accepts = om.call.appointments.accept({ id })
    await vi.waitUntil(async () => (await waiting()) === 1)
    const removes = Promise.allSettled([asha.call.payments.removeMethod({ id: method })]).finally(() => {
      isRemoved = true
    })
    await vi.waitUntil(async () => isRemoved || (await waiting()) === 2)
    return { accepted: accepts, removed: removes }
  })
  await accepted
  expect(await removed).toMatchObject([{ reason: { code: 'payments.method_in_use' } }])
  expect(await methodsByDay(id)).toEqual({ '2026-11-16': method })
  expect(await world.findBrokenInvariants()).toEqual([])
})
