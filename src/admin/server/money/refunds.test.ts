import { afterEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { lateMs } from '#/payments/sandbox/bank.ts'
import type { Outcome } from '#/payments/sandbox/store.ts'
import { disputeAtBank } from '#/payments/server/dashboard.factory.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const { jobs } = world.app
const nadia = await openDesk(world, 'nadia')
const omar = await openDesk(world, 'omar')
const support = await openDesk(world, 'farah', 'support')
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
const card = await saveCard(world, asha)
const { bank } = await world.sandbox()
const fee = 60_000
const hour = 3_600_000

async function settled() {
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await jobs.deliverEvents(world.clock.now)
  }
}

let slots = 0
async function book(outcome: Outcome | null = 'succeed') {
  const at = String(10 + (slots % 7))
  const date = `2026-11-0${5 + Math.floor(slots++ / 7)}`
  const { id, payment, endsAt } = await asha.call.veterinary.book({
    vetId,
    slot: { date, startTime: `${at}:00`, endTime: `${at}:30` },
    appointmentType: 'teleconsultation' as const,
    contactMethod: 'zoom' as const,
    contactLink: 'https://zoom.us/j/1',
    disclaimerAccepted: true,
    paymentMethodId: card,
  })
  if (outcome) await pay(world, asha, payment!.id, outcome)
  await settled()
  return { id, paymentId: payment!.id, endsAt }
}
const reason = 'The call broke off after five minutes'
const refundOf = (id: string, amount: number, desk = nadia) => desk.call.refund({ id, amount, reason })
const sentBack = async (paymentId: string) =>
  (await db.selectFrom('refunds').select('amount').where('payment_id', '=', paymentId).execute()).reduce(
    (sum, { amount }) => sum + amount,
    0,
  )
const titlesOf = async (person: typeof asha) =>
  (await person.call.notifications.list({ type: 'payment_refunded' })).rows.map(
    ({ title, message }) => `${title}: ${message}`,
  )

const start = world.clock.now
afterEach(async () => {
  await settled()
  expect(await world.findBrokenInvariants()).toEqual([])
  world.clock.now = start
})

test('an administrator refunds part of a completed visit; both sides are notified, and the log records it', async () => {
  const { id, paymentId, endsAt } = await book()
  world.clock.now = endsAt
  await jobs.runSweep('complete-ended-appointments', endsAt)
  expect(await nadia.call.appointment({ reference: id })).toMatchObject({
    payment: { id: paymentId, refundable: fee, isDisputed: false, isSandbox: true },
  })
  await expect(
    nadia.call.refund({ id: paymentId, amount: 1, reason: 'long '.repeat(50) }),
  ).rejects.toMatchObject({
    code: 'request.malformed',
    data: { issues: [{ path: 'reason', message: 'Please use 200 characters at most.' }] },
  })
  await refundOf(paymentId, 20_000)
  await settled()
  expect(await nadia.call.appointment({ reference: id })).toMatchObject({
    payment: { status: 'partially_refunded', refunded: 20_000, refundable: 40_000 },
  })
  expect(await titlesOf(asha)).toEqual([
    expect.stringMatching(
      /^Support refunded you: ₹200\.00 .* Reason: The call broke off after five minutes\./,
    ),
  ])
  expect(await titlesOf(meera)).toEqual([
    expect.stringMatching(
      /^Support refunded an owner: asha is getting back ₹200\.00 .*taken from what you’re owed/,
    ),
  ])
  const { rows: log } = await nadia.call.log({ action: 'payment.refunded' })
  expect(log).toMatchObject([
    {
      admin: { name: 'nadia' },
      subject: { kind: 'appointment', id },
      reason,
      after: { amount: 20_000, currency: 'INR' },
    },
  ])
  world.clock.now = new Date(endsAt.getTime() + 48 * hour)
  expect(await meera.call.payments.payouts()).toMatchObject({ available: 40_000, owed: 40_000 })
  expect(await asha.call.payments.payment({ id: paymentId })).toMatchObject({
    refunds: [{ amount: { amount: 20_000 }, reason }],
  })
})

