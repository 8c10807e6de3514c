import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import type { CardEntry } from '#/sitting/card-contract.ts'
import { makeSitter } from '#/sitting/server/sitter.factory.ts'

// A sitter ended paid stays minutes after their start, and sold their places again.

const world = await openWorld()
const { db, clock } = world
const { jobs } = world.app
const asha = await world.signUp('asha')
const card = await saveCard(world, asha)
const { bank } = await world.sandbox()
const [minute, hour] = [60_000, 3_600_000]
/** Three nights, from 09:00 on the Tuesday to 17:00 on the Friday. */
const stay = { startDate: '2026-11-03', endDate: '2026-11-06' }
const startsAt = new Date('2026-11-03T03:30:00Z')
const endsAfter = 80

async function settled() {
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await jobs.deliverEvents(clock.now)
  }
}

/** Moves the clock to this many hours after the start, and runs each sweep that was due. */
async function at(hoursIn: number) {
  const goal = startsAt.getTime() + hoursIn * hour
  for (let now = clock.now.getTime(); now < goal; ) {
    now = Math.min(goal, now + 6 * hour)
    clock.now = new Date(now)
    for (const name of ['complete-ended-appointments', 'give-up-absent-appointments'])
      await jobs.runSweep(name, clock.now)
    await settled()
  }
}

let sitters = 0
async function newSitter() {
  const om = await world.signUp(`om${++sitters}`)
  const id = await makeSitter(db, {
    userId: om.userId,
    fullName: 'Om Prakash',
    maxPets: 2,
    nightlyRate: 100_000,
  })
  await vi.waitUntil(async () => (await om.call.accounts.me()).user?.records['pet_sitter'])
  return { om, sitterId: id }
}

async function ask(
  sitterId: string,
  rest: Partial<Parameters<Person['call']['sitting']['request']>[0]> = {},
) {
  const { requests } = await asha.call.sitting.request({
    service: 'hostel-checkin',
    ...stay,
    startTime: '09:00',
    endTime: '17:00',
    sitters: [{ id: sitterId }],
    petIds: [(await makePet(db, { ownerId: asha.ownerId })).id],
    getsAlong: true,
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
    disclaimerAccepted: true,
    paymentMethodId: card,
    ...rest,
  })
  return requests[0]!.id
}

async function agreed(om: Person, sitterId: string, rest = {}) {
  const id = await ask(sitterId, rest)
  await om.call.appointments.accept({ id })
  const { rows } = await asha.call.appointments.appointments({ tab: 'upcoming' })
  const paymentId = rows.find((one) => one.id === id)!.payment!.id
  await pay(world, asha, paymentId)
  await settled()
  return { id, paymentId }
}

const note = (om: Person, id: string, day: string, kind: 'start' | 'stop') =>
  om.call.sitting.addToCard({
    appointmentId: id,
    day,
    entry: { id: randomUUID(), age: 0, kind } as CardEntry,
  })

type Story = { om: Person; sitterId: string; id: string; paymentId: string }
const moves = {
  'sitter: done': ({ om, id }) => om.call.appointments.complete({ id }),
  'sitter: end early': ({ om, id }) => om.call.appointments.endEarly({ id }),
  'sitter: I was there': ({ om, id }) => om.call.appointments.denyAbsence({ id }),
  'sitter: agreed': ({ om, id }) => om.call.appointments.concedeAbsence({ id }),
  'sitter: no-show': ({ om, id }) => om.call.appointments.reportNoShow({ id }),
  'owner: agree': ({ id }) => asha.call.appointments.agreeEarlyEnd({ id }),
  'owner: claim': ({ id }) => asha.call.appointments.reportAbsence({ id }),
  'owner: rate': ({ id }) => asha.call.ratings.rate({ id, stars: 1 }),
} satisfies Record<string, (story: Story) => Promise<unknown>>

/** Tells whether the stay holds its places. */
const isTaken = async ({ id }: Story) =>
  (await db.selectFrom('calendar_holds').select('id').where('appointment_id', '=', id).execute()).length > 0

async function moneyOf({ paymentId }: Story) {
  const { rows } = await sql<{ payable: string; refunded: string }>`
    select -coalesce(sum(e.amount) filter (where e.account = 'payable'), 0) as payable,
      coalesce((select sum(amount) from refunds where payment_id = ${paymentId} and status = 'succeeded'), 0) as refunded
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id where t.payment_id = ${paymentId}
  `.execute(db)
  return Number(rows[0]!.payable) > 0 ? 'sitter' : Number(rows[0]!.refunded) > 0 ? 'owner' : null
}

