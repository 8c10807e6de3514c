import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { razorpaySettings, stripeSettings } from './gateway-peers.factory.ts'
import { browserOf } from './payer.factory.ts'
import { openRazorpayPeer } from './razorpay.factory.ts'
import { openStripePeer } from './stripe.factory.ts'

// Does in random order everything that Stripe and Razorpay document and a kinder stand-in would hide: repeated errors, charges
// in flight, banks that count down, payments that succeed days later, refunds and disputes that nobody tells us about. In all
// cases nobody pays twice or for nothing, and the ledger agrees with the gateway.

const clock = { now: new Date('2026-11-02T03:30:00Z') }
const price = 60_000
/** Set COURSES for more. */
const courses = Number(process.env['COURSES'] ?? 24)
const timeout = courses * 25_000

type Story = { id: string; paymentId: string; startsAt: Date; page?: string }

async function open(settings: Record<string, string>, { chargeHours = 52 } = {}) {
  const world = await openWorld(settings)
  const { db } = world
  const { jobs } = world.app
  const start = world.clock.now
  const asha = await world.signUp('asha')
  const meera = await world.signUp('meera')
  await db
    .updateTable('pet_owners')
    .set({ phone_number: '+919812345678' })
    .where('user_id', '=', asha.userId)
    .execute()
  const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
  const browser = browserOf(world.url, asha)
  const move = (to: number) => {
    world.clock.now = clock.now = new Date(Math.max(world.clock.now.getTime(), to))
  }
  const work = async () => void (await jobs.deliverEvents(world.clock.now))
  const sweep = async (name: string) => {
    await jobs.runSweep(name, world.clock.now)
    await work()
  }
  const again =
    sql`update jobs.job set start_after = now(), state = 'created' where state in ('retry', 'failed')
    and name in ('gateway', 'events')`.compile(db)

  let slots = 0
  async function begin(methodId: string | null): Promise<Story> {
    world.clock.now = clock.now = start
    const date = `2026-11-${String(9 + (slots++ % 19)).padStart(2, '0')}`
    const { slots: free } = await asha.call.booking.slots({ trade: 'veterinary', providerId: vetId, date })
    const [slot] = free
    if (!slot) return begin(methodId)
    const { id, payment, startsAt } = await asha.call.veterinary.book({
      vetId,
      slot: { date, startTime: slot.startTime, endTime: slot.endTime },
      appointmentType: 'teleconsultation',
      contactMethod: 'whatsapp',
      contactLink: '+919812345678',
      disclaimerAccepted: true,
      paymentMethodId: methodId,
    })
    return { id, paymentId: payment!.id, startsAt }
  }

  /** Returns the gateway's ids of the attempts that paid for it. */
  const paidBy = async ({ paymentId }: Story) =>
    (
      await db
        .selectFrom('payment_attempts')
        .select('gateway_ref')
        .where('payment_id', '=', paymentId)
        .where('status', '=', 'succeeded')
        .execute()
    ).map(({ gateway_ref }) => gateway_ref!)

  const steps = {
    'open the page': async (story: Story) => {
      const { goTo } = await asha.call.payments.pay({ id: story.paymentId })
      const page = (await browser.open(goTo)).split('/').at(-1)!
      if (!page.startsWith('payment-')) story.page = page
    },
    'jobs run': work,
    'it is looked at again': async () => {
      move(world.clock.now.getTime() + 7 * HOUR)
      await sweep('payments-reconcile')
    },
    'the daily sweep': () => sweep('payments-find-money-back'),
    'it is due': async ({ startsAt }: Story) => {
      move(startsAt.getTime() - chargeHours * HOUR)
      await sweep('payments-charge-due')
    },
    'the time to pay is over': async ({ startsAt }: Story) => {
      move(startsAt.getTime() - 23 * HOUR)
      await sweep('payments-end-times-to-pay')
    },
    'the owner cancels': ({ id }: Story) => asha.call.appointments.cancel({ id }),
    'the vet cancels': ({ id }: Story) => meera.call.appointments.cancel({ id }),
    'the visit is over': async ({ startsAt }: Story) => {
      move(startsAt.getTime() + HOUR)
      await sweep('complete-ended-appointments')
    },
  }

  async function check(story: Story, holds: { balance(): number; finish(story: Story): Promise<void> }) {
    for (let n = 0; n < 4; n++) {
      move(story.startsAt.getTime() + (1 + n * 30) * HOUR)
      await holds.finish(story)
      for (const name of [
        'payments-charge-due',
        'payments-end-times-to-pay',
        'payments-reconcile',
        'payments-find-money-back',
        'expire-unanswered-appointments',
        'complete-ended-appointments',
      ])
        await sweep(name)
      await db.executeQuery(again)
      await work()
      await work()
    }
    // The first night may find a payment that it gives back, which the second one lists.
    for (let night = 0; night < 2; night++) {
      // The clock goes back with each story, so everything is read again.
      await db.deleteFrom('gateway_reads').execute()
      move(world.clock.now.getTime() + HOUR)
      await holds.finish(story)
      move(world.clock.now.getTime() + HOUR)
      await sweep('payments-read-movements')
      await work()
      await work()
    }
    expect(await world.findBrokenInvariants()).toEqual([])
    const { rows } = await sql<{ status: string; paid: number; back: number; lost: number; balance: number }>`
      select (select status from appointments where id = ${story.id}) as status,
        (select coalesce(sum(captured), 0)::int from payment_attempts where payment_id = ${story.paymentId}) as paid,
        (select coalesce(sum(amount), 0)::int from refunds
          where payment_id = ${story.paymentId} and status = 'succeeded') as back,
        (select coalesce(sum(amount), 0)::int from payment_disputes
          where payment_id = ${story.paymentId} and status = 'lost') as lost,
        (select coalesce(sum(amount), 0)::int from ledger_entries where account = 'gateway') as balance
    `.execute(db)
    const { status, paid, back, lost, balance } = rows[0]!
    expect(balance, 'the gateway’s balance').toBe(holds.balance())
    const kept = paid - back - lost
    expect(kept, 'nobody pays twice').toBeLessThanOrEqual(price)
    if (status === 'completed') expect(paid, 'a visit that took place was paid').toBeGreaterThan(0)
    if (status === 'expired') expect(kept, 'nobody pays for nothing').toBeLessThanOrEqual(0)
  }

  return { world, db, asha, browser, begin, paidBy, steps, move, check }
}

