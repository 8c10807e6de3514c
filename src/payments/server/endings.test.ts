import type { IncomingMessage, ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import type { PaymentLapsed } from '#/payments/events.ts'
import type { GatewayName } from '#/payments/rules.ts'
import { lateMs } from '#/payments/sandbox/bank.ts'
import type { Outcome } from '#/payments/sandbox/store.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { disputeAtBank } from './dashboard.factory.ts'
import { browserOf, pay, saveCard } from './payer.factory.ts'
import { settle } from './settle.ts'

// Money beyond the usual course: lost answers, disputes, returned refunds, and a gateway that is gone.

const world = await openWorld()
const { db } = world
const { jobs } = world.app
const start = world.clock.now
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
const card = await saveCard(world, asha)
const { bank, server, store } = await world.sandbox()
const browser = browserOf(world.url, asha)
const fee = 60_000
const minutes = (count: number) => count * 60_000
const hours = (count: number) => minutes(count * 60)

/** This many of the next answers are lost after taking effect. */
let losing = 0
server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
  if (losing === 0 || !request.url?.startsWith('/v1/') || request.method !== 'POST') return
  losing--
  response.writeHead = () => response
  response.end = () => response.destroy() as never
})

async function settled(at = world.clock.now) {
  world.clock.now = at
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await jobs.deliverEvents(at)
  }
}

/** Retries failed jobs now, instead of at the queue's own time. */
const tryAgain = async () => {
  await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(db)
  await settled()
}

async function sweep(name: string, at = world.clock.now) {
  world.clock.now = at
  await jobs.runSweep(name, at)
  await settled(at)
}

/** Runs a sweep and its jobs while the gateway is silent. */
async function sweepUnheard(name: string, at: Date) {
  world.clock.now = at
  await jobs.runSweep(name, at)
  await jobs.deliverEvents(at)
  loseMessages()
}

function loseMessages() {
  while (store.takeDue(world.clock.now.getTime())) {}
}

/** Days on which the vet works, enough for tests that are tried twice. */
const days = ['05', '06', '07', '09', '10', '11', '12']
let slot = 0
async function book() {
  const hour = String(9 + (slot % 8)).padStart(2, '0')
  const date = `2026-11-${days[Math.floor(slot++ / 8)]}`
  const booked = await asha.call.veterinary.book({
    vetId,
    slot: { date, startTime: `${hour}:00`, endTime: `${hour}:30` },
    appointmentType: 'teleconsultation',
    contactMethod: 'whatsapp',
    contactLink: '+919812345678',
    disclaimerAccepted: true,
    paymentMethodId: card,
  })
  return { id: booked.id, paymentId: booked.payment!.id, startsAt: booked.startsAt }
}

async function paid(outcome: Outcome = 'succeed') {
  const booked = await book()
  await pay(world, asha, booked.paymentId, outcome)
  await settled()
  return booked
}

/** Lets the payer's bank open a dispute, which it does after a while. */
const dispute = (at = new Date(world.clock.now.getTime() + lateMs)) => settled(at)

async function endDispute(paymentId: string, how: 'open' | 'won' | 'lost') {
  const attempt = await attemptOf(paymentId)
  bank.decideDispute(attempt.gateway_ref!, how)
  await settled()
}

const attemptOf = (paymentId: string) =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
const refundsOf = (paymentId: string) =>
  db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute()
const appointment = (id: string) =>
  db.selectFrom('veterinary_appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const paymentOf = (id: string) => asha.call.payments.payment({ id })

/** Returns each account's balance for one payment, in minor units. */
async function accounts(paymentId: string) {
  const { rows } = await sql<{ account: string; amount: string }>`
    select e.account, sum(e.amount) as amount
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.payment_id = ${paymentId} group by 1 having sum(e.amount) <> 0 order by 1
  `.execute(db)
  return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]))
}

beforeEach(() => {
  world.clock.now = start
  return async () => {
    losing = 0
    expect(await world.findBrokenInvariants()).toEqual([])
  }
})

