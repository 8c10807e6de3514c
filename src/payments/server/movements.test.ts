import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { razorpaySettings, stripeSettings } from './gateway-peers.factory.ts'
import { browserOf } from './payer.factory.ts'
import { openRazorpayPeer } from './razorpay.factory.ts'
import { openStripePeer } from './stripe.factory.ts'

// The ledger's gateway account is the gateway's balance, fees and their tax included.

const clock = { now: new Date('2026-11-02T03:30:00Z') }
const openStripe = () => openStripePeer(() => clock.now)

async function open(settings: Record<string, string>) {
  const world = await openWorld(settings)
  clock.now = world.clock.now
  const { db, app } = world
  const asha = await world.signUp('asha')
  const meera = await world.signUp('meera')
  const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
  const browser = browserOf(world.url, asha)
  let slots = 0

  async function settled(at = world.clock.now) {
    world.clock.now = clock.now = at
    for (let delivered = 1; delivered > 0; ) delivered = await app.jobs.deliverEvents(at)
  }
  const later = (days: number) => settled(new Date(world.clock.now.getTime() + days * DAY))
  async function sweep(name: string) {
    await app.jobs.runSweep(name, world.clock.now)
    await settled()
  }

  return {
    world,
    db,
    settled,
    later,
    sweep,
    asha,
    /** Books a visit in two weeks, pays for it on the gateway's page, and returns its payment's id there. */
    async pay(payOn: (page: string) => void) {
      const from = String(9 + (slots++ % 8)).padStart(2, '0')
      const booked = await asha.call.veterinary.book({
        vetId,
        slot: { date: '2026-11-16', startTime: `${from}:00`, endTime: `${from}:30` },
        appointmentType: 'teleconsultation',
        contactMethod: 'whatsapp',
        contactLink: '+919812345678',
        disclaimerAccepted: true,
        paymentMethodId: null,
      })
      const paymentId = booked.payment!.id
      const { goTo } = await asha.call.payments.pay({ id: paymentId })
      payOn((await browser.open(goTo)).split('/').at(-1)!)
      await browser.open(`${goTo}/return`)
      await settled()
      const { gateway_ref: ref } = await db
        .selectFrom('payment_attempts')
        .select('gateway_ref')
        .where('payment_id', '=', paymentId)
        .where('status', '=', 'succeeded')
        .executeTakeFirstOrThrow()
      return { ...booked, paymentId, ref: ref! }
    },
    read: () => sweep('payments-read-movements'),
    async accounts() {
      const { rows } = await sql<{ account: string; sum: number }>`
        select account, sum(amount)::int as sum from ledger_entries
        where account in ('gateway', 'gateway_fees', 'gateway_tax', 'bank', 'adjustments') group by account
      `.execute(db)
      return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
    },
    lines: () =>
      sql<{ kind: string; theirs: number; ours: number }>`
        select kind, theirs::int, ours::int from gateway_lines where theirs <> ours and not is_undone order by at, theirs
      `
        .execute(db)
        .then(({ rows }) => rows),
    lastRead: () => db.selectFrom('gateway_reads').selectAll().executeTakeFirst(),
    holds: async () => expect(await world.findBrokenInvariants()).toEqual([]),
  }
}

test('Stripe’s fees, refunds, disputes and payouts are in the ledger, whose account is Stripe’s balance', async () => {
  const stripe = await openStripe()
  const { pay, read, accounts, lines, lastRead, holds, asha, settled, sweep, later } = await open({
    ...stripeSettings(stripe.url),
    STRIPE_RECURRING: '',
  })
  const first = await pay((page) => stripe.pay(page, 'succeed'))
  const disputed = await pay((page) => stripe.pay(page, 'succeed'))
  stripe.dispute(disputed.ref, 'needs_response')
  await sweep('payments-find-money-back')
  await asha.call.appointments.cancel({ id: first.id })
  await settled()
  await later(1)
  await read()
  await read()
  expect(await accounts()).toEqual({
    gateway: stripe.balance(),
    gateway_fees: 2 * 1_200 + 1_500,
    gateway_tax: 2 * 216 + 270,
  })
  expect(await lastRead()).toMatchObject({ balance: stripe.balance(), ours: stripe.balance() })
  expect(await lines()).toEqual([])

  stripe.bill(2_000)
  stripe.dispute(disputed.ref, 'won')
  stripe.settle()
  await later(1)
  await sweep('payments-find-money-back')
  await read()
  expect(await accounts()).toMatchObject({
    gateway: 0,
    gateway_fees: 2 * 1_200 + 2_000,
    gateway_tax: 2 * 216,
  })
  expect(stripe.balance()).toBe(0)
  expect(await lines()).toEqual([])
  await holds()

  // A sale that the operator made elsewhere with the same account.
  stripe.sell(30_000)
  await later(1)
  await read()
  expect(await lines()).toEqual([{ kind: 'payment', theirs: 30_000 - 708, ours: -708 }])
  await holds()
})

