import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { clientAt } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { makeOffer } from '#/packages/server/packages.factory.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeSitter } from '#/sitting/server/sitter.factory.ts'
import { makeStylist } from '#/styling/server/styling.factory.ts'
import { makeTrainer } from '#/training/server/training.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

// One person is a vet, a trainer, a stylist and a sitter; two owners and an admin act in any order.
const world = await openWorld()
const { db } = world
const { jobs } = world.app
const { bank } = await world.sandbox()
const desk = await openDesk(world, 'nadia')
const start = world.clock.now
const owners = [await world.signUp('asha'), await world.signUp('ravi')] as const
let meera = await world.signUp('meera')
await db.updateTable('users').set({ email_verified: true }).execute()
const person = { userId: meera.userId, fullName: 'Meera Iyer' }
const vetId = await makeVet(db, { ...person, teleconsultation: true })
const trainerId = await makeTrainer(db, { ...person, offersOnline: true })
const stylistId = await makeStylist(db, {
  ...person,
  hours: [{ start: '09:00', end: '17:00', slotMinutes: 60 }],
})
const sitterId = await makeSitter(db, person)
const offerId = await makeOffer(db, { trainerId, sessions: 50, price: 2_000_000 })
await untilMeeraActs()
const pets = await Promise.all(owners.map(({ ownerId }) => makePet(db, { ownerId, name: 'Bruno' })))
const cards = await Promise.all(owners.map((owner) => saveCard(world, owner)))
const packages = await Promise.all(
  owners.map(async (owner) => {
    const offer = { offerId, price: 2_000_000, singlePrice: 80_000, version: 1 }
    const bought = await owner.call.packages.buy(offer)
    await pay(world, owner, bought.paymentId)
    return bought.id
  }),
)
await settle()

/** Waits until the server knows all records that Meera acts with. */
async function untilMeeraActs() {
  await vi.waitUntil(
    async () => Object.keys((await meera.call.accounts.me()).user?.records ?? {}).length === 5,
  )
}

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
  'session of a package': (by: number, half: number) =>
    owners[by]!.call.training.book({
      trainerId,
      slot: slotOf(half, 2),
      sessionType: 'Puppy Training' as const,
      packageId: packages[by]!,
    }),
  async 'day at a sitter’s'(by: number, half: number) {
    const { requests } = await owners[by]!.call.sitting.request({
      service: 'day-care',
      startDate: date,
      endDate: null,
      startTime: clock(half),
      endTime: clock(half + 2),
      sitters: [{ id: sitterId }],
      petIds: [pets[by]!.id],
      getsAlong: true,
      emergencyName: 'Kavya Verma',
      emergencyPhone: '+919810012345',
      disclaimerAccepted: true,
      paymentMethodId: cards[by]!,
    })
    return requests[0]!
  },
  styling: (by: number, half: number) =>
    owners[by]!.call.styling.book({
      stylistId,
      slot: slotOf(half - (half % 2), 2),
      pets: [{ petId: pets[by]!.id, service: 'Full Grooming' }],
    }),
}

async function answerProposal(
  { id, by }: { id: string; by: number },
  how: 'takeProposal' | 'refuseProposal',
) {
  const proposal = await db
    .selectFrom('appointment_proposals')
    .select('id')
    .where('appointment_id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  if (!proposal) return false
  await owners[by]!.call.appointments[how]({ id, proposalId: proposal.id })
}

type Kind = keyof typeof booking
type Known = { id: string; by: number; kind: Kind }

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
  'propose another time': ({ id, kind }: Known, half: number) =>
    meera.call.appointments.propose({
      id,
      slot: slotOf(half, kind === 'visit' || kind === 'teleconsultation' ? 1 : 2),
    }),
  'withdraw the proposal': ({ id }: Known) => meera.call.appointments.withdrawProposal({ id }),
  'take the proposed time': (known: Known) => answerProposal(known, 'takeProposal'),
  'keep the booked time': (known: Known) => answerProposal(known, 'refuseProposal'),
  complete: ({ id }: Known) => meera.call.appointments.complete({ id }),
  'report a no-show': ({ id }: Known) => meera.call.appointments.reportNoShow({ id }),
  'report an absence': ({ id, by }: Known) => owners[by]!.call.appointments.reportAbsence({ id }),
  'contest a no-show': ({ id, by }: Known) => owners[by]!.call.appointments.contestNoShow({ id }),
  'deny the absence': ({ id }: Known) => meera.call.appointments.denyAbsence({ id }),
  'concede the absence': ({ id }: Known) => meera.call.appointments.concedeAbsence({ id }),
  async pay({ id, by }: Known) {
    const payment = await db
      .selectFrom('payments')
      .select('id')
      .where('appointment_id', '=', id)
      .executeTakeFirst()
    if (!payment) return false
    await pay(world, owners[by]!, payment.id)
  },
  async 'take a refund while the provider is suspended'({ id, by }: Known) {
    await desk.call.suspend({ id: meera.userId, reason: 'Reported' })
    try {
      await owners[by]!.call.appointments.takeRefund({ id })
    } finally {
      await desk.call.liftSuspension({ id: meera.userId })
      await logInAgain()
    }
  },
  async correct({ id }: Known) {
    const { correctTo } = await desk.call.appointment({ reference: id })
    if (!correctTo) return false
    await desk.call.correctAppointment({ id, to: correctTo, note: 'They sent a photo' })
  },
} satisfies Record<string, (target: Known, half: number) => Promise<unknown>>
type Move = keyof typeof moves

