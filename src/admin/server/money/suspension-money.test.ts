import { afterEach, expect, test, vi } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { browserOf, pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const { jobs } = world.app
const start = world.clock.now
const desk = await openDesk(world, 'nadia')
const { bank } = await world.sandbox()
const fee = 60_000
const hour = 3_600_000

async function settled() {
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await jobs.deliverEvents(world.clock.now)
  }
}

async function sweepAt(at: Date) {
  world.clock.now = at
  for (const name of ['payments-charge-due', 'payments-end-times-to-pay', 'complete-ended-appointments'])
    await jobs.runSweep(name, at)
  await settled()
}

let people = 0
async function two() {
  world.clock.now = start
  people += 1
  const owner = await world.signUp(`owner${people}`)
  const vet = await world.signUp(`vet${people}`)
  const vetId = await makeVet(db, {
    userId: vet.userId,
    fullName: `Vet ${people}`,
    teleconsultation: true,
    registrationCouncil: 'Karnataka',
  })
  await vi.waitUntil(async () => (await vet.call.accounts.me()).user?.records['veterinary_doctor'])
  const card = await saveCard(world, owner)
  const book = (date: string) =>
    owner.call.veterinary.book({
      vetId,
      slot: { date, startTime: '12:00', endTime: '12:30' },
      appointmentType: 'teleconsultation' as const,
      contactMethod: 'zoom' as const,
      contactLink: 'https://zoom.us/j/1',
      disclaimerAccepted: true,
      paymentMethodId: card,
    })
  return { owner, vet, vetId, book }
}
const suspend = async ({ userId }: { userId: string }) => {
  await desk.call.suspend({ id: userId, reason: 'Reported' })
  await settled()
}
const lift = async ({ userId }: { userId: string }) => {
  await desk.call.liftSuspension({ id: userId })
  await settled()
}
const statusOf = async (id: string) =>
  (await db
    .selectFrom('veterinary_appointments as a')
    .innerJoin('payments as p', 'p.appointment_id', 'a.id')
    .where('a.id', '=', id)
    .select(['a.status', 'p.status as paid'])
    .executeTakeFirstOrThrow()) as { status: string; paid: string }
const mailsOf = async (userId: string) =>
  (
    await db.selectFrom('notifications').select(['title', 'message']).where('user_id', '=', userId).execute()
  ).map(({ title, message }) => `${title}: ${message}`)

afterEach(async () => {
  await settled()
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a suspended owner is not charged; the charge runs if the suspension is lifted in time', async () => {
  const { owner, book } = await two()
  const { id, startsAt } = await book('2026-11-05')
  await suspend(owner)
  expect(await mailsOf(owner.userId)).toContainEqual(expect.stringContaining('Automatic payment paused'))
  await sweepAt(new Date(startsAt.getTime() - 24 * hour))
  expect(await statusOf(id)).toEqual({ status: 'pending', paid: 'created' })
  await lift(owner)
  await sweepAt(new Date(startsAt.getTime() - 23.5 * hour))
  expect(await statusOf(id)).toEqual({ status: 'confirmed', paid: 'completed' })
})

test('a suspended owner’s unpaid visit expires, and nothing is charged after that', async () => {
  const { owner, book } = await two()
  const { id, startsAt } = await book('2026-11-05')
  await suspend(owner)
  await sweepAt(new Date(startsAt.getTime() - 24 * hour))
  await sweepAt(new Date(startsAt.getTime() - 23 * hour))
  expect(await statusOf(id)).toEqual({ status: 'expired', paid: 'created' })
  expect(await mailsOf(owner.userId)).toContainEqual(expect.stringContaining('You won’t be charged.'))
  await lift(owner)
  await sweepAt(new Date(startsAt.getTime() - 22 * hour))
  expect(await statusOf(id)).toEqual({ status: 'expired', paid: 'created' })
})

test('a suspended vet’s appointments are neither charged nor payable, and the owner is notified', async () => {
  const { owner, vet, book } = await two()
  const { id, payment, startsAt } = await book('2026-11-05')
  await suspend(vet)
  expect(await mailsOf(owner.userId)).toContainEqual(expect.stringContaining('Nothing is charged meanwhile.'))
  await sweepAt(new Date(startsAt.getTime() - 24 * hour))
  expect(await statusOf(id)).toEqual({ status: 'pending', paid: 'created' })
  await expect(owner.call.payments.pay({ id: payment!.id })).rejects.toMatchObject({
    code: 'payments.paused',
  })
})

