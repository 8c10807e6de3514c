import { beforeEach, expect, test } from 'vitest'
import type { Person } from '#/app/testing/people.ts'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { stripeSettings } from '#/payments/server/gateway-peers.factory.ts'
import { openStripePeer } from '#/payments/server/stripe.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeSitter } from './sitter.factory.ts'

// A gateway that charges nothing automatically: owners pay by hand after the sitter has accepted.

const stripe = await openStripePeer(() => world.clock.now)
const world = await openWorld({ ...stripeSettings(stripe.url), STRIPE_RECURRING: 'off' })
const { db } = world
const asha = await world.signUp('asha')
const om = await world.signUp('om')
const omId = await makeSitter(db, { userId: om.userId, fullName: 'Om Prakash', noticeMinutes: 0 })
const bruno = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })

beforeEach(() => {
  world.clock.now = mondayMorning
})

const minutesLater = (minutes: number) => new Date(mondayMorning.getTime() + minutes * 60_000)

async function settled(at: Date) {
  world.clock.now = at
  for (let delivered = 1; delivered > 0; ) delivered = await world.app.jobs.deliverEvents(at)
}

/** Asks for day care and returns the appointment, accepted this many minutes later. */
async function dayCare(
  { startDate, startTime, endTime }: { startDate: string; startTime: string; endTime: string },
  acceptedAfter: number,
) {
  const { requests } = await asha.call.sitting.request({
    service: 'day-care',
    startDate,
    endDate: null,
    startTime,
    endTime,
    sitters: [{ id: omId }],
    petIds: [bruno.id],
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
    getsAlong: true,
    disclaimerAccepted: true,
  })
  await settled(minutesLater(acceptedAfter))
  const { id } = requests[0]!
  await om.call.appointments.accept({ id })
  await settled(world.clock.now)
  return id
}

const lastTo = async (person: Person) => (await person.call.notifications.list({})).rows[0]!.message

test('the confirmation of an appointment that must be paid by hand names the amount and the deadline', async () => {
  await dayCare({ startDate: '2026-11-03', startTime: '05:00', endTime: '08:00' }, 120)
  expect(await lastTo(asha)).toBe(
    'Om Prakash expects you with Bruno on Tue, 3 Nov 2026, 05:00. Pay ₹600.00 by Mon, 2 Nov 2026, 13:00; otherwise the appointment expires.',
  )
  expect(await lastTo(om)).not.toContain('pay')
  expect(await world.findBrokenInvariants()).toEqual([])
})

const today = { startDate: '2026-11-02', startTime: '10:00', endTime: '11:00' }
const sweep = async (name: string, at: Date) => {
  await world.app.jobs.runSweep(name, at)
  await settled(at)
}
const stateOf = (id: string) =>
  db
    .selectFrom('appointments as a')
    .innerJoin('payments as p', 'p.appointment_id', 'a.id')
    .select(['a.status', 'p.pay_by', 'p.closed_at'])
    .where('a.id', '=', id)
    .executeTakeFirstOrThrow()

test('an appointment that isn’t paid is neither completed nor a no-show, and expires', async () => {
  const id = await dayCare(today, 25)
  expect(await stateOf(id)).toMatchObject({ pay_by: minutesLater(60) })
  world.clock.now = minutesLater(76)
  for (const move of ['complete', 'reportNoShow'] as const)
    await expect(om.call.appointments[move]({ id })).rejects.toMatchObject({
      code: 'appointments.move_not_allowed',
    })
  await sweep('complete-ended-appointments', minutesLater(121))
  expect(await stateOf(id)).toMatchObject({ status: 'confirmed' })
  await sweep('payments-end-times-to-pay', minutesLater(122))
  expect(await stateOf(id)).toMatchObject({ status: 'expired', closed_at: minutesLater(122) })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('the payment of an appointment that was completed unpaid is closed once its time is over', async () => {
  const id = await dayCare({ ...today, startTime: '11:00', endTime: '12:00' }, 25)
  world.clock.now = minutesLater(136)
  await asha.call.appointments.reportAbsence({ id })
  await om.call.appointments.denyAbsence({ id })
  await sweep('payments-end-times-to-pay', minutesLater(160))
  expect(await stateOf(id)).toMatchObject({ status: 'completed', closed_at: minutesLater(160) })
  expect(await world.findBrokenInvariants()).toEqual([])
})