const quiet = (promise: Promise<unknown>) => promise.catch(() => undefined)

/** Runs random courses of these steps; those that end a booking are rare. */
async function run<Step extends string>(
  steps: Record<Step, (story: Story) => unknown>,
  begin: () => Promise<Story>,
  check: (story: Story) => Promise<void>,
) {
  const names = Object.keys(steps) as Step[]
  const isEnding = (name: string) => /cancels|is over/.test(name)
  const step = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...names.filter((name) => !isEnding(name))) },
    { weight: 1, arbitrary: fc.constantFrom(...names.filter(isEnding)) },
  )
  const course = fc.array(step, { minLength: 4, maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(course, async (taken) => {
      const story = await begin()
      for (const name of taken) await quiet((async () => steps[name](story))())
      await check(story)
    }),
    { numRuns: courses, endOnFailure: true, includeErrorInReport: true },
  )
}

test(
  'at Stripe, nobody pays twice or for nothing, and the ledger has its balance, whatever happens',
  async () => {
    const stripe = await openStripePeer(() => clock.now)
    const { asha, browser, db, begin, paidBy, steps, move, check } = await open(stripeSettings(stripe.url))
    const { goTo } = await asha.call.payments.addMethod({ methodType: 'card' })
    stripe.save((await browser.open(goTo)).split('/').at(-1)!, 'countdown')
    await browser.open(`${goTo}/return`)
    const { methods } = await asha.call.payments.methods()
    const chargesOf = async ({ paymentId }: Story) => {
      const tries = await db
        .selectFrom('payment_attempts')
        .select('id')
        .where('payment_id', '=', paymentId)
        .execute()
      return stripe
        .all('payment_intent')
        .filter(({ metadata }) =>
          tries.some(({ id }) => (metadata as Record<string, unknown>)['charge'] === id),
        )
    }
    const pay = (does: 'succeed' | 'fail' | 'late') => (story: Story) =>
      story.page && stripe.pay(story.page, does)
    const land = async (story: Story) => {
      for (const { id, status } of await chargesOf(story))
        if (status === 'requires_confirmation') stripe.land(id)
    }
    const complete = async (story: Story) => {
      for (const { id, status } of await chargesOf(story)) if (status === 'processing') stripe.complete(id)
    }
    const dispute = (status: string) => async (story: Story) => {
      for (const ref of await paidBy(story)) stripe.dispute(ref, status)
    }
    const all = {
      ...steps,
      'pay on the page': pay('succeed'),
      'be declined on the page': pay('fail'),
      'pay with a slow bank': pay('late'),
      'the slow bank says yes': ({ page }: Story) => page && stripe.finish(page),
      'Stripe repeats an error': () => {
        stripe.failing.calls = 1
      },
      'Stripe hangs up': () => {
        stripe.trouble.lose = 1
      },
      'the charge is in flight': () => {
        stripe.flying.charges = 1
      },
      'the charge lands': land,
      'the bank has counted down': async (story: Story) => {
        move(clock.now.getTime() + 26 * HOUR)
        await complete(story)
      },
      'a refund in the dashboard': async (story: Story) => {
        for (const ref of await paidBy(story)) stripe.refundByHand(ref, 20_000)
      },
      'a dispute without its message': dispute('needs_response'),
      'the bank decides for us': dispute('won'),
      'the bank decides for the payer': dispute('lost'),
    }
    await run(
      all,
      () => begin(methods[0]!.id),
      (story) => {
        Object.assign(stripe.failing, { calls: 0 })
        Object.assign(stripe.flying, { charges: 0 })
        Object.assign(stripe.trouble, { lose: 0 })
        return check(story, {
          balance: stripe.balance,
          async finish() {
            await land(story)
            await complete(story)
            await quiet((async () => story.page && stripe.finish(story.page))())
            for (const one of stripe.all('dispute'))
              if (one['status'] === 'needs_response') stripe.dispute(String(one['payment_intent']), 'won')
          },
        })
      },
    )
  },
  timeout,
)