test('a payment begun before the vet’s suspension shows the reason instead of a payment page', async () => {
  const { owner, vet, book } = await two()
  const browser = browserOf(world.url, owner)
  const payments = [(await book('2026-11-05')).payment!, (await book('2026-11-06')).payment!]
  const [opened, unopened] = await Promise.all(
    payments.map(async ({ id }) => ({ id, ...(await owner.call.payments.pay({ id })) })),
  )
  const page = await browser.open(opened!.goTo)
  expect(page).toContain('sandbox-gateway')
  await suspend(vet)
  for (const { id, goTo } of [opened!, unopened!]) {
    expect(await browser.open(goTo)).toBe(`/payment-failure?payment=${id}`)
    expect(await owner.call.payments.payment({ id })).toMatchObject({ isOpen: false, isPaused: true })
  }
  await lift(vet)
  expect(await owner.call.payments.payment({ id: opened!.id })).toMatchObject({
    isOpen: true,
    isPaused: false,
  })
  expect(await browser.open(opened!.goTo)).toBe(page)
})

test('a payment on a page that was already open is held, and the owner learns that they can take it back', async () => {
  const { owner, vet, book } = await two()
  const { id, payment, endsAt } = await book('2026-11-03')
  const browser = browserOf(world.url, owner)
  const page = await browser.open((await owner.call.payments.pay({ id: payment!.id })).goTo)
  await suspend(vet)
  const back = await browser.send(page, { by: 'card', outcome: 'succeed' })
  expect(await browser.open(back)).toBe(`/payment-success?payment=${payment!.id}`)
  await settled()
  const offers = (await mailsOf(owner.userId)).filter((mail) => mail.includes('You can take a full refund'))
  expect(offers).toHaveLength(1)
  await sweepAt(new Date(endsAt.getTime() + hour))
  expect(await statusOf(id)).toEqual({ status: 'confirmed', paid: 'completed' })
  expect(await availableTo(vet)).toBe(0)
  await owner.call.appointments.takeRefund({ id })
  await settled()
  expect(await statusOf(id)).toEqual({ status: 'cancelled', paid: 'refunded' })
})

test('a suspended vet’s paid visit is not completed by the clock; the owner can take a full refund, even later', async () => {
  const { owner, vet, book } = await two()
  const { id, payment, startsAt, endsAt } = await book('2026-11-03')
  await pay(world, owner, payment!.id)
  await settled()
  await expect(owner.call.appointments.takeRefund({ id })).rejects.toMatchObject({
    code: 'appointments.move_not_allowed',
  })
  await suspend(vet)
  expect(await mailsOf(owner.userId)).toContainEqual(expect.stringContaining('You can take a full refund'))
  await sweepAt(new Date(endsAt.getTime() + hour))
  expect(await statusOf(id)).toEqual({ status: 'confirmed', paid: 'completed' })
  expect((await desk.call.payouts()).rows).toMatchObject([
    { id: vet.userId, available: 0, owed: fee, isSuspended: true },
  ])
  world.clock.now = new Date(startsAt.getTime() + 30 * hour)
  await owner.call.appointments.takeRefund({ id })
  await settled()
  expect(await statusOf(id)).toEqual({ status: 'cancelled', paid: 'refunded' })
  expect((await desk.call.payouts()).rows).toEqual([])
})

test('cancelling a suspended vet’s visit refunds everything, however late', async () => {
  const { owner, vet, book } = await two()
  const { id, payment, startsAt } = await book('2026-11-03')
  await pay(world, owner, payment!.id)
  await settled()
  await suspend(vet)
  world.clock.now = new Date(startsAt.getTime() - hour)
  await owner.call.appointments.cancel({ id })
  await settled()
  expect(await statusOf(id)).toEqual({ status: 'cancelled', paid: 'refunded' })
})

test('money that wasn’t released is held back while the vet is suspended, and paid once that is lifted', async () => {
  const { owner, vet, book } = await two()
  const { payment, endsAt } = await book('2026-11-03')
  await pay(world, owner, payment!.id)
  await settled()
  await sweepAt(endsAt)
  world.clock.now = new Date(endsAt.getTime() + 47 * hour)
  await suspend(vet)
  world.clock.now = new Date(endsAt.getTime() + 60 * hour)
  await expect(
    desk.call.recordPayout({ id: vet.userId as never, amount: fee, reference: 'NEFT 1' }),
  ).rejects.toMatchObject({ code: 'payments.nothing_ready' })
  await lift(vet)
  await desk.call.recordPayout({ id: vet.userId as never, amount: fee, reference: 'NEFT 1' })
})

/** Makes a paid visit that is ready for a payout two days after its end. */
async function visited() {
  const { owner, vet, vetId, book } = await two()
  const { payment, endsAt } = await book('2026-11-03')
  await pay(world, owner, payment!.id)
  await settled()
  await sweepAt(endsAt)
  return { vet, vetId, after: (hours: number) => new Date(endsAt.getTime() + hours * hour) }
}
const availableTo = async ({ userId }: { userId: string }) =>
  (await desk.call.payouts()).rows.find(({ id }) => id === userId)?.available

