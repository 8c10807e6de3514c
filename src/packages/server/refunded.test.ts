import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { disputeAtBank, refundInDashboard, withdrawInDashboard } from '#/payments/server/dashboard.factory.ts'
import { pay, payWithOffer } from '#/payments/server/payer.factory.ts'
import { makeTrainer } from '#/training/server/training.factory.ts'
import { makeOffer } from './packages.factory.ts'

// The operator refunds packages in the gateway's dashboard, which knows nothing of their sessions.

const world = await openWorld({ DATABASE_POOL: '24' })
const { db, clock } = world
const { jobs } = world.app
const asha = await world.signUp('asha')
const om = await world.signUp('om')
const desk = await openDesk(world, 'nadia')
const trainerId = await makeTrainer(db, { userId: om.userId, offersOnline: true, hourlyRate: 80_000 })
const price = 280_001
const share = 70_000
const start = clock.now

async function settled() {
  const { bank } = await world.sandbox()
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await jobs.deliverEvents(clock.now)
  }
}

async function buy({ offer = 0 } = {}) {
  const offerId = await makeOffer(db, { trainerId })
  const { id, paymentId } = await asha.call.packages.buy({
    offerId,
    price,
    version: 1,
    singlePrice: 80_000,
  })
  if (offer > 0) await payWithOffer(world, asha, paymentId, offer)
  else await pay(world, asha, paymentId)
  await settled()
  return {
    id,
    paymentId,
    refund: (amount: number) => refundInDashboard(world, paymentId, amount),
    async dispute(status: 'open' | 'won' | 'lost', amount = price) {
      await disputeAtBank(world, paymentId, { amount, status })
      await settled()
    },
    async look() {
      const { package: shown, ...rest } = await asha.call.packages.package({ id })
      return { ...shown, ...rest }
    },
  }
}
let slots = 0
/** Returns a later slot for each booking. */
function slot() {
  const date = new Date(start.getTime() + (3 + Math.floor(slots / 2)) * DAY).toISOString().slice(0, 10)
  const at = 9 + 5 * (slots++ % 2)
  const two = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  return { date, startTime: two(at), endTime: two(at + 1) }
}
const book = (packageId: string) =>
  asha.call.training.book({ trainerId, sessionType: 'Puppy Training', packageId, slot: slot() })