/** A suspension ends all logins. */
async function logInAgain() {
  const answer = await fetch(`${world.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.url },
    body: JSON.stringify({ email: meera.email, password: 'meera-password' }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  meera = { ...meera, cookie, call: clientAt(world.url, { cookie }) }
  await untilMeeraActs()
}

const sweeps = [
  'payments-charge-due',
  'payments-end-times-to-pay',
  'payments-reconcile',
  'expire-unanswered-appointments',
  'complete-ended-appointments',
  'give-up-absent-appointments',
  'lapse-proposals',
]

async function settle() {
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await jobs.deliverEvents(world.clock.now)
  }
}

/** Returns undefined for a refusal, but throws a fault. */
async function refusable<Result>(call: Promise<Result>): Promise<Result | undefined> {
  return call.catch((error: { status?: number }) => {
    if (!error.status || error.status >= 500) throw error
    return undefined
  })
}

type Step =
  | { kind: Kind; by: number; half: number }
  | { move: Move; which: number; half: number }
  | { hours: number }

const half = fc.integer({ min: 0, max: 7 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(...(Object.keys(booking) as Kind[])),
      by: fc.nat(1),
      half,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      move: fc.constantFrom(...(Object.keys(moves) as Move[])),
      which: fc.nat(9),
      half,
    }),
  },
  { weight: 2, arbitrary: fc.record({ hours: fc.constantFrom(0, 1, 4, 24) }) },
)

const books = (kind: Kind, half: number): Step => ({ kind, by: 0, half })
const moved = (which: number, ...names: Move[]): Step[] => names.map((move) => ({ move, which, half: 0 }))
const later = (hours: number): Step => ({ hours })

/** Every booking and every move succeeds in these. */
const beforehand: Step[] = [
  books('session', 0),
  ...moved(0, 'cancel as owner'),
  books('visit', 0),
  ...moved(1, 'accept', 'cancel as provider'),
  books('visit', 0),
  ...moved(2, 'decline'),
  books('visit', 0),
  ...moved(3, 'take a refund while the provider is suspended'),
  books('teleconsultation', 0),
  ...moved(4, 'pay'),
  { move: 'reschedule', which: 4, half: 1 },
  ...(['withdraw the proposal', 'keep the booked time', 'take the proposed time'] as const).flatMap((end) => [
    { move: 'propose another time' as const, which: 4, half: 3 },
    ...moved(4, end),
  ]),
]
const onTheDay: Step[] = [
  books('day at a sitter’s', 0),
  ...moved(0, 'accept', 'pay'),
  books('online session', 0),
  books('session of a package', 2),
  books('styling', 4),
  later(24),
  later(24),
  ...moved(0, 'complete'),
  later(4),
  ...moved(0, 'report an absence', 'deny the absence'),
  ...moved(2, 'report a no-show', 'contest a no-show', 'concede the absence'),
  ...moved(3, 'report a no-show', 'correct'),
]

test('random actions of owners, a provider of four trades and an admin keep every invariant of time and money', async () => {
  const succeeded = new Set<Kind | Move>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      world.clock.now = start
      const known: Known[] = []
      for (const one of steps) {
        if ('kind' in one) {
          const booked = await refusable<{ id: string }>(booking[one.kind](one.by, one.half))
          if (!booked) continue
          succeeded.add(one.kind)
          known.push({ id: booked.id, by: one.by, kind: one.kind })
        } else if ('move' in one) {
          const target = known[one.which % Math.max(1, known.length)]
          const isMade =
            target && (await refusable(moves[one.move](target, one.half).then((result) => result !== false)))
          if (isMade) succeeded.add(one.move)
        } else {
          world.clock.now = new Date(world.clock.now.getTime() + one.hours * HOUR)
          for (const name of sweeps) await jobs.runSweep(name, world.clock.now)
          await settle()
        }
      }
      expect(await world.findBrokenInvariants()).toEqual([])
      world.clock.now = start
      for (const { id, by } of known) await refusable(owners[by]!.call.appointments.cancel({ id }))
      await settle()
      expect(await world.findBrokenInvariants()).toEqual([])
    }),
    { numRuns: 10, endOnFailure: true, includeErrorInReport: true, examples: [[beforehand], [onTheDay]] },
  )
  const all = [...Object.keys(booking), ...Object.keys(moves)] as (Kind | Move)[]
  expect(all.filter((name) => !succeeded.has(name))).toEqual([])
}, 240_000)
