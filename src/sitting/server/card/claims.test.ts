import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import type { CardEntry } from '#/sitting/card-contract.ts'
import { makeSitter } from '#/sitting/server/sitter.factory.ts'

// An owner says that nobody came; the sitter comes after that and leaves early. The table says who gets the money after
// the claims about both.

const world = await openWorld()
const { db, clock } = world
const { jobs } = world.app
const [asha, om] = [await world.signUp('asha'), await world.signUp('om')]
const card = await saveCard(world, asha)
const sitterId = await makeSitter(db, { userId: om.userId, fullName: 'Om Prakash' })
await vi.waitUntil(async () => (await om.call.accounts.me()).user?.records['pet_sitter'])
const { bank } = await world.sandbox()
const day = '2026-11-03'
const startsAt = new Date('2026-11-03T01:30:00Z')
const minute = 60_000

async function settled() {
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await jobs.deliverEvents(clock.now)
  }
}

/** Moves the clock to this many minutes after the start, and runs each sweep that was due. */
async function at(minutesIn: number) {
  const goal = startsAt.getTime() + minutesIn * minute
  for (let now = clock.now.getTime(); now < goal; ) {
    now = Math.min(goal, now + 360 * minute)
    clock.now = new Date(now)
    for (const name of ['complete-ended-appointments', 'give-up-absent-appointments'])
      await jobs.runSweep(name, clock.now)
    await settled()
  }
}

const note = (id: string, kind: 'start' | 'stop') =>
  om.call.sitting.addToCard({
    appointmentId: id,
    day,
    entry: { id: randomUUID(), age: 0, kind } as CardEntry,
  })
const moves = {
  claim: (id) => asha.call.appointments.reportAbsence({ id }),
  rate: (id) => asha.call.ratings.rate({ id, stars: 1 }),
  'I was there': (id) => om.call.appointments.denyAbsence({ id }),
  agreed: (id) => om.call.appointments.concedeAbsence({ id }),
  'no-show': (id) => om.call.appointments.reportNoShow({ id }),
} satisfies Record<string, (id: string) => Promise<unknown>>

/** A paid walk of an hour: claimed after 16 minutes, started after 20, stopped after 25, and answered after 26. */
async function begin() {
  clock.now = mondayMorning
  const { requests } = await asha.call.sitting.request({
    service: 'dog-walking',
    startDate: day,
    endDate: null,
    startTime: '07:00',
    endTime: '08:00',
    sitters: [{ id: sitterId }],
    petIds: [(await makePet(db, { ownerId: asha.ownerId })).id],
    getsAlong: true,
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
    disclaimerAccepted: true,
    paymentMethodId: card,
  })
  const { id } = requests[0]!
  await om.call.appointments.accept({ id })
  const { payment } = (await asha.call.appointments.appointments({ tab: 'upcoming' })).rows.find(
    (one) => one.id === id,
  )!
  await pay(world, asha, payment!.id)
  await settled()
  await at(16)
  await moves.claim(id)
  await at(20)
  await note(id, 'start')
  await at(25)
  await note(id, 'stop')
  await expect(moves.claim(id)).rejects.toMatchObject({ status: 409 })
  await at(26)
  await moves['I was there'](id)
  await settled()
  return { id, paymentId: payment!.id }
}

async function mustHold(id: string) {
  const row = await db
    .selectFrom('appointments as a')
    .innerJoin('payments as p', 'p.appointment_id', 'a.id')
    .where('a.id', '=', id)
    .select(['a.status', 'a.absence_answered_at', 'p.payable_from'])
    .executeTakeFirstOrThrow()
  if (row.absence_answered_at === null && row.status !== 'cancelled') expect(row.payable_from).toBeNull()
}

async function moneyOf(paymentId: string) {
  const { rows } = await sql<{ payable: string; refunded: string }>`
    select -coalesce(sum(e.amount) filter (where e.account = 'payable'), 0) as payable,
      coalesce((select sum(amount) from refunds where payment_id = ${paymentId} and status = 'succeeded'), 0) as refunded
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id where t.payment_id = ${paymentId}
  `.execute(db)
  return { isSitters: Number(rows[0]!.payable) > 0, isRefunded: Number(rows[0]!.refunded) > 0 }
}

/** Minutes after the start; `!` if it is refused. */
type Step = [number, keyof typeof moves, '!'?]
const table: { name: string; steps: Step[]; ends: 'owner' | 'sitter' }[] = [
  { name: 'the answered claim alone', steps: [], ends: 'sitter' },
  { name: 'a second claim without an answer', steps: [[30, 'claim']], ends: 'owner' },
  {
    name: 'a second claim with which the sitter agrees',
    steps: [
      [30, 'claim'],
      [40, 'agreed'],
    ],
    ends: 'owner',
  },
  {
    name: 'a second claim that the sitter denies, and no third',
    steps: [
      [30, 'claim'],
      [31, 'claim', '!'],
      [31, 'rate', '!'],
      [31, 'no-show', '!'],
      [40, 'I was there'],
      [41, 'claim', '!'],
      [41, 'no-show', '!'],
      [70, 'rate'],
    ],
    ends: 'sitter',
  },
  {
    name: 'a rating, which says that it took place',
    steps: [
      [70, 'rate'],
      [71, 'claim', '!'],
    ],
    ends: 'sitter',
  },
  { name: 'a second claim at the last moment', steps: [[24 * 60 + 59, 'claim']], ends: 'owner' },
  { name: 'a second claim too late', steps: [[25 * 60 + 1, 'claim', '!']], ends: 'sitter' },
]

afterEach(async () => {
  expect(await world.findBrokenInvariants()).toEqual([])
})

test.each(table)('$name: the money goes to the $ends', async ({ steps, ends }) => {
  const { id, paymentId } = await begin()
  for (const [minutesIn, name, refused] of steps) {
    await at(minutesIn)
    const move: Promise<unknown> = moves[name](id)
    if (refused) await expect(move, `${name} at ${minutesIn}`).rejects.toMatchObject({ status: 409 })
    else await move
    await settled()
    await mustHold(id)
  }
  await at(6 * 24 * 60)
  const isSitters = ends === 'sitter'
  expect(await moneyOf(paymentId)).toEqual({ isSitters, isRefunded: !isSitters })
})
