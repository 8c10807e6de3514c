import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { findBrokenInvariants } from '#/kernel/server/invariants.ts'
import { browserOf, saveCard } from '#/payments/server/payer.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeStylist } from '#/styling/server/styling.factory.ts'
import { makeTrainer } from '#/training/server/training.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

// One person is a vet, a trainer and a stylist, and two owners act in any order.
const world = await openWorld()
const { db } = world
const { jobs } = world.app
const { bank } = await world.sandbox()
const start = world.clock.now
const hour = 3_600_000
const owners = [await world.signUp('asha'), await world.signUp('ravi')] as const
const meera = await world.signUp('meera')
await db.updateTable('users').set({ email_verified: true }).execute()
const person = { userId: meera.userId, fullName: 'Meera Iyer' }
const vetId = await makeVet(db, { ...person, teleconsultation: true })
const trainerId = await makeTrainer(db, { ...person, offersOnline: true })
const stylistId = await makeStylist(db, {
  ...person,
  hours: [{ start: '09:00', end: '17:00', slotMinutes: 60 }],
})
await vi.waitUntil(async () => Object.keys((await meera.call.accounts.me()).user?.records ?? {}).length === 4)
const pets = await Promise.all(owners.map(({ ownerId }) => makePet(db, { ownerId, name: 'Bruno' })))
const cards = await Promise.all(owners.map((owner) => saveCard(world, owner)))

const date = '2026-11-04'
const clock = (half: number) =>
  `${String(9 + Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`
const slotOf = (half: number, length = 1) => ({ date, startTime: clock(half), endTime: clock(half + length) })
const onlineBy = (by: number) => ({
  contactMethod: 'zoom' as const,
  contactLink: 'https://zoom.us/j/1',
  disclaimerAccepted: true as const,
  paymentMethodId: cards[by]!,
})

const booking = {
  visit: (by: number, half: number) =>
    owners[by]!.call.veterinary.book({ vetId, slot: slotOf(half), petId: pets[by]!.id }),
  teleconsultation: (by: number, half: number) =>
    owners[by]!.call.veterinary.book({
      vetId,
      slot: slotOf(half),
      appointmentType: 'teleconsultation' as const,
      ...onlineBy(by),
    }),
  session: (by: number, half: number) =>
    owners[by]!.call.training.book({ trainerId, slot: slotOf(half, 2), sessionType: 'Puppy Training' }),
  'online session': (by: number, half: number) =>
    owners[by]!.call.training.book({
      trainerId,
      slot: slotOf(half, 2),
      sessionType: 'Puppy Training' as const,
      appointmentType: 'online_training' as const,
      ...onlineBy(by),
    }),
  styling: (by: number, half: number) =>
    owners[by]!.call.styling.book({
      stylistId,
      slot: slotOf(half - (half % 2), 2),
      pets: [{ petId: pets[by]!.id, service: 'Full Grooming' }],
    }),
}

type Known = { id: string; by: number; paymentId: string | null; kind: keyof typeof booking }

const moves = {
  accept: ({ id }: Known) => meera.call.appointments.accept({ id }),
  decline: ({ id }: Known) => meera.call.appointments.decline({ id, reason: 'Away' }),
  'cancel as owner': ({ id, by }: Known) => owners[by]!.call.appointments.cancel({ id }),
  'cancel as provider': ({ id }: Known) => meera.call.appointments.cancel({ id }),
  reschedule: ({ id, by, kind }: Known, half: number) =>
    owners[by]!.call.appointments.reschedule({
      id,
      slot: slotOf(half, kind === 'visit' || kind === 'teleconsultation' ? 1 : 2),
    }),
  complete: ({ id }: Known) => meera.call.appointments.complete({ id }),
  'report a no-show': ({ id }: Known) => meera.call.appointments.reportNoShow({ id }),
  'report an absence': ({ id, by }: Known) => owners[by]!.call.appointments.reportAbsence({ id }),
  'contest a no-show': ({ id, by }: Known) => owners[by]!.call.appointments.contestNoShow({ id }),
  'deny the absence': ({ id }: Known) => meera.call.appointments.denyAbsence({ id }),
  'concede the absence': ({ id }: Known) => meera.call.appointments.concedeAbsence({ id }),
  async pay({ by, paymentId }: Known) {
    if (!paymentId) return
    const browser = browserOf(world.url, owners[by]!)
    const page = await browser.open((await owners[by]!.call.payments.pay({ id: paymentId })).goTo)
    await browser.open(await browser.send(page, { by: 'card', outcome: 'succeed' }))
  },
}

const sweeps = [
  'payments-charge-due',
  'payments-end-times-to-pay',
  'payments-reconcile',
  'expire-unanswered-appointments',
  'complete-ended-appointments',
  'give-up-absent-appointments',
]

async function settle() {
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await jobs.deliverEvents(world.clock.now)
  }
}

/** Accepts a refusal, but not a fault. */
async function refusable(call: Promise<unknown>): Promise<void> {
  await call.catch((error: { status?: number }) => {
    if (!error.status || error.status >= 500) throw error
  })
}

const half = fc.integer({ min: 0, max: 7 })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(...(Object.keys(booking) as (keyof typeof booking)[])),
      by: fc.nat(1),
      half,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      move: fc.constantFrom(...(Object.keys(moves) as (keyof typeof moves)[])),
      which: fc.nat(9),
      half,
    }),
  },
  { weight: 2, arbitrary: fc.record({ hours: fc.constantFrom(0, 1, 4, 24) }) },
)

test('random actions of owners and a provider of three trades keep every invariant of time and money', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      world.clock.now = start
      const known: Known[] = []
      for (const one of steps) {
        if ('kind' in one) {
          await refusable(
            booking[one.kind](one.by, one.half).then(({ id, payment }) =>
              known.push({ id, by: one.by, paymentId: payment?.id ?? null, kind: one.kind }),
            ),
          )
        } else if ('move' in one) {
          const target = known[one.which % Math.max(1, known.length)]
          if (target) await refusable(Promise.resolve(moves[one.move](target, one.half)))
        } else {
          world.clock.now = new Date(world.clock.now.getTime() + one.hours * hour)
          for (const name of sweeps) await jobs.runSweep(name, world.clock.now)
          await settle()
        }
      }
      expect(await findBrokenInvariants(world.databaseUrl)).toEqual([])
      world.clock.now = start
      for (const { id, by } of known) await refusable(owners[by]!.call.appointments.cancel({ id }))
      await settle()
      expect(await findBrokenInvariants(world.databaseUrl)).toEqual([])
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 240_000)
