import { beforeEach, expect, test } from 'vitest'
import type { Person } from '#/app/testing/people.ts'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { findBrokenInvariants } from '#/kernel/server/invariants.ts'
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
const omId = await makeSitter(db, { userId: om.userId, fullName: 'Om Prakash' })
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

test('a confirmation that has to be paid by hand names the amount and the deadline', async () => {
  await dayCare({ startDate: '2026-11-03', startTime: '05:00', endTime: '08:00' }, 120)
  expect(await lastTo(asha)).toBe(
    'Om Prakash expects you with Bruno on Tue, 3 Nov 2026, 05:00. Pay ₹600.00 by Mon, 2 Nov 2026, 13:00; otherwise the appointment expires.',
  )
  expect(await lastTo(om)).not.toContain('pay')
  expect(await findBrokenInvariants(world.databaseUrl)).toEqual([])
})