test('two administrators who refund at once never send back more than was captured', async () => {
  const { paymentId } = await book()
  const all = await Promise.allSettled([
    refundOf(paymentId, 40_000, nadia),
    refundOf(paymentId, 40_000, omar),
    refundOf(paymentId, 30_000, omar),
    refundOf(paymentId, 20_000, nadia),
  ])
  for (const one of all)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'payments.refund_too_high' })
  await settled()
  const back = await sentBack(paymentId)
  expect(back).toBeGreaterThanOrEqual(40_000)
  expect(back).toBeLessThanOrEqual(fee)
  // The database enforces it too.
  const { id: attempt_id } = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await expect(
    db
      .insertInto('refunds')
      .values({
        id: crypto.randomUUID(),
        payment_id: paymentId,
        attempt_id,
        amount: fee,
        currency: 'INR',
        reason,
        status: 'pending',
        created_at: start,
      })
      .execute(),
  ).rejects.toThrow('more would be refunded than was paid')
})

test('only one of several equal refunds from the same page is made', async () => {
  const { paymentId } = await book()
  const tries = await Promise.allSettled(
    Array.from({ length: 3 }, () =>
      nadia.call.refund({ id: paymentId, amount: 10_000, seen: 60_000, reason }),
    ),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of tries)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'payments.refundable_changed' })
  await settled()
  expect(await sentBack(paymentId)).toBe(10_000)
})

test('a refund that is sent several times at once, as by a double click, goes once', async () => {
  const { id, paymentId } = await book()
  const send = () =>
    nadia.call.refund({ id: paymentId, amount: 20_000, reason }, { context: { key: 'refund-clicked-twice' } })
  await Promise.all([send(), send(), send(), send()])
  await settled()
  // Its answer was lost.
  await send()
  await settled()
  expect(await sentBack(paymentId)).toBe(20_000)
  const { rows } = await nadia.call.log({ action: 'payment.refunded' })
  expect(rows.filter(({ subject }) => subject.id === id)).toHaveLength(1)
  // A second one that is meant gets a key of its own.
  await nadia.call.refund({ id: paymentId, amount: 20_000, reason }, { context: { key: 'refund-once-more' } })
  await settled()
  expect(await sentBack(paymentId)).toBe(40_000)
})

test('an admin’s refund and a cancellation’s refund add up to what was paid', async () => {
  const { id, paymentId } = await book()
  await refundOf(paymentId, 25_000)
  await settled()
  await asha.call.appointments.cancel({ id })
  await settled()
  expect(await sentBack(paymentId)).toBe(fee)
  expect(await asha.call.payments.payment({ id: paymentId })).toMatchObject({ status: 'refunded' })
  await expect(refundOf(paymentId, 1)).rejects.toMatchObject({ code: 'payments.refund_too_high' })
})

test('support can’t refund, and a refund needs a paid appointment, an amount and a reason', async () => {
  const { paymentId } = await book(null)
  await expect(refundOf(paymentId, 100, support)).rejects.toMatchObject({
    code: 'request.administrators_only',
  })
  await expect(refundOf(paymentId, 100)).rejects.toMatchObject({ code: 'payments.not_paid' })
  await expect(refundOf(paymentId, 0)).rejects.toMatchObject({ code: 'request.malformed' })
  await expect(nadia.call.refund({ id: paymentId, amount: 1, reason: ' ' })).rejects.toMatchObject({
    code: 'request.malformed',
  })
})

test('a refund below one rupee, which no gateway sends, is refused', async () => {
  const { paymentId } = await book()
  await expect(refundOf(paymentId, 99)).rejects.toMatchObject({ code: 'payments.refund_too_low' })
  await refundOf(paymentId, 100)
  await settled()
  expect(await sentBack(paymentId)).toBe(100)
})

test('a disputed payment is neither refunded nor owed while the bank decides, and admins see it in a list', async () => {
  const before = await meera.call.payments.payouts()
  const { id, paymentId } = await book('dispute')
  world.clock.now = new Date(world.clock.now.getTime() + lateMs)
  await settled()
  await expect(refundOf(paymentId, 1)).rejects.toMatchObject({ code: 'payments.refund_too_high' })
  expect(await nadia.call.appointment({ reference: id })).toMatchObject({
    payment: { isDisputed: true, refundable: 0 },
  })
  expect(await meera.call.payments.payouts()).toMatchObject({ owed: before.owed, disputed: fee })
  const { rows } = await support.call.moneyBack({ show: 'open_disputes' })
  expect(rows).toMatchObject([
    {
      kind: 'dispute',
      status: 'open',
      amount: fee,
      appointmentId: id,
      isSandbox: true,
      payer: { name: 'asha' },
      payee: { name: 'Dr. Meera Iyer' },
    },
  ])
  expect((await nadia.call.moneyBack({ show: 'disputes' })).rows).toHaveLength(1)
})