async function completeAll(endsAt: Date) {
  clock.now = new Date(endsAt.getTime() + 1000)
  await jobs.runSweep('complete-ended-appointments', clock.now)
  await settled()
}
const statusOf = async (id: string) =>
  (await db.selectFrom('appointments').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const releasedOf = async (paymentId: string) =>
  (
    await db.selectFrom('payment_shares').select('amount').where('payment_id', '=', paymentId).execute()
  ).reduce((sum, { amount }) => sum + amount, 0)
const newsOf = async (person: typeof asha) =>
  (await person.call.notifications.list({})).rows.map(({ title, message }) => `${title}: ${message}`)

afterEach(async () => {
  await settled()
  expect(await world.findBrokenInvariants()).toEqual([])
  clock.now = start
})

test('a package that was refunded in full in the dashboard ends, by several refunds too, and both sides are notified', async () => {
  const { id, look, refund, paymentId } = await buy()
  await refund(80_001)
  await settled()
  expect(await look()).toMatchObject({ status: 'active', balance: 4 })
  expect((await newsOf(om))[0]).toMatch(
    /^We refunded an owner: asha is getting back ₹800\.01 for “Puppy basics”/,
  )
  const { id: kept } = await book(id)
  await asha.call.appointments.cancel({ id: kept })
  await refund(200_000)
  await settled()
  expect(await look()).toMatchObject({
    status: 'ended',
    balance: 0,
    gone: 4,
    refunded: { amount: price },
    returnFor: null,
    events: expect.arrayContaining([expect.objectContaining({ what: 'ended', by: 'system' })]),
  })
  expect(await releasedOf(paymentId)).toBe(0)
  await expect(book(id)).rejects.toMatchObject({ code: 'packages.not_active' })
  expect((await newsOf(asha))[0]).toMatch(
    /^Refund on its way: We’re sending ₹2,000\.00 for “Puppy basics” .* The package has ended\./,
  )
  expect((await newsOf(om)).filter((text) => text.startsWith('A package was refunded'))).toEqual([
    expect.stringMatching(/asha is getting back the full price of “Puppy basics”/),
  ])
})

test('a package that was refunded in full before we knew that it was paid ends', async () => {
  const offerId = await makeOffer(db, { trainerId })
  const { id, paymentId } = await asha.call.packages.buy({
    offerId,
    price,
    version: 1,
    singlePrice: 80_000,
  })
  await asha.call.payments.pay({ id: paymentId })
  await refundInDashboard(world, paymentId, price)
  // Its refund was told first, when the package was still unpaid.
  const { numAffectedRows } = await sql`
    delete from jobs.job where data::text like '%packages.note-refund%' and state = 'created'`.execute(db)
  expect(numAffectedRows).toBe(1n)
  await settled()
  const { package: shown } = await asha.call.packages.package({ id })
  expect(shown).toMatchObject({ status: 'ended', balance: 0 })
  expect((await newsOf(om))[0]).toMatch(/^A package was refunded/)
})

test('a package can’t be used once it’s refunded in full, even before it has ended', async () => {
  const { id, look, refund } = await buy()
  await refund(price)
  expect(await look()).toMatchObject({ status: 'active', balance: 4 })
  await expect(book(id)).rejects.toMatchObject({ code: 'packages.not_active' })
})

test('sessions that are still booked are cancelled, and used ones aren’t paid', async () => {
  const { id, look, refund, paymentId } = await buy()
  const { endsAt } = await book(id)
  await completeAll(endsAt)
  expect(await releasedOf(paymentId)).toBe(share)
  const upcoming = await book(id)
  await refund(price)
  await settled()
  expect(await statusOf(upcoming.id)).toBe('cancelled')
  expect(await look()).toMatchObject({ status: 'ended', balance: 0, used: 1, gone: 3 })
  const cancelled = /^Appointment cancelled: We cancelled .* Reason: Its package was refunded in full/
  expect(await newsOf(asha)).toContainEqual(expect.stringMatching(cancelled))
  expect(await newsOf(om)).toContainEqual(expect.stringMatching(cancelled))
  clock.now = new Date(clock.now.getTime() + 30 * DAY)
  expect(await om.call.payments.payouts()).toMatchObject({ available: 0, owed: 0 })
})

test('a refund that is withdrawn after the package has ended leaves its used sessions to the trainer', async () => {
  const { id, look, refund, paymentId } = await buy()
  const { endsAt } = await book(id)
  await completeAll(endsAt)
  await book(id)
  const ref = await refund(price)
  await settled()
  await withdrawInDashboard(world, ref)
  await settled()
  expect(await look()).toMatchObject({ status: 'ended', refunded: { amount: price - share } })
  expect(await asha.call.payments.payment({ id: paymentId })).toMatchObject({ status: 'partially_refunded' })
  clock.now = new Date(clock.now.getTime() + 30 * DAY)
  expect(await om.call.payments.payouts()).toMatchObject({ available: share, owed: share })
})

test('a package that had ended with a session booked loses that one, too, and isn’t opened again', async () => {
  for (const how of ['ended', 'expired'] as const) {
    const { id, look, refund } = await buy()
    const used = await book(id)
    await completeAll(used.endsAt)
    await desk.call.refund({ id: (await look()).payment.id, amount: 50_000, reason: 'Goodwill' })
    await settled()
    const { id: upcoming } = await book(id)
    if (how === 'ended') await desk.call.endPackage({ id, note: 'The trainer moved away' })
    else {
      await db.updateTable('packages').set({ expires_at: clock.now }).where('id', '=', id).execute()
      await jobs.runSweep('expire-packages', clock.now)
    }
    expect(await look()).toMatchObject({ status: how })
    await refund(price - 50_000)
    await settled()
    expect(await statusOf(upcoming)).toBe('cancelled')
    expect(await look()).toMatchObject({ status: how, balance: 0, used: 1, gone: 3 })
  }
})

test('a package whose whole price the bank took back ends, and its booked sessions are cancelled', async () => {
  const { owed } = await om.call.payments.payouts()
  const { id, look, dispute, refund, paymentId } = await buy()
  const { endsAt } = await book(id)
  await completeAll(endsAt)
  const upcoming = await book(id)
  await refund(80_000)
  await settled()
  await dispute('open', price - 80_000)
  expect(await look()).toMatchObject({ status: 'active' })
  await dispute('lost', price - 80_000)
  expect(await look()).toMatchObject({ status: 'ended', balance: 0, used: 1, gone: 3 })
  expect(await statusOf(upcoming.id)).toBe('cancelled')
  expect(await newsOf(om)).toContainEqual(
    expect.stringMatching(/^A package has ended: asha disputed the payment for “Puppy basics”/),
  )
  expect(await newsOf(asha)).toContainEqual(
    expect.stringMatching(
      /^Your package has ended: Your bank has returned the rest of what you paid for “Puppy basics”/,
    ),
  )
  expect(await om.call.payments.payouts()).toMatchObject({ owed })
  expect((await om.call.payments.earnings({})).rows.find((one) => one.id === paymentId)).toMatchObject({
    refunded: { amount: price },
    isTakenBack: true,
  })
})

test('a package of which the bank took a part stays, and its trainer reads of a rest only if there is one', async () => {
  const { id, look, dispute, paymentId } = await buy()
  await dispute('open', 80_000)
  // It could expire before the bank decides, so it can be returned meanwhile.
  expect(await look()).toMatchObject({ isDisputed: true, returnFor: { amount: price } })
  await expect(book(id)).rejects.toMatchObject({ code: 'packages.disputed' })
  await dispute('lost', 80_000)
  // A return sends only what the bank hasn't taken, and a session can be booked again.
  expect(await look()).toMatchObject({
    status: 'active',
    balance: 4,
    returnFor: { amount: price - 80_000 },
  })
  const { id: bookedId } = await book(id)
  await asha.call.appointments.cancel({ id: bookedId })
  await settled()
  await refundInDashboard(world, paymentId, price - 80_000)
  // It expires before the refund is told.
  await db.updateTable('packages').set({ expires_at: clock.now }).where('id', '=', id).execute()
  await jobs.runSweep('expire-packages', clock.now)
  const [expired] = (await newsOf(om)).filter((text) => text.startsWith('A package has expired'))
  expect(expired).not.toContain('ready to be paid out')
})

test('a package returned while a dispute is open is refunded once that is won', async () => {
  const { id, look, dispute, paymentId } = await buy()
  await dispute('open')
  await asha.call.packages.return({ id, refund: price })
  await settled()
  const sent = async () =>
    (
      await db
        .selectFrom('refunds')
        .select('amount')
        .where('payment_id', '=', paymentId)
        .where('status', '=', 'succeeded')
        .execute()
    ).map(({ amount }) => amount)
  expect(await sent()).toEqual([])
  await dispute('won')
  expect(await sent()).toEqual([price])
  expect(await look()).toMatchObject({ status: 'returned' })
})

test('after a lost dispute, a package covers only the sessions that the remaining money pays for', async () => {
  const { id, dispute } = await buy()
  await dispute('open', price - share - 1)
  await dispute('lost', price - share - 1)
  await book(id)
  await expect(book(id)).rejects.toMatchObject({ code: 'packages.not_covered' })
})

test('sessions that come back while a dispute is open are all refunded once it is won', async () => {
  const { id, look, dispute } = await buy()
  const sessions = [await book(id), await book(id)]
  await desk.call.endPackage({ id, note: 'The trainer moved away' })
  const before = (await look()).refunded.amount
  await dispute('open')
  for (const session of sessions) await om.call.appointments.cancel({ id: session.id })
  await settled()
  expect(await look()).toMatchObject({ refunded: { amount: before } })
  await dispute('won')
  expect(await look()).toMatchObject({ refunded: { amount: before + 2 * share } })
})

test('a booking that races a full refund in the dashboard is refused or cancelled', async () => {
  for (let n = 0; n < 6; n++) {
    const { id, look, refund } = await buy()
    const answers = Array.from({ length: 3 }, () => book(id).catch(({ code }: { code: string }) => code))
    const [, ...booked] = await Promise.all([refund(price).then(settled), ...answers])
    await settled()
    for (const one of booked)
      if (typeof one === 'string') expect(one).toBe('packages.not_active')
      else expect(await statusOf(one.id)).toBe('cancelled')
    expect(await look()).toMatchObject({ status: 'ended', balance: 0, gone: 4 })
  }
})

test('an owner who paid less, with an offer of the operator’s, is promised what they paid', async () => {
  const paid = 250_000
  const { id, look, paymentId } = await buy({ offer: price - paid })
  expect(await look()).toMatchObject({ returnFor: { amount: paid } })
  await asha.call.packages.return({ id, refund: paid })
  await settled()
  expect(await look()).toMatchObject({ status: 'returned', refunded: { amount: paid }, returnFor: null })
  expect(await asha.call.payments.payment({ id: paymentId })).toMatchObject({ status: 'refunded' })
})

test('Support’s refund of all that an owner paid with an offer ends the package, and the owner is told', async () => {
  const { look, paymentId } = await buy({ offer: 30_001 })
  const refund = (amount: number) => desk.call.refund({ id: paymentId, amount, reason: 'Goodwill' })
  await refund(50_000)
  await settled()
  expect((await newsOf(asha))[0]).not.toContain('The package has ended.')
  await refund(200_000)
  await settled()
  expect(await look()).toMatchObject({ status: 'ended' })
  expect(await newsOf(asha)).toContainEqual(
    expect.stringMatching(/^Support refunded you: ₹2,000\.00 .* Goodwill\. The package has ended\./),
  )
})
