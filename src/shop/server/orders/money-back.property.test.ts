import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withdrawInDashboard } from '#/payments/server/dashboard.factory.ts'
import { Refusal } from '#/payments/server/razorpay.factory.ts'
import { openSplitOrders } from './split-orders.factory.ts'

// Cancels parts of orders of several sellers, refunds them at the desk and in the dashboard, disputes them, returns and withdraws
// refunds and loses the gateway's answers, in any order. In the end what each seller bears is what went back, and all that is due
// went back once.

const orders = await openSplitOrders()
const { world, peer, asha, leela, maya, tara, desk, food, toy, bed, buy, settled, sweep, hear } = orders
const { db } = world
/** Set COURSES for more. */
const courses = Number(process.env['COURSES'] ?? 8)

type Bought = Awaited<ReturnType<typeof buy>>
/** `n`: chooses a part, a refund or an amount. */
type Step = (bought: Bought, n: number) => unknown

/** Ignores refusals of ours and of the gateway's, and rethrows every other error. */
const quiet = (promise: Promise<unknown>) =>
  promise.catch((error: { code?: unknown }) => {
    if (typeof error.code !== 'string' && !(error instanceof Refusal)) throw error
  })
const refundsOf = ({ paid }: Bought, status?: string) =>
  peer.all('refund', (one) => one['payment_id'] === paid && (!status || one['status'] === status))
const partOf = ({ food, toy, bed }: Bought, n: number) => [food, toy, bed!][n % 3]!
const amountOf = (n: number) => [30_000, 50_000, 80_000, 90_000, 100_000, 170_000][n % 6]!
const hearOf = (bought: Bought, event: string, refund: ReturnType<typeof refundsOf>[number]) =>
  hear(event, { refund, payment: peer.find(bought.paid, 'payment') })

const steps: Record<string, Step> = {
  'the buyer cancels a part': (bought, n) => bought.cancel(partOf(bought, n)),
  'a part is shipped': async (bought, n) => {
    const seller = [leela, maya, tara][n % 3]!
    await seller.call.shop.packPart({ id: partOf(bought, n) })
    await seller.call.shop.shipPart({ id: partOf(bought, n), carrier: 'India Post', tracking: 'IP1' })
  },
  'a part arrives': (bought, n) =>
    [leela, maya, tara][n % 3]!.call.shop.deliverPart({ id: partOf(bought, n) }),
  'Support refunds some of a part': async ({ paymentId, ...bought }, n) => {
    await desk.call.refund({
      id: paymentId,
      partId: partOf({ paymentId, ...bought }, n),
      amount: amountOf(n) / 2,
      reason: 'Late',
    })
    await settled()
  },
  'a refund in the dashboard': (bought, n) => bought.refundByHand(amountOf(n)),
  'a refund in the dashboard that its bank works on': (bought, n) => {
    const refund = peer.refundByHand(bought.paid, amountOf(n))
    refund['status'] = 'pending'
    return hearOf(bought, 'refund.created', refund)
  },
  'its bank is done with a refund': async (bought) => {
    for (const refund of refundsOf(bought, 'pending')) {
      refund['status'] = 'processed'
      await hearOf(bought, 'refund.processed', refund)
    }
  },
  'the buyer’s bank returns a refund': (bought, n) => {
    const all = refundsOf(bought).filter(({ status }) => status !== 'failed')
    const refund = all[n % all.length]
    return refund && bought.bounce(refund)
  },
  'the operator withdraws a refund': async (bought, n) => {
    const all = refundsOf(bought).filter(({ status, receipt }) => status !== 'failed' && !receipt)
    const refund = all[n % all.length]
    if (!refund) return
    refund['status'] = 'failed'
    await quiet(withdrawInDashboard(world, refund.id))
    await settled()
  },
  'a dispute': (bought, n) => bought.dispute('open', amountOf(n)),
  'the bank decides for the buyer': (bought) => bought.isDisputed() && bought.dispute('lost'),
  'the bank decides for us': (bought) => bought.isDisputed() && bought.dispute('won'),
  'Razorpay hangs up': () => {
    peer.trouble.lose = 1
  },
  'Razorpay refuses a refund': ({ paid }) => {
    peer.find(paid, 'payment')['does'] = 'refund_fails'
  },
  'the latest refund isn’t listed yet': (bought) => {
    const [latest] = refundsOf(bought)
    if (latest) peer.lagging.refunds.add(latest.id)
  },
  'refunds are listed': () => peer.lagging.refunds.clear(),
  'hours pass': () => sweep('payments-reconcile', 2),
}

