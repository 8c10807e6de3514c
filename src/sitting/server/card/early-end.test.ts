import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
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
const nadia = await openDesk(world, 'nadia')
const [minute, hour] = [60_000, HOUR]
/** Three nights, from 09:00 on the Tuesday to 17:00 on the Friday. */
const stay = { startDate: '2026-11-03', endDate: '2026-11-06' }
const startsAt = new Date('2026-11-03T03:30:00Z')
const endsAfter = 80
const nightlyRate = 100_000

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
    nightlyRate,
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
  'sitter: it goes on': ({ om, id }) => om.call.appointments.resumeStay({ id }),
  'sitter: they asked me to': ({ om, id }) => om.call.appointments.disputeEarlyEnd({ id }),
  'support: refund': ({ id }) => nadia.call.decideEarlyEnd({ id, isUpheld: true, note: 'They wrote so.' }),
  'support: pay': ({ id }) => nadia.call.decideEarlyEnd({ id, isUpheld: false, note: 'They wrote so.' }),
  'sitter: agreed': ({ om, id }) => om.call.appointments.concedeAbsence({ id }),
  'sitter: cancel': ({ om, id }) => om.call.appointments.cancel({ id, reason: 'My mother fell ill' }),
  'sitter: no-show': ({ om, id }) => om.call.appointments.reportNoShow({ id }),
  'owner: agree': ({ id }) => asha.call.appointments.agreeEarlyEnd({ id }),
  'owner: claim': ({ id }) => asha.call.appointments.reportAbsence({ id }),
  'desk: suspend': ({ sitterId }) =>
    db
      .updateTable('pet_sitters')
      .set({ verification_status: 'suspended' })
      .where('id', '=', sitterId)
      .execute(),
  'owner: take the refund': ({ id }) => asha.call.appointments.takeRefund({ id }),
  'owner: rate': ({ id }) => asha.call.ratings.rate({ id, stars: 1 }),
} satisfies Record<string, (story: Story) => Promise<unknown>>

/** Tells whether the stay holds its places. */
const isTaken = async ({ id }: Story) =>
  (await db.selectFrom('calendar_holds').select('id').where('appointment_id', '=', id).execute()).length > 0

async function moneyOf({ paymentId }: Story) {
  const { rows } = await sql<{ payable: string; refunded: string; released: boolean }>`
    select -coalesce(sum(e.amount) filter (where e.account = 'payable'), 0) as payable,
      coalesce((select sum(amount) from refunds where payment_id = ${paymentId} and status = 'succeeded'), 0) as refunded,
      (select payable_from is not null from payments where id = ${paymentId}) as released
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id where t.payment_id = ${paymentId}
  `.execute(db)
  const back = Number(rows[0]!.refunded) / nightlyRate
  return { back, isSitterPaid: rows[0]!.released && Number(rows[0]!.payable) > 0 }
}

/** Hours after the start; `!` if it is refused. `taken` and `free` check the places, `held` that nobody is paid and Support is asked. */
type Step = [number, keyof typeof moves, '!'?] | [number, 'taken' | 'free' | 'held']
/** `back`: the nights whose price the owner gets back; the sitter gets the others'. */
type Row = { name: string; steps: Step[]; back: number }