/** Hours after the start; `!` if it is refused. `taken` and `free` check the places. */
type Step = [number, keyof typeof moves, '!'?] | [number, 'taken' | 'free']
type Row = { name: string; steps: Step[]; ends: 'owner' | 'sitter' }

const table: Row[] = [
  {
    name: 'nobody says anything',
    steps: [
      [70, 'taken'],
      [81, 'free'],
    ],
    ends: 'sitter',
  },
  {
    name: 'done after two minutes, which isn’t the last day',
    steps: [
      [0.03, 'sitter: done', '!'],
      [0.03, 'taken'],
      [0.03, 'owner: agree', '!'],
    ],
    ends: 'sitter',
  },
  {
    name: 'done in the last minute before the last day',
    steps: [[62.9, 'sitter: done', '!']],
    ends: 'sitter',
  },
  {
    name: 'done on the last day',
    steps: [
      [63, 'sitter: end early', '!'],
      [63, 'sitter: done'],
      [63, 'free'],
    ],
    ends: 'sitter',
  },
  { name: 'ended before its start', steps: [[-1, 'sitter: end early', '!']], ends: 'sitter' },
  {
    name: 'ended early, and the owner doesn’t answer',
    steps: [
      [1, 'sitter: end early'],
      [2, 'sitter: end early', '!'],
      [2, 'sitter: no-show', '!'],
      [79, 'taken'],
      [81, 'free'],
    ],
    ends: 'sitter',
  },
  {
    name: 'ended early, and the owner agrees',
    steps: [
      [1, 'sitter: end early'],
      [2, 'taken'],
      [2, 'owner: agree'],
      [2, 'free'],
      [3, 'owner: rate'],
    ],
    ends: 'sitter',
  },
  {
    name: 'ended early, and the owner agrees on reflection that it was wrong',
    steps: [
      [1, 'sitter: end early'],
      [2, 'owner: agree'],
      [3, 'owner: claim'],
    ],
    ends: 'owner',
  },
  {
    name: 'ended early, the owner objects, and no answer',
    steps: [
      [1, 'sitter: end early'],
      [1.1, 'owner: claim'],
      [2, 'owner: agree', '!'],
      [24, 'taken'],
      [26, 'free'],
    ],
    ends: 'owner',
  },
  {
    name: 'ended early, the owner objects, and the sitter agrees',
    steps: [
      [1, 'sitter: end early'],
      [1.1, 'owner: claim'],
      [2, 'sitter: agreed'],
      [2, 'free'],
    ],
    ends: 'owner',
  },
  {
    name: 'ended early, the owner objects, and the sitter denies: the places stay taken to the end',
    steps: [
      [1, 'sitter: end early'],
      [1.1, 'owner: claim'],
      [2, 'sitter: I was there'],
      [3, 'owner: claim', '!'],
      [3, 'owner: rate', '!'],
      [79, 'taken'],
      [81, 'free'],
      [82, 'owner: rate'],
    ],
    ends: 'sitter',
  },
  {
    name: 'not there at first, denied, and then ended early: one claim for each',
    steps: [
      [0.3, 'owner: claim'],
      [0.4, 'sitter: end early', '!'],
      [0.5, 'sitter: I was there'],
      [0.6, 'taken'],
      [0.6, 'owner: claim', '!'],
      [10, 'sitter: end early'],
      [11, 'owner: claim'],
      [12, 'sitter: I was there'],
      [13, 'owner: claim', '!'],
      [79, 'taken'],
    ],
    ends: 'sitter',
  },
  {
    name: 'not there at first, which an answer doesn’t end before its last day',
    steps: [
      [0.3, 'owner: claim'],
      [0.5, 'sitter: I was there'],
      [1, 'taken'],
      [63, 'sitter: done'],
    ],
    ends: 'sitter',
  },
  {
    name: 'ended early in the last minute before the last day',
    steps: [
      [62.9, 'sitter: end early'],
      [63, 'owner: claim'],
    ],
    ends: 'owner',
  },
]

afterEach(async () => {
  await settled()
  expect(await world.findBrokenInvariants()).toEqual([])
})

