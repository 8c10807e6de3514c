import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { lateMs } from '#/payments/sandbox/bank.ts'
import type { Outcome } from '#/payments/sandbox/store.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

// All claims that both sides can make about a paid visit, in every order, and who ends up with the money. A vet who
// didn't come could once note a no-show first, which shut out the owner's report and released the money.

const world = await openWorld()
const { db } = world
const { jobs } = world.app
const start = world.clock.now
const desk = await openDesk(world, 'nadia')
const asha = await world.signUp('asha')
const card = await saveCard(world, asha)
const { bank } = await world.sandbox()
const fee = 60_000
const minute = 60_000
const hour = 60 * minute

async function settled() {
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await jobs.deliverEvents(world.clock.now)
  }
}

const sweeps = ['complete-ended-appointments', 'give-up-absent-appointments']

let vets = 0
async function newVet() {
  const vet = await world.signUp(`vet${++vets}`)
  const id = await makeVet(db, { userId: vet.userId, fullName: `Vet ${vets}`, teleconsultation: true })
  await vi.waitUntil(async () => (await vet.call.accounts.me()).user?.records['veterinary_doctor'])
  return { ...vet, id }
}

type Story = { id: string; paymentId: string; startsAt: Date; vet: Person }

/** Makes a paid, confirmed visit of half an hour, today at noon. */
async function begin(outcome: Outcome = 'succeed'): Promise<Story> {
  world.clock.now = start
  const vet = await newVet()
  const { id, payment, startsAt } = await asha.call.veterinary.book({
    vetId: vet.id,
    slot: { date: '2026-11-02', startTime: '12:00', endTime: '12:30' },
    appointmentType: 'teleconsultation',
    contactMethod: 'whatsapp',
    contactLink: '+919812345678',
    disclaimerAccepted: true,
    paymentMethodId: card,
  })
  await pay(world, asha, payment!.id, outcome)
  await settled()
  return { id, paymentId: payment!.id, startsAt, vet }
}

/** Moves the clock to this many hours after the start, and runs each sweep that was due. */
async function at(story: Story, hoursIn: number) {
  const goal = story.startsAt.getTime() + hoursIn * hour
  for (let now = world.clock.now.getTime(); now < goal; ) {
    now = Math.min(goal, now + 6 * hour)
    world.clock.now = new Date(now)
    for (const name of sweeps) await jobs.runSweep(name, world.clock.now)
    await settled()
  }
}

const moves = {
  'vet: no-show': ({ id, vet }) => vet.call.appointments.reportNoShow({ id }),
  'vet: done': ({ id, vet }) => vet.call.appointments.complete({ id }),
  'vet: I was there': ({ id, vet }) => vet.call.appointments.denyAbsence({ id }),
  'vet: agreed': ({ id, vet }) => vet.call.appointments.concedeAbsence({ id }),
  'owner: absent': ({ id }) => asha.call.appointments.reportAbsence({ id }),
  'owner: contest': ({ id }) => asha.call.appointments.contestNoShow({ id }),
  'owner: cancel': ({ id }) => asha.call.appointments.cancel({ id }),
  'owner: rate': ({ id }) => asha.call.ratings.rate({ id, stars: 1 }),
  'desk: completed': ({ id }) => desk.call.correctAppointment({ id, to: 'completed', note: 'Seen.' }),
  'desk: no-show': ({ id }) => desk.call.correctAppointment({ id, to: 'no_show', note: 'Seen.' }),
} satisfies Record<string, (story: Story) => Promise<unknown>>
type MoveName = keyof typeof moves

/** Checks that nothing is released while a claim is open: no payout is ready, at any time. */
async function mustHold(story: Story) {
  const row = await db
    .selectFrom('appointments as a')
    .innerJoin('payments as p', 'p.appointment_id', 'a.id')
    .where('a.id', '=', story.id)
    .select(['a.status', 'a.absence_reported_at', 'a.absence_answered_at', 'p.payable_from'])
    .executeTakeFirstOrThrow()
  const isOpen = row.absence_reported_at && !row.absence_answered_at && row.status !== 'cancelled'
  if (!isOpen) return
  expect(row.payable_from).toBeNull()
  expect(await story.vet.call.payments.payouts()).toMatchObject({ available: 0 })
}

