import { sql } from 'kysely'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { razorpaySettings } from '#/payments/server/gateway-peers.factory.ts'
import { browserOf } from '#/payments/server/payer.factory.ts'
import { openRazorpayPeer, razorpaySigned } from '#/payments/server/razorpay.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { order } from './order.factory.ts'

/** Opens a world in which orders of several sellers are paid through Razorpay, which knows no sellers. */
export async function openSplitOrders() {
  const clock = { now: new Date('2026-11-02T03:30:00Z') }
  const peer = await openRazorpayPeer(() => clock.now)
  const world = await openWorld({ ...razorpaySettings(peer.url), SHOP_COMMISSION_PERCENT: '10' })
  world.clock.now = clock.now
  const { db } = world
  const asha = await world.signUp('asha')
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', asha.userId).execute()
  const leela = await world.signUp('leela')
  const maya = await world.signUp('maya')
  const tara = await world.signUp('tara')
  const desk = await openDesk(world, 'nadia')
  const browser = browserOf(world.url, asha)

  async function productOf(userId: string, price: number) {
    const sellerId = await makeSupplier(db, { userId, at: clock.now })
    const variants = [{ name: '1 kg', price, stock: 100 }]
    return (await makeProduct(db, { sellerId, at: clock.now, variants })).variantIds[0]!
  }
  const food = await productOf(leela.userId, 80_000)
  const toy = await productOf(maya.userId, 90_000)
  const bed = await productOf(tara.userId, 100_000)

  async function settled() {
    while ((await world.app.jobs.deliverEvents(clock.now)) > 0);
  }
  function pass(hours: number) {
    clock.now = new Date(clock.now.getTime() + hours * HOUR)
    world.clock.now = clock.now
  }
  /** The order of a cancellation and a refund decides what is owed. */
  const passSome = () => pass(0.01)
  /** Runs a sweep a while later. */
  async function sweep(name: string, hours: number) {
    pass(hours)
    await world.app.jobs.runSweep(name, clock.now)
    await settled()
  }
  async function hear(event: string, entities: Parameters<typeof peer.message>[1]) {
    const body = peer.message(event, entities)
    const headers = razorpaySigned(body)
    await fetch(`${world.url}/webhooks/razorpay`, { method: 'POST', headers, body })
    await settled()
  }
  const owedTo = async ({ userId }: { userId: string }) => {
    const rows = await db
      .selectFrom('ledger_entries')
      .select('amount')
      .where('user_id', '=', userId)
      .where('account', '=', 'payable')
      .execute()
    return rows.reduce((sum, { amount }) => sum - Number(amount), 0)
  }

  const sellers = [leela, maya, tara]
  const earnedSince = async (before: readonly number[]) =>
    (await Promise.all(sellers.map(owedTo))).map((owed, index) => owed - before[index]!)
  /** In the order in which they were made. */
  const refundsOf = (paid: string) =>
    peer
      .all('refund', (one) => one['payment_id'] === paid && one['status'] === 'processed')
      .map(({ amount }) => amount)
      .toReversed()

  /** Orders food and a toy, whose payment the buyer's bank confirms only after the order was cancelled. */
  async function orderUnpaid() {
    const before = await Promise.all(sellers.map(owedTo))
    const { id, paymentId } = await order(asha, { [food]: 1, [toy]: 1 })
    const { goTo } = await asha.call.payments.pay({ id: paymentId! })
    const link = (await browser.open(goTo)).split('/').at(-1)!
    const paymentOf = () => {
      const { order_id } = peer.find(link, 'payment_link')
      return peer.all('payment', (one) => one['order_id'] === order_id)[0]!
    }
    return {
      async cancelAndPay() {
        peer.pay(link, 'timed_out')
        await asha.call.shop.cancelOrder({ id })
        await settled()
        peer.finish(link)
        await hear('payment.captured', { payment: paymentOf() })
      },
      refunds: () => refundsOf(paymentOf().id),
      earned: () => earnedSince(before),
    }
  }

  async function buy(variants = [food, toy], coupon?: string) {
    const before = await Promise.all(sellers.map(owedTo))
    const { id, paymentId } = await order(asha, Object.fromEntries(variants.map((one) => [one, 1])), {
      ...(coupon && { coupon }),
    })
    const { goTo } = await asha.call.payments.pay({ id: paymentId! })
    const link = (await browser.open(goTo)).split('/').at(-1)!
    peer.pay(link, 'succeed')
    await hear('payment_link.paid', { payment_link: peer.find(link, 'payment_link') })
    const { order_id } = peer.find(link, 'payment_link')
    const paid = peer.all('payment', (one) => one['order_id'] === order_id)[0]!.id
    const parts = (await asha.call.shop.order({ id })).parts
    const partOf = (price: number) =>
      parts.find(({ lines }) => lines.some(({ amount }) => amount.amount === price))?.id
    type PartId = (typeof parts)[number]['id']
    return {
      id,
      paid,
      paymentId: paymentId!,
      food: partOf(80_000)!,
      toy: partOf(90_000)!,
      bed: partOf(100_000),
      async refundByHand(amount: number) {
        passSome()
        const refund = peer.refundByHand(paid, amount)
        await hear('refund.processed', { refund, payment: peer.find(paid, 'payment') })
        return refund
      },
      /** The buyer's bank sends back a refund. */
      async bounce(refund: ReturnType<typeof peer.refundByHand>) {
        refund['status'] = 'failed'
        await hear('refund.failed', { refund, payment: peer.find(paid, 'payment') })
      },
      /** The buyer's bank takes an amount of the payment, or everything, or has decided. */
      async dispute(status: 'open' | 'lost' | 'won', amount?: number) {
        peer.dispute(paid, status, 'chargeback', amount)
        const dispute = peer.all('dispute', (one) => one['payment_id'] === paid)[0]!
        await hear('payment.dispute.created', { dispute, payment: peer.find(paid, 'payment') })
      },
      /** Returns the state of the dispute, if there is one. */
      isDisputed() {
        const [dispute] = peer.all('dispute', (one) => one['payment_id'] === paid)
        return dispute && String(dispute['status'])
      },
      /** Returns the refund that the buyer reads for each part, by the part’s total. */
      async shown() {
        const { parts: now } = await asha.call.shop.order({ id })
        return Object.fromEntries(now.map((part) => [part.total.amount, part.refunded.amount]))
      },
      async cancel(partId?: PartId) {
        passSome()
        await asha.call.shop.cancelOrder({ id, partId })
        await settled()
      },
      /** Cancels a part, loses the gateway's answer about its refund, and keeps it out of lists until `isListed`. */
      async cancelUnheard(partId: PartId) {
        peer.trouble.lose = 1
        await this.cancel(partId)
        // The queue's own retry comes after two seconds, which a slow test takes, too.
        await sql`update jobs.job set start_after = now() + interval '1 day' where state = 'retry'`.execute(
          db,
        )
        const [refund] = peer.all('refund', (one) => one['payment_id'] === paid)
        peer.lagging.refunds.add(refund!.id)
        return { isListed: () => peer.lagging.refunds.delete(refund!.id) }
      },
      /** Cancels a part whose refund the gateway refuses. */
      async cancelUnsent(partId: PartId) {
        peer.find(paid, 'payment')['does'] = 'refund_fails'
        await this.cancel(partId)
        peer.find(paid, 'payment')['does'] = 'succeed'
      },
      refunds: () => refundsOf(paid),
      /** Returns what each seller earned since. */
      earned: () => earnedSince(before),
    }
  }
  /** Returns what a seller reads about refunds, the latest first. */
  const saidTo = async ({ call }: typeof leela) =>
    (await call.notifications.list({ type: 'payment_refunded' })).rows.map(
      ({ title, message }) => `${title}: ${message}`,
    )

  /** Returns what each of two sellers will have read about refunds since now. Earlier tests' news is told first. */
  async function listen() {
    await sweep('shop-tell-of-refunds', 25)
    const latest = [(await saidTo(leela))[0], (await saidTo(maya))[0]]
    return async () => {
      const all = [await saidTo(leela), await saidTo(maya)]
      return all.map((said, index) => {
        const known = said.indexOf(latest[index]!)
        return known < 0 ? said : said.slice(0, known)
      })
    }
  }

  return {
    world,
    peer,
    asha,
    leela,
    maya,
    tara,
    desk,
    food,
    toy,
    bed,
    buy,
    orderUnpaid,
    settled,
    sweep,
    hear,
    saidTo,
    listen,
  }
}