test(
  'at Razorpay, nobody pays twice or for nothing, and the ledger has its settlements, whatever happens',
  async () => {
    const razorpay = await openRazorpayPeer(() => clock.now)
    const { begin, paidBy, steps, check } = await open({
      ...razorpaySettings(razorpay.url),
      RAZORPAY_RECURRING: '',
    })
    const pay =
      (does: 'succeed' | 'fail' | 'late' | 'timed_out', extra = 0) =>
      (story: Story) =>
        story.page && razorpay.pay(story.page, does, { extra })
    const endRefunds = (status: string) => {
      for (const one of razorpay.all('refund')) if (one['status'] === 'pending') one['status'] = status
    }
    const isDisputed = (ref: string) => razorpay.all('dispute', (one) => one['payment_id'] === ref).length > 0
    const dispute = async (story: Story) => {
      for (const ref of await paidBy(story)) if (!isDisputed(ref)) razorpay.dispute(ref, 'under_review')
    }
    const decide = (status: 'won' | 'lost') => async (story: Story) => {
      for (const ref of await paidBy(story)) if (isDisputed(ref)) razorpay.dispute(ref, status)
    }
    const all = {
      ...steps,
      'pay on the link': pay('succeed'),
      'pay with an offer of the operator’s': pay('succeed', -6_000),
      'pay with an offer and a bank that doesn’t answer in time': pay('timed_out', -6_000),
      'be declined on the link': pay('fail'),
      'pay with a slow bank': pay('late'),
      'pay with a bank that doesn’t answer in time': pay('timed_out'),
      // Also on a link that was cancelled since.
      'the bank says yes after all': ({ page }: Story) => page && razorpay.finish(page),
      'Razorpay hangs up': () => {
        razorpay.trouble.lose = 1
      },
      'Razorpay forgets its keys': razorpay.forgetKeys,
      'a refund in the dashboard': async (story: Story) => {
        for (const ref of await paidBy(story)) razorpay.refundByHand(ref, 20_000)
      },
      'a refund in the dashboard that its bank still works on': async (story: Story) => {
        for (const ref of await paidBy(story)) razorpay.refundByHand(ref, 15_000)['status'] = 'pending'
      },
      'the bank is done with the refund': () => endRefunds('processed'),
      'the bank returns the refund': () => endRefunds('failed'),
      'a dispute without its message': dispute,
      'the bank decides for us': decide('won'),
      'the bank decides for the payer': decide('lost'),
      'a settlement': () => razorpay.settle(),
    }
    await run(
      all,
      () => begin(null),
      (story) => {
        Object.assign(razorpay.trouble, { lose: 0 })
        return check(story, {
          balance: () => 0,
          async finish() {
            endRefunds('processed')
            for (const one of razorpay.all('dispute'))
              if (one['status'] === 'under_review') razorpay.dispute(String(one['payment_id']), 'won')
            razorpay.settle()
          },
        })
      },
    )
  },
  timeout,
)