/** Hours after the start; `!` if it is refused. */
type Step = [number, MoveName, '!'?]
type Row = { name: string; steps: Step[]; ends: 'owner' | 'vet'; status: string }

const table: Row[] = [
  {
    name: 'a no-show that nobody contests',
    steps: [[0.25, 'vet: no-show']],
    ends: 'vet',
    status: 'no_show',
  },
  {
    name: 'H2: a no-show noted first does not shut out the owner, and without an answer all goes back',
    steps: [
      [0.25, 'vet: no-show'],
      [0.3, 'owner: absent', '!'],
      [0.3, 'owner: cancel', '!'],
      [0.35, 'owner: contest'],
      [0.4, 'owner: contest', '!'],
    ],
    ends: 'owner',
    status: 'cancelled',
  },
  {
    name: 'a contested no-show that the vet stands by',
    steps: [
      [0.25, 'vet: no-show'],
      [20, 'owner: contest'],
      [43, 'vet: I was there'],
      [44, 'vet: I was there', '!'],
      [44, 'vet: agreed', '!'],
      [44, 'owner: contest', '!'],
    ],
    ends: 'vet',
    status: 'no_show',
  },
  {
    name: 'a contested no-show that the vet withdraws',
    steps: [
      [0.25, 'vet: no-show'],
      [1, 'owner: contest'],
      [2, 'vet: agreed'],
      [3, 'vet: no-show', '!'],
    ],
    ends: 'owner',
    status: 'cancelled',
  },
  {
    name: 'a no-show noted at the last moment leaves the owner a day all the same',
    steps: [
      [48.4, 'vet: no-show'],
      [72.3, 'owner: contest'],
    ],
    ends: 'owner',
    status: 'cancelled',
  },
  {
    name: 'a no-show contested after a day',
    steps: [
      [1, 'vet: no-show'],
      [25, 'owner: contest', '!'],
    ],
    ends: 'vet',
    status: 'no_show',
  },
  {
    name: 'an absence first, and no answer',
    steps: [
      [0.25, 'owner: absent'],
      [0.3, 'owner: contest', '!'],
    ],
    ends: 'owner',
    status: 'cancelled',
  },
  {
    name: 'an absence first, to which a no-show is no answer',
    steps: [
      [0.25, 'owner: absent'],
      [0.3, 'vet: no-show', '!'],
    ],
    ends: 'owner',
    status: 'cancelled',
  },
  {
    name: 'an absence before the end that the vet denies',
    steps: [
      [0.25, 'owner: absent'],
      [0.3, 'vet: I was there'],
      [0.4, 'vet: no-show', '!'],
      [0.4, 'vet: I was there', '!'],
      [0.5, 'owner: rate'],
    ],
    ends: 'vet',
    status: 'completed',
  },
  {
    name: 'an absence first, and the vet marks it as done',
    steps: [
      [0.25, 'owner: absent'],
      [2, 'vet: done'],
      [3, 'owner: absent', '!'],
    ],
    ends: 'vet',
    status: 'completed',
  },
  {
    name: 'an absence before the end with which the vet agrees',
    steps: [
      [0.25, 'owner: absent'],
      [0.3, 'vet: agreed'],
    ],
    ends: 'owner',
    status: 'cancelled',
  },
  {
    name: 'an absence after the clock completed it, denied',
    steps: [
      [20, 'owner: absent'],
      [30, 'vet: I was there'],
    ],
    ends: 'vet',
    status: 'completed',
  },
  {
    name: 'an absence after the clock completed it, with which the vet agrees',
    steps: [
      [20, 'owner: absent'],
      [30, 'vet: agreed'],
    ],
    ends: 'owner',
    status: 'cancelled',
  },
  {
    name: 'an absence after the clock completed it, to which a no-show is no answer',
    steps: [
      [20, 'owner: absent'],
      [30, 'vet: no-show', '!'],
      [31, 'owner: contest', '!'],
    ],
    ends: 'owner',
    status: 'cancelled',
  },
  {
    name: 'an absence after the vet marked it as done early',
    steps: [
      [0.1, 'vet: done'],
      [0.2, 'owner: absent', '!'],
      [0.25, 'owner: absent'],
    ],
    ends: 'owner',
    status: 'cancelled',
  },
  {
    name: 'a denied absence, after which a no-show would take the rating from the owner',
    steps: [
      [20, 'owner: absent'],
      [21, 'vet: I was there'],
      [22, 'vet: no-show', '!'],
      [23, 'owner: absent', '!'],
      [23, 'owner: rate'],
    ],
    ends: 'vet',
    status: 'completed',
  },
  {
    name: 'a rating says that it took place',
    steps: [
      [1, 'owner: rate'],
      [2, 'owner: absent', '!'],
      [2, 'vet: no-show', '!'],
      [2, 'desk: no-show', '!'],
    ],
    ends: 'vet',
    status: 'completed',
  },
  {
    name: 'a visit whose owner says that the vet did not come is not rated meanwhile',
    steps: [
      [1, 'owner: absent'],
      [2, 'owner: rate', '!'],
    ],
    ends: 'owner',
    status: 'cancelled',
  },
  {
    name: 'H2: a correction by the desk shuts out nobody who has claimed nothing',
    steps: [
      [0.25, 'vet: no-show'],
      [30, 'desk: completed'],
      [31, 'vet: no-show', '!'],
      [53, 'owner: absent'],
    ],
    ends: 'owner',
    status: 'cancelled',
  },
  {
    name: 'a correction to a no-show can be contested for a day',
    steps: [
      [40, 'desk: no-show'],
      [63, 'owner: contest'],
    ],
    ends: 'owner',
    status: 'cancelled',
  },
  {
    name: 'a correction that nobody contests',
    steps: [
      [40, 'desk: no-show'],
      [65, 'owner: contest', '!'],
    ],
    ends: 'vet',
    status: 'no_show',
  },
  {
    name: 'an open claim is not corrected over; an answered one is, and that stands',
    steps: [
      [0.25, 'vet: no-show'],
      [1, 'owner: contest'],
      [2, 'desk: completed', '!'],
      [3, 'vet: I was there'],
      [4, 'desk: completed'],
      [5, 'owner: absent', '!'],
      [5, 'vet: no-show', '!'],
    ],
    ends: 'vet',
    status: 'completed',
  },
]