test('a charge with a lost answer is refunded if its booking is cancelled before the retry', async () => {
  const { id, paymentId, startsAt } = await book()
  losing = 1
  await sweepUnheard('payments-charge-due', new Date(startsAt.getTime() - hours(24)))
  expect(losing).toBe(0)
  expect(await attemptOf(paymentId)).toMatchObject({ status: 'open', gateway_ref: null })
  await meera.call.appointments.decline({ id, reason: 'Away' })
  await tryAgain()
  expect(await attemptOf(paymentId)).toMatchObject({ status: 'succeeded' })
  expect(await paymentOf(paymentId)).toMatchObject({ status: 'refunded' })
  expect(await accounts(paymentId)).toEqual({})
})

test('a payment that arrives while its appointment lapses confirms it', async () => {
  const { id, paymentId } = await book()
  await asha.call.payments.pay({ id: paymentId })
  const attempt = await attemptOf(paymentId)
  const seen = {
    ref: 'pay_in_time',
    state: 'succeeded' as const,
    amount: fee,
    currency: 'INR',
    method: null,
    failure: null,
    paidAt: world.clock.now,
    disputes: [],
  }
  const workIn = (other: typeof db) => ({ db: other, now: world.clock.now, announce: jobs.announceIn(other) })
  const lapsing = await db.transaction().execute(async (settling) => {
    await settle(workIn(settling), attempt.id, seen)
    await jobs.announceIn(db)<PaymentLapsed>('payments.lapsed', { paymentId })
    const delivering = jobs.deliverEvents(world.clock.now)
    // The lapse has read the payment as unpaid, and waits for its lock.
    await vi.waitUntil(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
      return rows.length > 0
    })
    return { delivering }
  })
  await lapsing.delivering
  await settled()
  expect(await appointment(id)).toMatchObject({ status: 'confirmed' })
  expect(await paymentOf(paymentId)).toMatchObject({ status: 'completed', refunds: [] })
})

test('an attempt given up before its charge was known is looked up and refunded', async () => {
  const { id, paymentId, startsAt } = await book()
  losing = 1
  await sweepUnheard('payments-charge-due', new Date(startsAt.getTime() - hours(24)))
  await meera.call.appointments.decline({ id, reason: 'Away' })
  // Pretends that the gateway didn't know the attempt yet.
  await db
    .updateTable('payment_attempts')
    .set({ status: 'closed', settled_at: world.clock.now, looked_at: world.clock.now })
    .where('payment_id', '=', paymentId)
    .execute()
  await sweep('payments-reconcile', new Date(world.clock.now.getTime() + hours(6)))
  expect(await paymentOf(paymentId)).toMatchObject({ status: 'refunded' })
})

test('a card that is removed while it is charged is forgotten when that has ended', async () => {
  const other = await saveCard(world, asha, 'late')
  const { paymentId, startsAt } = await book()
  await db
    .updateTable('charges')
    .set({ payment_method_id: other })
    .where('payment_id', '=', paymentId)
    .execute()
  await sweep('payments-charge-due', new Date(startsAt.getTime() - hours(24)))
  expect(await attemptOf(paymentId)).toMatchObject({ status: 'pending', payment_method_id: other })
  await asha.call.payments.removeMethod({ id: other, replaceWith: card })
  const { gateway_ref: token } = await db
    .selectFrom('payment_methods')
    .select('gateway_ref')
    .where('id', '=', other)
    .executeTakeFirstOrThrow()
  await settled()
  expect(store.find('token', token)).toBeDefined()
  await settled(new Date(world.clock.now.getTime() + lateMs))
  expect(await paymentOf(paymentId)).toMatchObject({ status: 'completed' })
  expect(store.find('token', token)).toBeUndefined()
})

test('a payment cancelled while pending at the bank is refunded once it arrives', async () => {
  const { id, paymentId } = await paid('dispute')
  await dispute()
  expect(await paymentOf(paymentId)).toMatchObject({ isDisputed: true })
  await asha.call.appointments.cancel({ id })
  await settled()
  expect(await appointment(id)).toMatchObject({ refund_amount: 0 })
  expect((await refundsOf(paymentId)).filter(({ waits }) => !waits)).toEqual([])
  expect(await paymentOf(paymentId)).toMatchObject({ refunds: [] })
  await endDispute(paymentId, 'won')
  expect(await paymentOf(paymentId)).toMatchObject({ status: 'refunded', isDisputed: false })
  expect(await appointment(id)).toMatchObject({ refund_amount: fee, payment_status: 'refunded' })
  expect(await accounts(paymentId)).toEqual({})
})