const again =
  sql`update jobs.job set start_after = now(), state = 'created' where state in ('retry', 'failed')
  and name in ('gateway', 'events')`.compile(db)

/** Brings everything to its end that is under way, with a bank that decides like this. */
async function finish(bought: Bought, decision: 'won' | 'lost', rounds = 4) {
  peer.lagging.refunds.clear()
  Object.assign(peer.trouble, { lose: 0 })
  peer.find(bought.paid, 'payment')['does'] = 'succeed'
  await steps['its bank is done with a refund']!(bought, 0)
  if (bought.isDisputed() === 'open') await bought.dispute(decision)
  for (let round = 0; round < rounds; round++) {
    await sweep('payments-reconcile', 25)
    await sweep('payments-find-money-back', 1)
    await db.executeQuery(again)
    await settled()
    for (const { id } of (await desk.call.moneyBack({ show: 'stuck' })).rows)
      await desk.call.payRefundByHand({ id, reference: 'UTR 1' })
    await settled()
  }
}

type Books = { borne: number; gone: number; waiting: number; recorded: number; transfers: number }

async function booksOf({ paymentId }: Bought): Promise<Books> {
  const { rows } = await sql<Books>`
    select
      (select coalesce(sum(e.amount), 0)::int from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
        where t.payment_id = ${paymentId} and t.kind = 'borne' and e.account <> 'refundable') as borne,
      ((select coalesce(sum(amount), 0) from refunds where payment_id = ${paymentId} and status = 'succeeded')
        + (select coalesce(sum(amount), 0) from payment_disputes where payment_id = ${paymentId} and status = 'lost'))::int as gone,
      (select count(*)::int from refunds where payment_id = ${paymentId} and status in ('pending', 'failed')) as waiting,
      ((select coalesce(sum(amount), 0) from refunds
          where payment_id = ${paymentId} and status = 'succeeded' and paid_by_hand is null)
        + (select coalesce(sum(amount), 0) from payment_disputes
          where payment_id = ${paymentId} and refund_ref is not null))::int as recorded,
      (select count(*)::int from ledger_transfers where payment_id = ${paymentId}) as transfers
  `.execute(db)
  return rows[0]!
}

async function check(bought: Bought): Promise<void> {
  const sent = refundsOf(bought, 'processed')
  const books = await booksOf(bought)
  expect(await world.findBrokenInvariants()).toEqual([])
  expect(books.waiting, 'nothing is left to send').toBe(0)
  expect(books.borne, 'what went back has a bearer').toBe(books.gone)
  expect(books.recorded, 'all that the gateway sent is recorded').toBe(
    sent.reduce((sum, { amount }) => sum + Number(amount), 0),
  )
  const own = sent.flatMap(({ receipt }) => (receipt ? [String(receipt).split('.')[0]!] : []))
  expect(new Set(own).size, 'no refund is sent twice').toBe(own.length)
  const most = [72_000, 81_000, 90_000]
  for (const [index, earned] of (await bought.earned()).entries()) {
    expect(earned, 'nobody bears more than their part').toBeGreaterThanOrEqual(0)
    expect(earned, 'or gets more').toBeLessThanOrEqual(most[index]!)
  }
  const { parts } = await asha.call.shop.order({ id: bought.id })
  const isAllBack = books.gone >= 270_000
  for (const { status, total, refunded } of parts)
    if (status === 'cancelled' && !isAllBack) expect(refunded, 'what is due went back').toEqual(total)
}

test(
  'in any order of events, each seller bears what went back of their part, and nothing is sent twice',
  async () => {
    const step = fc.record({ name: fc.constantFrom(...Object.keys(steps)), n: fc.nat(11) })
    const course = fc.array(step, { minLength: 3, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(course, fc.constantFrom('won' as const, 'lost' as const), async (taken, decision) => {
        const bought = await buy([food, toy, bed])
        for (const { name, n } of taken) await quiet((async () => steps[name]!(bought, n))())
        await finish(bought, decision)
        await check(bought)
        const before = { books: await booksOf(bought), earned: await bought.earned() }
        const asked = refundsOf(bought).length
        await finish(bought, decision, 2)
        expect({ books: await booksOf(bought), earned: await bought.earned() }).toEqual(before)
        expect(refundsOf(bought), 'nothing moves any more').toHaveLength(asked)
        // Later courses' sweeps shouldn't look at it.
        await quiet(bought.cancel())
      }),
      { numRuns: courses, endOnFailure: true, includeErrorInReport: true },
    )
  },
  courses * 30_000,
)