const moneyOf = async ({ paymentId }: Story) => {
  const { rows } = await sql<{ payable: string; refunded: string; payable_from: Date | null }>`
    select -coalesce(sum(e.amount) filter (where e.account = 'payable'), 0) as payable,
      coalesce((select sum(amount) from refunds where payment_id = ${paymentId} and status = 'succeeded'), 0) as refunded
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id where t.payment_id = ${paymentId}
  `.execute(db)
  return { payable: Number(rows[0]!.payable), refunded: Number(rows[0]!.refunded) }
}

afterEach(async () => {
  await settled()
  expect(await world.findBrokenInvariants()).toEqual([])
})

test.each(table)('$name: the money goes to the $ends', async ({ steps, ends, status }) => {
  const story = await begin()
  for (const [hoursIn, name, refused] of steps) {
    await at(story, hoursIn)
    const move: Promise<unknown> = moves[name](story)
    if (refused) await expect(move, `${name} at ${hoursIn}`).rejects.toMatchObject({ status: 409 })
    else await move
    await settled()
    await mustHold(story)
  }
  await at(story, 200)
  const { rows } = await asha.call.appointments.appointments({ tab: 'past' })
  expect(rows.find(({ id }) => id === story.id)).toMatchObject({ status })
  const isVets = ends === 'vet'
  expect(await moneyOf(story)).toEqual({ payable: isVets ? fee : 0, refunded: isVets ? 0 : fee })
  expect(await story.vet.call.payments.payouts()).toMatchObject({ available: isVets ? fee : 0 })
})