test.each(table)('a stay: $name: the money goes to the $ends', async ({ steps, ends }) => {
  clock.now = mondayMorning
  const { om, sitterId } = await newSitter()
  const story = { om, sitterId, ...(await agreed(om, sitterId)) }
  for (const [hoursIn, name, refused] of steps) {
    await at(hoursIn)
    const what = `${name} at ${hoursIn}`
    if (name === 'taken' || name === 'free') {
      expect(await isTaken(story), what).toBe(name === 'taken')
      continue
    }
    const move: Promise<unknown> = moves[name](story)
    if (refused) await expect(move, what).rejects.toMatchObject({ status: 409 })
    else await move
    await settled()
  }
  await at(endsAfter + 6 * 24)
  expect(await moneyOf(story)).toBe(ends)
})

test('with two places and two stays, a third request finds room only once the owner agrees', async () => {
  clock.now = mondayMorning
  const { om, sitterId } = await newSitter()
  const first = await agreed(om, sitterId)
  await agreed(om, sitterId)
  await at(0.03)
  await note(om, first.id, '2026-11-03', 'start')
  const third = () => ask(sitterId, { startDate: '2026-11-04', endDate: '2026-11-05' })
  await expect(third()).rejects.toMatchObject({ code: 'sitting.full' })
  await expect(om.call.appointments.complete({ id: first.id })).rejects.toMatchObject({
    code: 'appointments.not_last_day',
  })
  await om.call.appointments.endEarly({ id: first.id })
  await settled()
  await expect(third()).rejects.toMatchObject({ code: 'sitting.full' })
  const { rows: told } = await asha.call.notifications.list({ type: 'appointment_no_show' })
  expect(told[0]).toMatchObject({
    title: expect.stringMatching(/ ended early$/),
    message: expect.stringContaining('If you agree, say so under Appointments.'),
  })
  await asha.call.appointments.agreeEarlyEnd({ id: first.id })
  await settled()
  const { rows: heard } = await om.call.notifications.list({ type: 'appointment_completed' })
  expect(heard[0]!.message).toContain('ended early. Your places are free again.')
  const { rows: history } = await asha.call.appointments.history({ id: first.id })
  expect(history.slice(0, 2).map(({ what, by }) => `${what} ${by}`)).toEqual([
    'completed owner',
    'ended_early provider',
  ])
  await om.call.appointments.accept({ id: await third() })
})

test('of an early end that its owner agrees to and objects to at once, one is done', async () => {
  clock.now = mondayMorning
  const { om, sitterId } = await newSitter()
  const { id } = await agreed(om, sitterId)
  await at(1)
  const ends = await Promise.allSettled([1, 2].map(() => om.call.appointments.endEarly({ id })))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const answers = await Promise.allSettled([
    asha.call.appointments.agreeEarlyEnd({ id }),
    asha.call.appointments.agreeEarlyEnd({ id }),
  ])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

const walk = {
  service: 'dog-walking' as const,
  startDate: '2026-11-03',
  endDate: null,
  startTime: '09:00',
  endTime: '09:30',
}

test('a walk begun and stopped before its booked start is over for its owner, who may say that it was too short', async () => {
  clock.now = mondayMorning
  const { om, sitterId } = await newSitter()
  const { id } = await agreed(om, sitterId, walk)
  clock.now = new Date(startsAt.getTime() - 20 * minute)
  await note(om, id, walk.startDate, 'start')
  clock.now = new Date(clock.now.getTime() + minute)
  await note(om, id, walk.startDate, 'stop')
  await settled()
  const { rows } = await asha.call.appointments.appointments({ tab: 'past' })
  expect(rows.find((one) => one.id === id)).toMatchObject({ status: 'completed', phase: 'done' })
  expect(await asha.call.appointments.reportAbsence({ id })).toMatchObject({ status: 'completed' })
  await settled()
  const { rows: told } = await om.call.notifications.list({ type: 'appointment_no_show' })
  expect(told[0]).toMatchObject({ title: 'The owner says you left early' })
})

test('a whole walk begun early isn’t too short, and one marked as done in its first minute is', async () => {
  clock.now = mondayMorning
  const { om, sitterId } = await newSitter()
  const early = await agreed(om, sitterId, walk)
  const unnoted = await agreed(om, sitterId, walk)
  clock.now = new Date(startsAt.getTime() - 25 * minute)
  await note(om, early.id, walk.startDate, 'start')
  clock.now = new Date(startsAt.getTime() - minute)
  await note(om, early.id, walk.startDate, 'stop')
  await expect(asha.call.appointments.reportAbsence({ id: early.id })).rejects.toMatchObject({ status: 409 })
  clock.now = new Date(startsAt.getTime() + minute)
  await om.call.appointments.complete({ id: unnoted.id })
  await asha.call.appointments.reportAbsence({ id: unnoted.id })
})