const table: Row[] = [
  {
    name: 'nobody says anything',
    steps: [
      [70, 'taken'],
      [81, 'free'],
    ],
    back: 0,
  },
  {
    name: 'done after two minutes, which isn’t the last day',
    steps: [
      [0.03, 'sitter: done', '!'],
      [0.03, 'taken'],
      [0.03, 'owner: agree', '!'],
    ],
    back: 0,
  },
  {
    name: 'done in the last minute before the last day',
    steps: [[62.9, 'sitter: done', '!']],
    back: 0,
  },
  {
    name: 'done on the last day',
    steps: [
      [63, 'sitter: end early', '!'],
      [63, 'sitter: done'],
      [63, 'free'],
    ],
    back: 0,
  },
  { name: 'ended before its start', steps: [[-1, 'sitter: end early', '!']], back: 0 },
  {
    name: 'ended early, and the owner doesn’t answer',
    steps: [
      [1, 'sitter: end early'],
      [2, 'sitter: end early', '!'],
      [2, 'sitter: no-show', '!'],
      [79, 'taken'],
      [81, 'free'],
    ],
    back: 0,
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
    back: 0,
  },
  {
    name: 'ended early, and the owner agrees, which rules out a claim',
    steps: [
      [1, 'sitter: end early'],
      [2, 'owner: agree'],
      [2, 'sitter: it goes on', '!'],
      [3, 'owner: claim', '!'],
    ],
    back: 0,
  },
  {
    name: 'ended early, which the sitter takes back',
    steps: [
      [1, 'sitter: it goes on', '!'],
      [1, 'sitter: end early'],
      [2, 'sitter: it goes on'],
      [2, 'sitter: it goes on', '!'],
      [2, 'owner: agree', '!'],
      [2, 'owner: claim'],
      [3, 'sitter: I was there'],
      [79, 'taken'],
    ],
    back: 0,
  },
  {
    name: 'ended early on its second day, the owner objects, and no answer: one night took place',
    steps: [
      [30, 'sitter: end early'],
      [31, 'owner: claim'],
      [32, 'sitter: it goes on', '!'],
      [56, 'free'],
    ],
    back: 2,
  },
  {
    name: 'ended early on its third day, and claimed after its end: two nights took place',
    steps: [
      [50, 'sitter: end early'],
      [64, 'sitter: done', '!'],
      [82, 'owner: claim'],
      [83, 'sitter: agreed'],
    ],
    back: 1,
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
    back: 3,
  },
  {
    name: 'ended early, the owner objects, and the sitter agrees',
    steps: [
      [1, 'sitter: end early'],
      [1.1, 'owner: claim'],
      [2, 'sitter: agreed'],
      [2, 'free'],
    ],
    back: 3,
  },
  {
    name: 'ended early, the owner objects, the sitter says that they agreed, and Support refunds',
    steps: [
      [30, 'sitter: end early'],
      [30, 'sitter: they asked me to', '!'],
      [31, 'owner: claim'],
      [32, 'sitter: I was there', '!'],
      [32, 'support: refund', '!'],
      [32, 'sitter: they asked me to'],
      [33, 'sitter: they asked me to', '!'],
      [33, 'owner: agree', '!'],
      [33, 'owner: rate', '!'],
      [150, 'held'],
      [150, 'support: refund'],
      [151, 'support: pay', '!'],
    ],
    back: 2,
  },
  {
    name: 'ended early, the owner objects, the sitter says that they agreed, and Support pays',
    steps: [
      [1, 'sitter: end early'],
      [1.1, 'owner: claim'],
      [2, 'sitter: they asked me to'],
      [30, 'held'],
      [30, 'taken'],
      [30, 'support: pay'],
      [30, 'free'],
      [31, 'owner: claim', '!'],
      [31, 'owner: rate'],
    ],
    back: 0,
  },
  {
    name: 'ended early and claimed after its end, and Support pays',
    steps: [
      [50, 'sitter: end early'],
      [82, 'owner: claim'],
      [83, 'sitter: they asked me to'],
      [84, 'support: pay'],
    ],
    back: 0,
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
      [12, 'sitter: I was there', '!'],
      [13, 'owner: claim', '!'],
      [13, 'sitter: agreed'],
    ],
    back: 3,
  },
  {
    name: 'not there at first, which an answer doesn’t end before its last day',
    steps: [
      [0.3, 'owner: claim'],
      [0.5, 'sitter: I was there'],
      [1, 'taken'],
      [63, 'sitter: done'],
    ],
    back: 0,
  },
  {
    name: 'ended early by a sitter who is suspended then',
    steps: [
      [30, 'sitter: end early'],
      [31, 'desk: suspend'],
      [32, 'owner: take the refund'],
      [32, 'free'],
    ],
    back: 2,
  },
  {
    name: 'cancelled before its start',
    steps: [
      [-1, 'sitter: cancel'],
      [-1, 'free'],
    ],
    back: 3,
  },
  {
    name: 'cancelled by its sitter on the first day',
    steps: [
      [3, 'sitter: cancel'],
      [3, 'free'],
      [4, 'sitter: cancel', '!'],
    ],
    back: 3,
  },
  {
    name: 'cancelled by its sitter on the second day: one night took place',
    steps: [
      [30, 'sitter: cancel'],
      [30, 'free'],
    ],
    back: 2,
  },
  {
    name: 'cancelled by its sitter on the last day, on which it’s done instead',
    steps: [
      [64, 'sitter: cancel', '!'],
      [64, 'taken'],
      [65, 'sitter: done'],
    ],
    back: 0,
  },
  {
    name: 'ended early on its second day, and cancelled on its third',
    steps: [
      [30, 'sitter: end early'],
      [50, 'sitter: cancel'],
    ],
    back: 2,
  },
  {
    name: 'ended early on its second day, and cancelled on its last',
    steps: [
      [30, 'sitter: end early'],
      [64, 'sitter: cancel'],
    ],
    back: 2,
  },
  {
    name: 'cancelled by a sitter who is said not to have come, which agrees with it',
    steps: [
      [1, 'owner: claim'],
      [24, 'sitter: cancel'],
    ],
    back: 3,
  },
  {
    name: 'ended early in the last minute before the last day',
    steps: [
      [62.9, 'sitter: end early'],
      [63, 'owner: claim'],
    ],
    back: 1,
  },
]

afterEach(async () => {
  await settled()
  expect(await world.findBrokenInvariants()).toEqual([])
})