test('a no-show isn’t paid out while its owner can still contest it or object to the answer', async () => {
  const story = await begin()
  await at(story, 48.4)
  await story.vet.call.appointments.reportNoShow({ id: story.id })
  const ready = async () => (await story.vet.call.payments.payouts()).available
  await at(story, 72.3)
  expect(await ready()).toBe(0)
  await asha.call.appointments.contestNoShow({ id: story.id })
  await at(story, 90)
  await story.vet.call.appointments.denyAbsence({ id: story.id })
  await at(story, 137.9)
  expect(await ready()).toBe(0)
  await at(story, 138)
  expect(await ready()).toBe(fee)
})

test('both sides are notified about a contested no-show, its answer and its outcome', async () => {
  const story = await begin()
  const { vet, id } = story
  const told = async (person: Person) =>
    (await person.call.notifications.list({ type: 'appointment_no_show' })).rows.map(
      ({ title, message }) => `${title}: ${message}`,
    )
  await at(story, 1)
  await vet.call.appointments.reportNoShow({ id })
  await settled()
  expect((await told(asha))[0]).toContain('contest it by Tue, 3 Nov 2026, 13:00 under Appointments.')
  await asha.call.appointments.contestNoShow({ id })
  await settled()
  expect(await told(vet)).toEqual([expect.stringMatching(/^The owner contests the no-show: .*on hold\.$/)])
  await vet.call.appointments.denyAbsence({ id })
  await settled()
  expect((await told(asha)).slice(0, 3)).toEqual([
    expect.stringMatching(
      /^The vet says they were there: .*within 48 hours: the vet isn’t paid before then\.$/,
    ),
    expect.stringMatching(/^You contested the no-show: .*refund you in full\. Until then nobody is paid\.$/),
    expect.stringMatching(/^No-show: /),
  ])
  const { rows } = await asha.call.appointments.history({ id })
  expect(rows.map(({ what, by }) => `${what} ${by}`).slice(0, 3)).toEqual([
    'absence_denied provider',
    'no_show_contested owner',
    'no_show provider',
  ])
})

test.each(['won', 'lost'] as const)(
  'a contested no-show whose payment the bank has taken back: nothing is sent twice once it is %s',
  async (how) => {
    const story = await begin('dispute')
    world.clock.now = new Date(world.clock.now.getTime() + lateMs)
    await settled()
    await at(story, 0.25)
    await story.vet.call.appointments.reportNoShow({ id: story.id })
    await asha.call.appointments.contestNoShow({ id: story.id })
    await at(story, 30)
    // Owed to the owner already, and sent only if their bank doesn't return it.
    expect(await moneyOf(story)).toEqual({ payable: 0, refunded: 0 })
    expect(await story.vet.call.payments.payouts()).toMatchObject({ available: 0 })
    const { gateway_ref: ref } = await db
      .selectFrom('payment_attempts')
      .select('gateway_ref')
      .where('payment_id', '=', story.paymentId)
      .executeTakeFirstOrThrow()
    bank.decideDispute(ref!, how)
    await settled()
    await at(story, 200)
    expect(await moneyOf(story)).toEqual({ payable: 0, refunded: how === 'won' ? fee : 0 })
    expect(await story.vet.call.payments.payouts()).toMatchObject({ available: 0 })
  },
)