test(
  'with UPI mandates at Razorpay, nobody pays twice or for nothing, whatever happens',
  async () => {
    const razorpay = await openRazorpayPeer(() => clock.now)
    razorpay.account.savesVpa = false
    const { asha, browser, db, begin, paidBy, steps, move, check } = await open(
      razorpaySettings(razorpay.url),
      {
        chargeHours: 62,
      },
    )
    const { goTo } = await asha.call.payments.addMethod({ methodType: 'upi' })
    razorpay.save((await browser.open(goTo)).split('/').at(-1)!, 'late')
    await browser.open(`${goTo}/return`)
    const { methods } = await asha.call.payments.methods()
    const announced = async ({ paymentId }: Story) => {
      const tries = await db
        .selectFrom('payment_attempts')
        .select('id')
        .where('payment_id', '=', paymentId)
        .execute()
      const orders = razorpay.all('order', (one) => tries.some(({ id }) => one['receipt'] === id))
      return razorpay.all(
        'payment',
        (one) => one['status'] === 'created' && orders.some(({ id }) => id === one['order_id']),
      )
    }
    const charge = async (story: Story) => {
      for (const one of await announced(story)) Object.assign(one, { status: 'captured', captured: true })
    }
    const pay = (does: 'succeed' | 'late') => (story: Story) => story.page && razorpay.pay(story.page, does)
    const all = {
      ...steps,
      'pay on the link': pay('succeed'),
      'pay on the link with a slow bank': pay('late'),
      'the bank says yes to the link': ({ page }: Story) => page && razorpay.finish(page),
      'the bank has counted down': async (story: Story) => {
        move(clock.now.getTime() + 26 * HOUR)
        await charge(story)
      },
      'the bank declines the charge': async (story: Story) => {
        for (const one of await announced(story)) one['status'] = 'failed'
      },
      'Razorpay hangs up': () => {
        razorpay.trouble.lose = 1
      },
      'new orders aren’t listed yet': () => {
        razorpay.lagging.orders = true
      },
      'a refund in the dashboard': async (story: Story) => {
        for (const ref of await paidBy(story)) razorpay.refundByHand(ref, 20_000)
      },
      'a settlement': () => razorpay.settle(),
    }
    await run(
      all,
      () => begin(methods[0]!.id),
      (story) => {
        Object.assign(razorpay.trouble, { lose: 0 })
        Object.assign(razorpay.lagging, { orders: false })
        return check(story, {
          balance: () => 0,
          async finish() {
            await charge(story)
            razorpay.settle()
          },
        })
      },
    )
  },
  timeout,
)