test('cancelled too late while the bank has the money, it is the vet’s once the bank gives it to us', async () => {
  const { id, paymentId, startsAt } = await paid('dispute')
  await dispute()
  world.clock.now = new Date(startsAt.getTime() - hours(2))
  await asha.call.appointments.cancel({ id })
  await endDispute(paymentId, 'won')
  expect(await accounts(paymentId)).toEqual({ gateway: fee, payable: -fee })
  const { payable_from } = await db
    .selectFrom('payments')
    .select('payable_from')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  expect(payable_from).not.toBeNull()
})

test('an open dispute withholds its own payment’s share, and nothing that is ready of others', async () => {
  const [ready, disputed] = [await paid(), await paid('dispute')]
  await dispute()
  const release = (paymentId: string) =>
    db.updateTable('payments').set({ payable_from: world.clock.now }).where('id', '=', paymentId).execute()
  const payouts = () => meera.call.payments.payouts()
  const before = await payouts()
  await release(ready.paymentId)
  expect(await payouts()).toMatchObject({ available: before.available + fee, disputed: before.disputed })
  await release(disputed.paymentId)
  expect(await payouts()).toMatchObject({ available: before.available + fee })
  await endDispute(disputed.paymentId, 'won')
  expect(await payouts()).toMatchObject({ available: before.available + 2 * fee })
  for (const { id, paymentId } of [ready, disputed]) {
    await db.updateTable('payments').set({ payable_from: null }).where('id', '=', paymentId).execute()
    await meera.call.appointments.cancel({ id })
  }
  await settled()
})

test('a lost dispute is deducted from the vet', async () => {
  const { paymentId } = await paid('dispute')
  await dispute()
  await endDispute(paymentId, 'lost')
  expect(await accounts(paymentId)).toEqual({})
})

test('a dispute that was won and goes on takes the vet’s money again, and is deducted once it is lost', async () => {
  const { paymentId } = await paid('dispute')
  await dispute()
  await endDispute(paymentId, 'won')
  expect(await accounts(paymentId)).toEqual({ gateway: fee, payable: -fee })
  await endDispute(paymentId, 'open')
  expect(await paymentOf(paymentId)).toMatchObject({ isDisputed: true })
  expect(await accounts(paymentId)).toEqual({ disputed: fee, payable: -fee })
  await endDispute(paymentId, 'lost')
  expect(await paymentOf(paymentId)).toMatchObject({ isDisputed: false })
  expect(await accounts(paymentId)).toEqual({})
})

test('a lost dispute that is won on appeal is the vet’s again', async () => {
  const { paymentId } = await paid('dispute')
  await dispute()
  await endDispute(paymentId, 'lost')
  await endDispute(paymentId, 'open')
  expect(await accounts(paymentId)).toEqual({ disputed: fee, payable: -fee })
  await endDispute(paymentId, 'won')
  expect(await accounts(paymentId)).toEqual({ gateway: fee, payable: -fee })
  await endDispute(paymentId, 'lost')
  await endDispute(paymentId, 'won')
  expect(await accounts(paymentId)).toEqual({ gateway: fee, payable: -fee })
})

test('a refund that a lost dispute settled is sent if the appeal is won, and not while it is open', async () => {
  const { id, paymentId } = await paid('dispute')
  await asha.call.appointments.cancel({ id })
  await db
    .updateTable('refunds')
    .set({ status: 'failed', failure: 'charge_disputed', settled_at: start, looked_at: start })
    .where('payment_id', '=', paymentId)
    .execute()
  await dispute()
  const states = async () => (await refundsOf(paymentId)).map(({ status }) => status)
  await sweep('payments-reconcile', new Date(start.getTime() + hours(2)))
  expect(await states(), 'while the bank decides').toEqual(['failed'])
  await endDispute(paymentId, 'lost')
  await endDispute(paymentId, 'open')
  await sweep('payments-reconcile', new Date(start.getTime() + hours(4)))
  expect(await states()).toEqual(['closed', 'failed'])
  expect(await accounts(paymentId)).toEqual({ disputed: fee, refundable: -fee })
  await endDispute(paymentId, 'won')
  await sweep('payments-reconcile', new Date(start.getTime() + hours(6)))
  expect(await states()).toEqual(['closed', 'succeeded'])
  expect(await accounts(paymentId)).toEqual({})
})