test('of a no-show contested and withdrawn at once, each is done once', async () => {
  const story = await begin()
  await at(story, 0.25)
  await story.vet.call.appointments.reportNoShow({ id: story.id })
  const all = await Promise.allSettled([
    ...[1, 2, 3].map(() => asha.call.appointments.contestNoShow({ id: story.id })),
  ])
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const answers = await Promise.allSettled([
    story.vet.call.appointments.denyAbsence({ id: story.id }),
    story.vet.call.appointments.concedeAbsence({ id: story.id }),
  ])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('of an absence and a no-show reported at once, one is accepted and the other refused with a reason', async () => {
  const seen = new Set<string>()
  for (let round = 0; round < 6; round++) {
    const { id, vet, ...story } = await begin()
    await at({ id, vet, ...story }, round % 2 ? 0.25 : 2)
    const absence = () => asha.call.appointments.reportAbsence({ id })
    const noShow = () => vet.call.appointments.reportNoShow({ id })
    // The request sent first usually wins.
    const [first, second] = await Promise.allSettled(
      round % 3 ? [absence(), noShow()] : [noShow(), absence()],
    )
    const won = [first, second].map(({ status }) => status === 'fulfilled')
    expect(won.filter(Boolean)).toHaveLength(1)
    const refused = [first, second].find(({ status }) => status === 'rejected') as PromiseRejectedResult
    const row = await db
      .selectFrom('appointments')
      .where('id', '=', id)
      .select(['status', 'no_show_at', 'absence_reported_at', 'absence_answered_at'])
      .executeTakeFirstOrThrow()
    const isNoShow = row.status === 'no_show'
    seen.add(row.status === 'no_show' ? 'no-show' : 'absence')
    expect(refused.reason).toMatchObject({
      status: 409,
      code: isNoShow ? 'appointments.no_show_noted' : 'appointments.absence_claimed',
    })
    expect(row).toMatchObject({
      no_show_at: isNoShow ? world.clock.now : null,
      absence_reported_at: isNoShow ? null : world.clock.now,
      absence_answered_at: null,
    })
    const { rows } = await asha.call.appointments.history({ id })
    const claims = rows.filter(({ what }) => what === 'no_show' || what === 'absence_reported')
    expect(claims).toHaveLength(1)
  }
  expect([...seen].sort()).toEqual(['absence', 'no-show'])
})

test('an owner whose claim is denied early learns their options, also by mail', async () => {
  const story = await begin()
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', asha.userId).execute()
  // The earlier stories used up the day's mails.
  await db.deleteFrom('rate_limits').execute()
  await at(story, 0.25)
  await asha.call.appointments.reportAbsence({ id: story.id })
  await story.vet.call.appointments.denyAbsence({ id: story.id })
  await settled()
  const { rows } = await sql<{ text: string }>`
    select data -> 'data' ->> 'text' as text from jobs.job
     where name = 'mail' and data -> 'data' ->> 'to' = ${asha.email}
       and data -> 'data' ->> 'subject' = 'The vet says they were there'`.execute(db)
  expect(rows.map(({ text }) => text)).toEqual([
    expect.stringContaining('write to us under Help & Support within 48 hours'),
  ])
})

test('a user who has used up their notifications to the other side can’t make a claim silently', async () => {
  const story = await begin()
  const { vet } = story
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', vet.userId).execute()
  const { id: vetId } = await db
    .selectFrom('veterinary_doctors')
    .select('id')
    .where('user_id', '=', vet.userId)
    .executeTakeFirstOrThrow()
  const slot = { date: '2026-11-05', startTime: '10:00', endTime: '10:30' }
  for (let round = 0; round < 16; round++) {
    const { id } = await asha.call.veterinary.book({ vetId, slot })
    await asha.call.appointments.cancel({ id })
    await settled()
  }
  await at(story, 0.3)
  await moves['owner: absent'](story)
  await settled()
  const { rows: bell } = await vet.call.notifications.list({})
  expect(bell[0]).toMatchObject({ title: 'The owner says you didn’t come' })
  const { rows: mails } = await sql`
    select from jobs.job where name = 'mail' and data -> 'data' ->> 'to' = ${vet.email}
       and data -> 'data' ->> 'subject' = 'The owner says you didn’t come'`.execute(db)
  expect(mails).toHaveLength(1)
})