test('suspending the whole account of a vet whose record was suspended before releases nothing', async () => {
  const { vet, vetId, after } = await visited()
  world.clock.now = after(1)
  await desk.call.decide({
    record: 'veterinary_doctor',
    recordId: vetId,
    decision: { to: 'suspended', reason: 'Reported' },
  })
  world.clock.now = after(61)
  await suspend(vet)
  expect(await availableTo(vet)).toBe(0)
  await expect(
    desk.call.recordPayout({ id: vet.userId as never, amount: fee, reference: 'NEFT 1' }),
  ).rejects.toMatchObject({ code: 'payments.nothing_ready' })
  await lift(vet)
  expect(await availableTo(vet)).toBe(0)
})

test('suspending another record of a suspended vet releases nothing, and reopening the first still counts the other', async () => {
  const { vet, vetId, after } = await visited()
  const sitterId = newId<'sitter'>()
  await db
    .insertInto('pet_sitters')
    .values({ id: sitterId, user_id: vet.userId, full_name: 'A sitter' })
    .execute()
  const decide = (
    record: 'veterinary_doctor' | 'pet_sitter',
    recordId: string,
    to: 'suspended' | 'submitted',
  ) => desk.call.decide({ record, recordId, decision: { to, reason: 'Reported' } })
  world.clock.now = after(1)
  await decide('veterinary_doctor', vetId, 'suspended')
  world.clock.now = after(7 * 24)
  await decide('pet_sitter', sitterId, 'suspended')
  expect(await availableTo(vet)).toBe(0)
  // The sitter was suspended when the visit was ready for a payout.
  await decide('veterinary_doctor', vetId, 'submitted')
  expect(await availableTo(vet)).toBe(fee)
})

test('lifting a vet’s suspension resumes the visit and notifies its owner', async () => {
  const { owner, vet, book } = await two()
  const { id, payment, endsAt } = await book('2026-11-03')
  await pay(world, owner, payment!.id)
  await settled()
  await suspend(vet)
  await lift(vet)
  expect(await mailsOf(owner.userId)).toContainEqual(expect.stringContaining('Your vet is back'))
  await sweepAt(endsAt)
  expect(await statusOf(id)).toEqual({ status: 'completed', paid: 'completed' })
})

/** Suspends the whole account, or only the vet's record, which an admin reopens for checking. */
const ways = {
  account: { stop: ({ vet }: Awaited<ReturnType<typeof two>>) => suspend(vet), go: ({ vet }) => lift(vet) },
  record: {
    async stop({ vetId }) {
      const decision = { to: 'suspended' as const, reason: 'Licence withdrawn' }
      await desk.call.decide({ record: 'veterinary_doctor', recordId: vetId, decision })
      await settled()
    },
    async go({ vet, vetId }) {
      const of = { record: 'veterinary_doctor' as const, recordId: vetId }
      await desk.call.decide({ ...of, decision: { to: 'submitted' } })
      const file = new File([new Uint8Array(makePdf())], 'licence.pdf', { type: 'application/pdf' })
      await vet.call.verification.addDocument({ record: of.record, file })
      const { version } = await desk.call.submission(of)
      await desk.call.decide({ ...of, decision: { to: 'verified', version } })
      await settled()
    },
  },
} satisfies Record<string, Record<'stop' | 'go', (people: Awaited<ReturnType<typeof two>>) => Promise<void>>>

test.each(['account', 'record'] as const)(
  'suspending the vet’s %s stops charges and payouts, and gives the owner everything back',
  async (what) => {
    const people = await two()
    const { owner, vet, book } = people
    const paid = await book('2026-11-03')
    await pay(world, owner, paid.payment!.id)
    const unpaid = await book('2026-11-05')
    await settled()
    await ways[what].stop(people)
    expect(await mailsOf(owner.userId)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('You can take a full refund'),
        expect.stringContaining('Nothing is charged meanwhile.'),
      ]),
    )
    await sweepAt(new Date(unpaid.startsAt.getTime() - 24 * hour))
    expect(await statusOf(unpaid.id)).toEqual({ status: 'pending', paid: 'created' })
    await expect(owner.call.payments.pay({ id: unpaid.payment!.id })).rejects.toMatchObject({
      code: 'payments.paused',
    })
    expect(await statusOf(paid.id)).toEqual({ status: 'confirmed', paid: 'completed' })
    const payable = async () => (await desk.call.payouts()).rows.find(({ id }) => id === vet.userId)
    expect(await payable()).toMatchObject({ available: 0, owed: fee, isSuspended: true })
    await owner.call.appointments.takeRefund({ id: paid.id })
    await settled()
    expect(await statusOf(paid.id)).toEqual({ status: 'cancelled', paid: 'refunded' })
    expect(await payable()).toBeUndefined()
  },
)