test('an answer asked for before a dispute was decided doesn’t open it again', async () => {
  const { paymentId } = await paid('dispute')
  await dispute()
  await endDispute(paymentId, 'won')
  bank.decideDispute((await attemptOf(paymentId)).gateway_ref!, 'open')
  await settled(new Date(world.clock.now.getTime() - minutes(1)))
  expect(await paymentOf(paymentId)).toMatchObject({ isDisputed: false })
  await endDispute(paymentId, 'won')
})

test('a lost dispute over a refunded payment costs the vet nothing', async () => {
  const { id, paymentId } = await paid('dispute')
  await asha.call.appointments.cancel({ id })
  await settled()
  expect(await paymentOf(paymentId)).toMatchObject({ status: 'refunded' })
  await dispute()
  await endDispute(paymentId, 'lost')
  // The money left twice, and the vet never had it.
  expect(await accounts(paymentId)).toEqual({ gateway: -fee, loss: fee })
})

test('a refund that could not be sent before the bank gave the money back is not sent any more', async () => {
  const { id, paymentId } = await paid('dispute')
  await asha.call.appointments.cancel({ id })
  // The gateway refuses the refund while the bank decides.
  await db
    .updateTable('refunds')
    .set({ status: 'failed', failure: 'charge_disputed', settled_at: start, looked_at: start })
    .where('payment_id', '=', paymentId)
    .execute()
  await dispute()
  await endDispute(paymentId, 'lost')
  expect(await refundsOf(paymentId)).toMatchObject([{ status: 'closed' }])
  expect((await paymentOf(paymentId)).refunds).toMatchObject([{ status: 'closed' }])
  expect(await accounts(paymentId)).toEqual({})
  await sweep('payments-reconcile', new Date(start.getTime() + hours(30)))
  expect(await refundsOf(paymentId)).toMatchObject([{ status: 'closed' }])
})

test('a refund that bounces is owed again and sent again', async () => {
  const { id, paymentId } = await paid()
  await asha.call.appointments.cancel({ id })
  await settled()
  const [sent] = await refundsOf(paymentId)
  bank.returnRefund(sent!.gateway_ref!)
  await settled()
  expect(await refundsOf(paymentId)).toMatchObject([{ status: 'returned' }, { status: 'succeeded' }])
  expect(await paymentOf(paymentId)).toMatchObject({ status: 'refunded', refunds: [{ status: 'succeeded' }] })
  expect(await accounts(paymentId)).toEqual({})
  const { rows } = await asha.call.notifications.list({})
  expect(rows.map(({ title }) => title)).toContain('Your refund came back')
})

test('a refund that bounces twice isn’t sent a third time, but waits for an administrator', async () => {
  const { id, paymentId } = await paid()
  await asha.call.appointments.cancel({ id })
  await settled()
  for (const nth of [0, 1]) {
    bank.returnRefund((await refundsOf(paymentId))[nth]!.gateway_ref!)
    await settled()
  }
  const [, , waiting, ...more] = await refundsOf(paymentId)
  expect(more).toEqual([])
  expect(waiting).toMatchObject({ status: 'failed', handed_over_at: world.clock.now, gateway_ref: null })
  await sweep('payments-reconcile', new Date(world.clock.now.getTime() + hours(25)))
  expect((await refundsOf(paymentId)).at(-1)).toMatchObject({ status: 'failed', gateway_ref: null })
  expect(await accounts(paymentId)).toEqual({ gateway: fee, refundable: -fee })
  const { rows } = await asha.call.notifications.list({})
  const told = rows.filter(({ title }) => title === 'Your refund came back').slice(0, 2)
  expect(told.map(({ message }) => message.replace(/^.*?\. /, ''))).toEqual([
    expect.stringContaining('we’ll pay it another way'),
    expect.stringContaining('We’ll try again'),
  ])
})

test('a bounced refund is noticed within a day without a message', async () => {
  const { id, paymentId } = await paid()
  await asha.call.appointments.cancel({ id })
  await settled()
  const [sent] = await refundsOf(paymentId)
  bank.returnRefund(sent!.gateway_ref!)
  loseMessages()
  await sweep('payments-reconcile', new Date(world.clock.now.getTime() + hours(25)))
  expect(await refundsOf(paymentId)).toMatchObject([{ status: 'returned' }, { status: 'succeeded' }])
})