test('admins list refunds and disputes page by page, the latest first', async () => {
  const { paymentId } = await book()
  for (let n = 0; n < 22; n++) await refundOf(paymentId, 100 + n)
  const first = await nadia.call.moneyBack({ show: 'refunds' })
  expect(first.rows).toHaveLength(20)
  const second = await nadia.call.moneyBack({ show: 'refunds', cursor: first.nextCursor! })
  const all = [...first.rows, ...second.rows]
  const times = all.map(({ at }) => at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect((await nadia.call.moneyBack({ show: 'waiting' })).rows).toHaveLength(20)
  await settled()
  expect((await nadia.call.moneyBack({ show: 'waiting' })).rows).toEqual([])
})

/** Books and cancels a visit whose refund the gateway refuses for a day. */
async function refusedForADay() {
  const { id, paymentId } = await book('refund_fails')
  await asha.call.appointments.cancel({ id })
  await settled()
  await db
    .updateTable('refunds')
    .set({ tries: 23 })
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'failed')
    .execute()
  await retryHourly()
  const { rows } = await nadia.call.moneyBack({ show: 'stuck' })
  expect(rows).toMatchObject([{ status: 'failed', isStuck: true, failure: 'account_closed', amount: fee }])
  return { paymentId, refundId: rows[0]!.id }
}
async function retryHourly() {
  world.clock.now = new Date(world.clock.now.getTime() + hour)
  await jobs.runSweep('payments-reconcile', world.clock.now)
  await settled()
}
const triesOf = async (refundId: string) =>
  (await db.selectFrom('refunds').select('tries').where('id', '=', refundId).executeTakeFirstOrThrow()).tries

test('a refund that the gateway refuses for a day is tried no more, and an administrator pays it by hand', async () => {
  const { paymentId, refundId } = await refusedForADay()
  await retryHourly()
  expect(await triesOf(refundId)).toBe(24)
  const pay = (desk: typeof nadia, reference: string) =>
    desk.call.payRefundByHand({ id: refundId, reference })
  await expect(pay(support, 'UTR 1')).rejects.toMatchObject({ code: 'request.administrators_only' })
  const both = await Promise.allSettled([pay(nadia, 'UTR 1'), pay(omar, 'UTR 1')])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await settled()
  expect(await asha.call.payments.payment({ id: paymentId })).toMatchObject({ status: 'refunded' })
  const { rows } = await nadia.call.moneyBack({ show: 'refunds' })
  expect(rows.find(({ id }) => id === refundId)).toMatchObject({ status: 'succeeded', paidByHand: 'UTR 1' })
  expect((await titlesOf(asha))[0]).toContain('by bank transfer. Reference: UTR 1.')
  expect((await nadia.call.log({})).rows[0]).toMatchObject({ action: 'refund.paid_by_hand' })
  await expect(pay(nadia, 'UTR 2')).rejects.toMatchObject({ code: 'payments.refund_not_waiting' })
})

test('a refund isn’t paid by hand or sent again while the payer’s bank may return the money', async () => {
  const { paymentId, refundId } = await refusedForADay()
  await disputeAtBank(world, paymentId, { amount: fee, status: 'open' })
  await settled()
  const disputed = { code: 'payments.disputed' }
  const pay = () => nadia.call.payRefundByHand({ id: refundId, reference: 'UTR 3' })
  await expect(nadia.call.retryRefund({ id: refundId })).rejects.toMatchObject(disputed)
  await expect(pay()).rejects.toMatchObject(disputed)
  await disputeAtBank(world, paymentId, { amount: fee, status: 'won' })
  await settled()
  await pay()
  await settled()
  expect(await asha.call.payments.payment({ id: paymentId })).toMatchObject({ status: 'refunded' })
})

test('an administrator sends a refund again that the gateway had refused for a day', async () => {
  const { paymentId, refundId } = await refusedForADay()
  await nadia.call.retryRefund({ id: refundId })
  await settled()
  expect(await triesOf(refundId)).toBe(25)
  expect((await nadia.call.moneyBack({ show: 'stuck' })).rows, 'refused again').toHaveLength(1)
  // The sandbox sends a refund at its second try.
  await db.updateTable('refunds').set({ tries: 1 }).where('id', '=', refundId).execute()
  await nadia.call.retryRefund({ id: refundId })
  await settled()
  expect(await asha.call.payments.payment({ id: paymentId })).toMatchObject({ status: 'refunded' })
})