test.each(table)('a stay: $name: $back nights are refunded', async ({ steps, back }) => {
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
    if (name === 'held') {
      expect(await moneyOf(story), what).toEqual({ back: 0, isSitterPaid: false })
      expect((await nadia.call.disputedEnds({})).rows).toMatchObject([{ id: story.id }])
      continue
    }
    const move: Promise<unknown> = moves[name](story)
    if (refused) await expect(move, what).rejects.toMatchObject({ status: 409 })
    else await move
    await settled()
  }
  await at(endsAfter + 6 * 24)
  expect(await moneyOf(story)).toEqual({ back, isSitterPaid: back < 3 })
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
    message: expect.stringContaining('If you agree, say so under Appointments'),
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
  await expect(asha.call.appointments.reportAbsence({ id: unnoted.id })).rejects.toMatchObject({
    status: 409,
  })
  clock.now = new Date(startsAt.getTime() + 16 * minute)
  await asha.call.appointments.reportAbsence({ id: unnoted.id })
})

test('a sitter who marked a walk as done too soon can still say that the owner wasn’t there', async () => {
  clock.now = mondayMorning
  const { om, sitterId } = await newSitter()
  const { id } = await agreed(om, sitterId, walk)
  clock.now = new Date(startsAt.getTime() + minute)
  await om.call.appointments.complete({ id })
  clock.now = new Date(startsAt.getTime() + 20 * minute)
  expect(await om.call.appointments.reportNoShow({ id })).toMatchObject({ status: 'no_show' })
})

test('both sides are told what a sitter’s cancellation during a stay means in money', async () => {
  clock.now = mondayMorning
  const { om, sitterId } = await newSitter()
  const { id } = await agreed(om, sitterId)
  await at(30)
  await om.call.appointments.cancel({ id, reason: 'My mother fell ill.' })
  await settled()
  const told = async ({ call }: Person) =>
    (await call.notifications.list({})).rows.find(({ title }) => title === 'Appointment cancelled')!.message
  expect(await told(asha)).toContain('We’ll refund you ₹2,000.00 for the nights left.')
  expect(await told(om)).toContain(
    'The owner gets ₹2,000.00 back for the nights left, and you’re paid for the others.',
  )
})

test('both sides are told what an early end means in money, that it was taken back, and what Support decides', async () => {
  clock.now = mondayMorning
  const { om, sitterId } = await newSitter()
  const { id } = await agreed(om, sitterId)
  const last = async (who: Person) => (await who.call.notifications.list({})).rows[0]!
  await at(30)
  await om.call.appointments.endEarly({ id })
  await settled()
  expect((await last(asha)).message).toContain(
    'If you agree, say so under Appointments: they’re then paid in full. If not, report there that they left early, to get back ₹2,000.00 for the 2 nights left.',
  )
  await om.call.appointments.resumeStay({ id })
  await settled()
  expect(await last(asha)).toMatchObject({ title: expect.stringMatching(/ goes on$/) })
  await om.call.appointments.endEarly({ id })
  await asha.call.appointments.reportAbsence({ id })
  await settled()
  expect((await last(om)).message).toContain(
    'If they agreed to the early end or asked for it, say so under Appointments within 24 hours. Otherwise we’ll cancel the appointment and refund the owner ₹2,000.00 for the 2 nights left.',
  )
  await om.call.appointments.disputeEarlyEnd({ id })
  await settled()
  expect(await last(asha)).toMatchObject({ title: 'Support will decide' })
  await nadia.call.decideEarlyEnd({ id, isUpheld: true, note: 'They wrote so.' })
  await settled()
  for (const [who, words] of [
    [
      asha,
      /You hadn’t agreed to it, so we’ll refund you ₹2,000\.00 for the nights left\. Note: They wrote so\.$/,
    ],
    [
      om,
      /asha hadn’t agreed to it, so they get ₹2,000\.00 back .*you’re paid for the others\. Note: They wrote so\.$/i,
    ],
  ] as const)
    expect((await who.call.notifications.list({})).rows.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(words),
    )
  const { rows: history } = await asha.call.appointments.history({ id })
  expect(history.slice(0, 5).map(({ what, by }) => `${what} ${by}`)).toEqual([
    'decided support',
    'early_end_disputed provider',
    'absence_reported owner',
    'ended_early provider',
    'resumed provider',
  ])
})

test('an answered claim is told once: marking the stay as done later says only that', async () => {
  clock.now = mondayMorning
  const { om, sitterId } = await newSitter()
  const { id } = await agreed(om, sitterId)
  await at(0.3)
  await asha.call.appointments.reportAbsence({ id })
  await at(0.5)
  await om.call.appointments.denyAbsence({ id })
  await settled()
  await at(64)
  await om.call.appointments.complete({ id })
  await settled()
  const { rows } = await asha.call.notifications.list({})
  const aboutIt = rows.filter(
    ({ metadata }) => (metadata as { appointment_id?: string }).appointment_id === id,
  )
  expect(aboutIt.filter(({ title }) => title === 'The sitter says they were there')).toHaveLength(1)
  expect(aboutIt[0]!.title).toMatch(/ completed$/)
})