test('an attempt with a removed gateway has ended, and a new one uses the current gateway', async () => {
  const { paymentId } = await book()
  const { goTo } = await asha.call.payments.pay({ id: paymentId })
  await db
    .updateTable('payment_attempts')
    .set({ gateway: 'stripe' })
    .where('payment_id', '=', paymentId)
    .execute()
  expect(await browser.open(goTo)).toBe(`/payment-failure?payment=${paymentId}`)
  expect(await attemptOf(paymentId)).toMatchObject({ status: 'closed', failure: 'gateway_gone' })
  expect(await pay(world, asha, paymentId)).toBe(`/payment-success?payment=${paymentId}`)
  await settled()
})

/** Makes a refund that the gateway takes without our hearing of it, and then takes away its gateway; `move` brings it back. */
async function unheardRefund() {
  const { id, paymentId } = await paid()
  const move = (gateway: GatewayName) =>
    db.updateTable('payment_attempts').set({ gateway }).where('payment_id', '=', paymentId).execute()
  losing = 1
  await asha.call.appointments.cancel({ id })
  await jobs.deliverEvents(world.clock.now)
  expect(losing).toBe(0)
  loseMessages()
  await move('stripe')
  return { paymentId, move }
}

test('a refund by a gateway that is gone waits under its name until the keys are back, and is sent once', async () => {
  const { paymentId, move } = await unheardRefund()
  for (let hour = 1; hour <= 5; hour++)
    await sweep('payments-reconcile', new Date(start.getTime() + hours(hour)))
  expect(await refundsOf(paymentId)).toMatchObject([{ status: 'pending', tries: 1, gateway_ref: null }])
  await move('sandbox')
  await sweep('payments-reconcile', new Date(start.getTime() + hours(7)))
  expect(await paymentOf(paymentId)).toMatchObject({ status: 'refunded' })
  const [refund] = await refundsOf(paymentId)
  expect(store.findByReference('refund', `${refund!.id}.1`)?.id).toBe(refund!.gateway_ref)
  expect(store.findByReference('refund', `${refund!.id}.2`)).toBeUndefined()
})

test('a refund whose gateway stays away for a day waits for an administrator, and isn’t sent twice when it is back', async () => {
  const desk = await openDesk(world, 'nadia')
  const { paymentId, move } = await unheardRefund()
  for (const hour of [23, 24, 25]) await sweep('payments-reconcile', new Date(start.getTime() + hours(hour)))
  const { rows } = await desk.call.moneyBack({ show: 'stuck' })
  const [stuck, ...others] = rows.filter(({ failure }) => failure === 'unanswered')
  expect(stuck).toMatchObject({ status: 'failed', isStuck: true, amount: fee })
  expect(others).toEqual([])
  // Without her name, nobody could pay it by hand.
  expect(await asha.call.privacy.leaving()).toMatchObject({ isOwed: true })
  await move('sandbox')
  await desk.call.retryRefund({ id: stuck!.id })
  await settled()
  await sweep('payments-reconcile', new Date(start.getTime() + hours(27)))
  await sweep('payments-reconcile', new Date(start.getTime() + hours(29)))
  expect(await paymentOf(paymentId)).toMatchObject({ status: 'refunded' })
  const names = [1, 2, 3].map((n) => store.findByReference('refund', `${stuck!.id}.${n}`))
  expect(names.filter(Boolean)).toHaveLength(1)
})

test('a removed gateway’s charge is reported as failed, and found again when the keys are back', async () => {
  const { id, paymentId, startsAt } = await book()
  losing = 1
  await sweepUnheard('payments-charge-due', new Date(startsAt.getTime() - hours(24)))
  const move = (gateway: GatewayName) =>
    db.updateTable('payment_attempts').set({ gateway }).where('payment_id', '=', paymentId).execute()
  await move('stripe')
  await sql`update jobs.job set state = 'cancelled' where state = 'retry'`.execute(db)
  await sweep('payments-reconcile', new Date(world.clock.now.getTime() + minutes(16)))
  expect(await appointment(id)).toMatchObject({ status: 'pending', payment_status: 'failed' })
  expect(await pay(world, asha, paymentId)).toBe(`/payment-success?payment=${paymentId}`)
  await settled()
  await db
    .updateTable('payment_attempts')
    .set({ gateway: 'sandbox' })
    .where('payment_id', '=', paymentId)
    .execute()
  // Days later, when other failed attempts are no longer checked.
  await sweep('payments-reconcile', new Date(world.clock.now.getTime() + hours(24 * 9)))
  expect(await refundsOf(paymentId)).toMatchObject([{ amount: fee, status: 'succeeded' }])
  expect(await paymentOf(paymentId)).toMatchObject({ status: 'completed' })
})