test.each(['rejected', 'submitted again after a suspension'] as const)(
  'an owner whose vet is %s is refunded in full, charged for nothing, and nothing is released',
  async (how) => {
    const people = await two()
    const { owner, vetId, book } = people
    const [paid, kept] = [await book('2026-11-03'), await book('2026-11-04')]
    const unpaid = await book('2026-11-05')
    for (const { payment } of [paid, kept]) await pay(world, owner, payment!.id)
    await settled()
    if (how === 'rejected') {
      // The vet has changed verified facts, and may go on working until that is decided.
      await db
        .updateTable('veterinary_doctors')
        .set({ verification_status: 'submitted', submitted_at: start, facts_verified_at: start })
        .where('id', '=', vetId)
        .execute()
      const decision = { to: 'rejected' as const, reason: 'The licence has run out' }
      await desk.call.decide({ record: 'veterinary_doctor', recordId: vetId, decision })
    } else {
      await ways.record.stop(people)
      await desk.call.decide({ record: 'veterinary_doctor', recordId: vetId, decision: { to: 'submitted' } })
    }
    await settled()
    expect(await mailsOf(owner.userId)).toContainEqual(expect.stringContaining('You can take a full refund'))
    await expect(owner.call.payments.pay({ id: unpaid.payment!.id })).rejects.toMatchObject({
      code: 'payments.paused',
    })
    world.clock.now = new Date(paid.startsAt.getTime() - hour)
    expect(await owner.call.appointments.cancel({ id: paid.id })).toMatchObject({ status: 'cancelled' })
    await sweepAt(new Date(unpaid.startsAt.getTime() - 24 * hour))
    expect(await statusOf(paid.id)).toEqual({ status: 'cancelled', paid: 'refunded' })
    expect(await statusOf(unpaid.id)).toEqual({ status: 'pending', paid: 'created' })
    await sweepAt(new Date(kept.endsAt.getTime() + hour))
    expect(await statusOf(kept.id)).toEqual({ status: 'confirmed', paid: 'completed' })
    await owner.call.appointments.takeRefund({ id: kept.id })
    await settled()
    expect(await statusOf(kept.id)).toEqual({ status: 'cancelled', paid: 'refunded' })
  },
)

test.each(['account', 'record'] as const)(
  'lifting a suspension of the vet’s %s days later leaves the owner a day to say that the vet didn’t come',
  async (what) => {
    const people = await two()
    const { owner, vet, book } = people
    const [claimed, quiet] = [await book('2026-11-03'), await book('2026-11-04')]
    for (const { payment } of [claimed, quiet]) await pay(world, owner, payment!.id)
    await settled()
    await ways[what].stop(people)
    world.clock.now = new Date(quiet.endsAt.getTime() + 72 * hour)
    await sweepAt(world.clock.now)
    await ways[what].go(people)
    const lifted = world.clock.now
    await sweepAt(lifted)
    for (const { id } of [claimed, quiet])
      expect(await statusOf(id)).toEqual({ status: 'completed', paid: 'completed' })
    world.clock.now = new Date(lifted.getTime() + 23 * hour)
    await owner.call.appointments.reportAbsence({ id: claimed.id })
    world.clock.now = new Date(lifted.getTime() + 24 * hour)
    await expect(owner.call.appointments.reportAbsence({ id: quiet.id })).rejects.toMatchObject({
      code: 'appointments.move_not_allowed',
    })
    await sweepAt(new Date(lifted.getTime() + 48 * hour))
    await jobs.runSweep('give-up-absent-appointments', world.clock.now)
    await settled()
    expect(await statusOf(claimed.id)).toEqual({ status: 'cancelled', paid: 'refunded' })
    expect((await desk.call.payouts()).rows.find(({ id }) => id === vet.userId)).toMatchObject({
      available: fee,
      owed: fee,
      isSuspended: false,
    })
  },
)

test('a suspended vet who asked for deletion stays until nothing is owed to them, and the owner can still take the refund', async () => {
  const { owner, vet, book } = await two()
  const { id, payment } = await book('2026-11-05')
  await pay(world, owner, payment!.id)
  await settled()
  await suspend(vet)
  await db.updateTable('users').set({ leaving_since: start }).where('id', '=', vet.userId).execute()
  world.clock.now = new Date(start.getTime() + 20 * 24 * hour)
  expect(await jobs.runSweep('erase-accounts-that-were-left', world.clock.now)).toBe(0)
  await owner.call.appointments.takeRefund({ id })
  await settled()
  expect(await statusOf(id)).toMatchObject({ status: 'cancelled' })
  expect(await jobs.runSweep('erase-accounts-that-were-left', world.clock.now)).toBe(1)
})