test('Razorpay’s fees come with its settlements, and what isn’t settled yet is shown as missing there', async () => {
  const razorpay = await openRazorpayPeer(() => clock.now)
  const { pay, read, accounts, lines, lastRead, holds, asha, settled, sweep, later } = await open({
    ...razorpaySettings(razorpay.url),
    RAZORPAY_RECURRING: '',
  })
  const refunded = await pay((page) => razorpay.pay(page, 'succeed'))
  const disputed = await pay((page) => razorpay.pay(page, 'succeed', { extra: 1_000 }))
  await pay((page) => razorpay.pay(page, 'succeed'))
  await asha.call.appointments.cancel({ id: refunded.id })
  await settled()
  await read()
  expect(await accounts()).toEqual({ gateway: 60_000 + 61_000 })
  expect((await lines()).map(({ theirs }) => theirs)).toEqual([0, 0, 0, 0])
  expect(await lastRead()).toMatchObject({ balance: null })

  razorpay.dispute(disputed.ref, 'under_review')
  await sweep('payments-find-money-back')
  await later(2)
  razorpay.settle()
  await later(1)
  await read()
  const fees = { gateway_fees: 1_200 + 1_220 + 1_200, gateway_tax: 216 + 220 + 216 }
  const sent = 60_000 - fees.gateway_fees - fees.gateway_tax
  expect(await accounts()).toEqual({ gateway: 0, ...fees, bank: sent })
  expect(await lines()).toEqual([])
  await holds()

  razorpay.dispute(disputed.ref, 'won')
  await sweep('payments-find-money-back')
  razorpay.settle()
  await later(1)
  await read()
  expect(await accounts()).toMatchObject({ gateway: 0, bank: sent + 61_000 })
  expect(await lines()).toEqual([])
  await holds()
})

test('a settlement that Razorpay sends a week after making it is recorded then', async () => {
  const razorpay = await openRazorpayPeer(() => clock.now)
  const { pay, read, accounts, holds, later } = await open({
    ...razorpaySettings(razorpay.url),
    RAZORPAY_RECURRING: '',
  })
  await pay((page) => razorpay.pay(page, 'succeed'))
  await later(2)
  razorpay.settle('created')
  await later(1)
  await read()
  expect(await accounts()).not.toHaveProperty('bank')
  await later(4)
  await read()
  await later(2)
  razorpay.processSettlements()
  await read()
  const fees = { gateway_fees: 1_200, gateway_tax: 216 }
  expect(await accounts()).toEqual({ gateway: 0, ...fees, bank: 60_000 - 1_416 })
  await read()
  expect(await accounts()).toMatchObject({ bank: 60_000 - 1_416 })
  await holds()
})

test('Razorpay’s fees for a dispute are gateway fees, whether they come with its amount or later', async () => {
  const razorpay = await openRazorpayPeer(() => clock.now)
  const { pay, read, accounts, lines, holds, sweep, later } = await open({
    ...razorpaySettings(razorpay.url),
    RAZORPAY_RECURRING: '',
  })
  const disputed = await pay((page) => razorpay.pay(page, 'succeed'))
  razorpay.account.disputeFee = 59_000
  razorpay.dispute(disputed.ref, 'under_review')
  razorpay.billDispute(disputed.ref, 1_500)
  await sweep('payments-find-money-back')
  razorpay.settle()
  await later(1)
  await read()
  expect(await accounts()).toEqual({
    gateway: 0,
    gateway_fees: 1_200 + 59_000 + 1_500,
    gateway_tax: 216,
    bank: -(1_416 + 59_000 + 1_500),
  })
  expect(await lines()).toEqual([])
  await holds()
})

test('a dispute that Razorpay doesn’t show any more keeps nothing else from being read', async () => {
  const razorpay = await openRazorpayPeer(() => clock.now)
  const { pay, read, accounts, sweep, later } = await open({
    ...razorpaySettings(razorpay.url),
    RAZORPAY_RECURRING: '',
  })
  const disputed = await pay((page) => razorpay.pay(page, 'succeed'))
  await pay((page) => razorpay.pay(page, 'succeed'))
  razorpay.dispute(disputed.ref, 'under_review')
  await sweep('payments-find-money-back')
  razorpay.settle()
  for (const { id } of razorpay.all('dispute', () => true)) razorpay.hide(id)
  await later(1)
  await read()
  const fees = { gateway_fees: 2_400, gateway_tax: 432 }
  expect(await accounts()).toEqual({ gateway: 0, ...fees, bank: 60_000 - 2_832 })
})

test('an account that settles in another currency is known as such', async () => {
  const stripe = await openStripe()
  const { pay, read, lastRead, holds, later } = await open({
    ...stripeSettings(stripe.url),
    STRIPE_RECURRING: '',
  })
  await pay((page) => stripe.pay(page, 'succeed'))
  await later(1)
  await read()
  expect(await lastRead()).toMatchObject({ other_currency: null })
  stripe.account.settlesIn = 'usd'
  await pay((page) => stripe.pay(page, 'succeed'))
  await later(1)
  await read()
  expect(await lastRead()).toMatchObject({ other_currency: 'USD' })
  await holds()
})

test('records of several weeks are read in parts', async () => {
  const stripe = await openStripe()
  const { pay, later, read, lastRead, lines, world } = await open({
    ...stripeSettings(stripe.url),
    STRIPE_RECURRING: '',
  })
  await pay((page) => stripe.pay(page, 'succeed'))
  await later(45)
  await read()
  expect(await lastRead()).toMatchObject({ read_to: world.clock.now })
  expect((await lines()).filter(({ ours }) => ours > 0)).toEqual([])
})