test('a bounced refund isn’t sent again if the bank has returned the money, too', async () => {
  const { id, paymentId } = await paid('dispute')
  await asha.call.appointments.cancel({ id })
  await settled()
  await dispute()
  await endDispute(paymentId, 'lost')
  expect(await accounts(paymentId)).toEqual({ gateway: -fee, loss: fee })
  const [sent] = await refundsOf(paymentId)
  bank.returnRefund(sent!.gateway_ref!)
  await settled()
  expect(await refundsOf(paymentId)).toMatchObject([{ status: 'returned' }])
  expect(await accounts(paymentId)).toEqual({})
})

test('of a refund that waits, the bank may take a part, and the rest is sent', async () => {
  const { id, paymentId } = await paid()
  await asha.call.appointments.cancel({ id })
  const [owed] = await refundsOf(paymentId)
  await db
    .updateTable('refunds')
    .set({ status: 'failed', failure: 'charge_disputed', settled_at: start, looked_at: start })
    .where('id', '=', owed!.id)
    .execute()
  const attempt = await attemptOf(paymentId)
  const kept = store.find('payment', attempt.gateway_ref!)!
  store.save({ ...kept, disputes: [{ ref: 'dis_part', amount: 20_000, status: 'lost' }] })
  const event = { attemptId: attempt.id }
  await jobs.announceIn(db)('payments.attempt_to_look_at', event)
  await settled()
  expect(await refundsOf(paymentId)).toMatchObject([
    { status: 'closed', amount: fee },
    { status: 'succeeded', amount: fee - 20_000 },
  ])
  expect(await accounts(paymentId)).toEqual({})
})

test('a refund that waits for two disputes is split when one of them is won, which isn’t a return', async () => {
  const { id, paymentId } = await paid()
  const bankSays = async (ref: string, amount: number, status: 'open' | 'won' | 'lost') => {
    await disputeAtBank(world, paymentId, { ref, amount, status })
    await settled()
  }
  await bankSays('first', 40_000, 'open')
  await bankSays('second', 20_000, 'open')
  await asha.call.appointments.cancel({ id })
  await settled()
  expect(await refundsOf(paymentId)).toMatchObject([{ status: 'failed', waits: true, tries: 0, amount: fee }])
  await bankSays('second', 20_000, 'won')
  const whole = { status: 'returned', failure: 'replaced', waits: false }
  const rows = await refundsOf(paymentId)
  expect(rows).toMatchObject([
    whole,
    { status: 'succeeded', amount: 20_000 },
    { status: 'failed', waits: true, amount: 40_000 },
  ])
  bank.returnRefund(rows[1]!.gateway_ref!)
  await settled()
  await bankSays('first', 40_000, 'lost')
  expect(await refundsOf(paymentId)).toMatchObject([
    whole,
    { status: 'returned', amount: 20_000 },
    { status: 'closed', amount: 40_000 },
    { status: 'succeeded', amount: 20_000 },
  ])
  expect(await accounts(paymentId)).toEqual({})
})

test('an open payment page can’t be paid once another attempt succeeds', async () => {
  const { paymentId } = await book()
  await pay(world, asha, paymentId, 'fail')
  const first = await attemptOf(paymentId)
  const { goTo } = await asha.call.payments.pay({ id: paymentId })
  const page = await browser.open(goTo)
  bank.pay(first.gateway_ref!, { type: 'card', brand: 'Visa', lastFour: '1111', upiId: null }, 'succeed')
  await settled()
  expect(await paymentOf(paymentId)).toMatchObject({ status: 'completed' })
  await browser.send(page, { by: 'card', outcome: 'succeed' }).catch(() => undefined)
  await settled()
  expect(await refundsOf(paymentId)).toEqual([])
  expect(await accounts(paymentId)).toEqual({ gateway: fee, payable: -fee })
})
