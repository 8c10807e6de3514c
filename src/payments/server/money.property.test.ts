import type { IncomingMessage, ServerResponse } from 'node:http'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { clientAt } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import type { Outcome } from '#/payments/sandbox/store.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { browserOf, saveCard } from './payer.factory.ts'

// After any steps in any order, some concurrent, with lost gateway answers: the ledger balances, and the owner has paid once
// for a visit that takes place and nothing for one that doesn't.

const world = await openWorld()
const { db } = world
const { jobs } = world.app
const start = world.clock.now
const desk = await openDesk(world, 'nadia')
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
const good = await saveCard(world, asha)
const bad = await saveCard(world, asha, 'fail')
const slow = await saveCard(world, asha, 'late')
const { bank, server, store } = await world.sandbox()
const browser = browserOf(world.url, asha)

/** This many of the next answers are lost after taking effect. */
let losing = 0
server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
  if (losing === 0 || !request.url?.startsWith('/v1/') || request.method !== 'POST') return
  losing--
  response.writeHead = () => response
  response.end = () => response.destroy() as never
})

type Story = { id: string; paymentId: string; startsAt: Date; page?: string; back?: string }
type Step = (story: Story) => Promise<unknown>

/** A suspension ends the vet's session: once it is lifted they log in again. */
let vetsCall = meera.call
const vet = () => vetsCall
async function lift() {
  await desk.call.liftSuspension({ id: meera.userId })
  const signedIn = await fetch(`${world.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.url },
    body: JSON.stringify({ email: meera.email, password: 'meera-password' }),
  })
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0])
  vetsCall = clientAt(world.url, { cookie: cookie.join('; ') })
}

const quiet = (promise: Promise<unknown>) => promise.catch(() => undefined)
const move = (ms: number) => {
  world.clock.now = new Date(Math.max(world.clock.now.getTime(), ms))
}
const sweep = async (name: string) => void (await jobs.runSweep(name, world.clock.now))
const work = async () => {
  await bank.pump()
  await jobs.deliverEvents(world.clock.now)
}
const payOn =
  (outcome: Outcome): Step =>
  async (story) => {
    if (!story.page?.startsWith('/sandbox')) return
    await quiet(browser.send(story.page, { by: 'upi', upi: 'asha@okbank', outcome }))
  }

const paidBy = (paymentId: string) =>
  db
    .selectFrom('payment_attempts')
    .select('gateway_ref')
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'succeeded')
    .execute()
const decide =
  (how: 'open' | 'won' | 'lost'): Step =>
  async ({ paymentId }) => {
    for (const { gateway_ref: ref } of await paidBy(paymentId)) bank.decideDispute(ref!, how)
  }
/** No bank leaves a dispute open forever. */
async function decideOpenOnes({ paymentId }: Story) {
  for (const { gateway_ref: ref } of await paidBy(paymentId))
    if (store.find('payment', ref!)?.disputes.some(({ status }) => status === 'open'))
      bank.decideDispute(ref!, 'won')
}

const steps = {
  async 'click Pay Now'(story) {
    const { goTo } = await asha.call.payments.pay({ id: story.paymentId })
    story.page = await browser.open(goTo)
    story.back = `${goTo}/return`
  },
  'pay on the page': payOn('succeed'),
  'be declined on the page': payOn('fail'),
  'pay on the page, with a slow bank': payOn('late'),
  'pay on the page, whose refund fails at first': payOn('refund_fails'),
  'pay on the page, and take it back by the bank': payOn('dispute'),
  'the bank decides for the payer': decide('lost'),
  'the bank decides for us': decide('won'),
  'the dispute goes on': decide('open'),
  'refunds come back': async ({ paymentId }) => {
    const refunds = db.selectFrom('refunds').select('gateway_ref').where('payment_id', '=', paymentId)
    for (const { gateway_ref: ref } of await refunds.execute()) if (ref) bank.returnRefund(ref)
  },
  'come back': async ({ back }) => back && browser.open(back),
  'webhooks and jobs': work,
  'the day before': async ({ startsAt }) => {
    move(startsAt.getTime() - 24 * HOUR)
    await sweep('payments-charge-due')
  },
  'an hour later': async ({ startsAt }) => {
    move(startsAt.getTime() - 23 * HOUR)
    await sweep('payments-end-times-to-pay')
  },
  reconcile: async () => {
    move(world.clock.now.getTime() + 20 * 60_000)
    await sweep('payments-reconcile')
  },
  'the owner cancels': ({ id }) => asha.call.appointments.cancel({ id }),
  'the vet cancels or declines': ({ id }) =>
    vet()
      .appointments.cancel({ id })
      .catch(() => vet().appointments.decline({ id, reason: 'Away' })),
  'the visit is over': async ({ startsAt }) => {
    move(startsAt.getTime() + HOUR)
    await sweep('complete-ended-appointments')
  },
  'the owner says that the vet did not come': ({ id }) => asha.call.appointments.reportAbsence({ id }),
  'the vet notes a no-show': ({ id }) => vet().appointments.reportNoShow({ id }),
  'the owner contests it': ({ id }) => asha.call.appointments.contestNoShow({ id }),
  'the vet was there': ({ id }) => vet().appointments.denyAbsence({ id }),
  'the vet agrees': ({ id }) => vet().appointments.concedeAbsence({ id }),
  'a day without an answer': async () => {
    move(world.clock.now.getTime() + 25 * HOUR)
    await sweep('give-up-absent-appointments')
  },
  'the desk refunds a part': ({ paymentId }) =>
    desk.call.refund({ id: paymentId, amount: 10_000, reason: 'It broke off' }),
  'the desk refunds more than half': ({ paymentId }) =>
    desk.call.refund({ id: paymentId, amount: 35_000, reason: 'It broke off' }),
  'the vet is suspended': () => desk.call.suspend({ id: meera.userId, reason: 'Reported' }),
  'the suspension is lifted': lift,
  'the owner takes the refund': ({ id }) => asha.call.appointments.takeRefund({ id }),
  'the gateway’s answer is lost': async () => {
    losing = 1
  },
} satisfies Record<string, Step>
type StepName = keyof typeof steps

// Steps that end a booking are rare, so that there is something to end.
const ending: StepName[] = [
  'the owner cancels',
  'the vet cancels or declines',
  'an hour later',
  'the visit is over',
  'a day without an answer',
]
const going = (Object.keys(steps) as StepName[]).filter((name) => !ending.includes(name))
const stepName = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...going) },
  { weight: 1, arbitrary: fc.constantFrom(...ending) },
  { weight: 3, arbitrary: fc.constant<StepName>('click Pay Now') },
)
const claims: StepName[] = [
  'the owner says that the vet did not come',
  'the vet notes a no-show',
  'the owner contests it',
  'the vet was there',
  'the vet agrees',
  'a day without an answer',
  'the desk refunds a part',
  'the desk refunds more than half',
  'the vet is suspended',
  'the suspension is lifted',
  'the owner takes the refund',
  'webhooks and jobs',
]
const afterwards = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...claims) },
  { weight: 1, arbitrary: stepName },
)
const paid: StepName[] = ['click Pay Now', 'pay on the page', 'come back', 'webhooks and jobs']

const courseOf = (first: StepName[], next: typeof stepName) =>
  fc
    .array(fc.oneof(next, fc.tuple(next, next)), { minLength: 3, maxLength: 14 })
    .map((steps) => [...first, ...steps])
// Random steps rarely reach a visit that is paid and over, where claims begin.
const course = fc.oneof(
  courseOf([], stepName),
  courseOf(paid, afterwards),
  courseOf([...paid, 'the visit is over'], afterwards),
)

let day = 0
async function begin(methodId: string): Promise<Story> {
  world.clock.now = start
  const date = `2026-11-${String(4 + (day++ % 24)).padStart(2, '0')}`
  const { slots } = await asha.call.booking.slots({ trade: 'veterinary', providerId: vetId, date })
  const [slot] = slots
  if (!slot) return begin(methodId)
  const { id, payment, startsAt } = await asha.call.veterinary.book({
    vetId,
    slot: { date, startTime: slot.startTime, endTime: slot.endTime },
    appointmentType: 'teleconsultation',
    contactMethod: 'zoom',
    contactLink: 'https://zoom.us/j/1',
    disclaimerAccepted: true,
    paymentMethodId: methodId,
  })
  return { id, paymentId: payment!.id, startsAt }
}

/** Moves on by days, until every bank has answered and every job and refund was retried. */
async function end(story: Story): Promise<void> {
  const { startsAt } = story
  losing = 0
  await quiet(lift())
  for (let n = 0; n < 5; n++) {
    if (n === 1) await decideOpenOnes(story)
    move(startsAt.getTime() + (1 + n * 7) * HOUR)
    // Claims by the owner go unanswered for a day.
    if (n >= 2) move(world.clock.now.getTime() + 25 * HOUR)
    for (const name of [
      'payments-charge-due',
      'payments-end-times-to-pay',
      'payments-reconcile',
      'expire-unanswered-appointments',
      'complete-ended-appointments',
      'give-up-absent-appointments',
    ])
      await sweep(name)
    // Retry failed jobs at once, instead of at pg-boss's own time.
    await db.executeQuery(again)
    await work()
    await work()
  }
  // The clock goes back with each story, so everything is read again.
  await db.deleteFrom('gateway_reads').execute()
  move(world.clock.now.getTime() + 60_000)
  await sweep('payments-read-movements')
  await work()
}

/** Returns the money that the gateway holds for us, by the ledger. */
async function gatewayAccount(): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::int as sum from ledger_entries where account = 'gateway'`.execute(db)
  return rows[0]!.sum
}

/** Matches refunds that arrived, or bounced twice: an administrator pays those by hand. */
const isPaidBack = sql`(status = 'succeeded' or status = 'failed' and handed_over_at is not null)`

const again =
  sql`update jobs.job set start_after = now(), state = 'created' where state in ('retry', 'failed')
  and name in ('gateway', 'events')`.compile(db)

test('in any order of events an owner is charged once for a visit that takes place, and for nothing else', async () => {
  const check = async (methodId: string, names: (StepName | [StepName, StepName])[]) => {
    const story = await begin(methodId)
    for (const name of names) {
      const together = Array.isArray(name) ? name : [name]
      await Promise.all(together.map((one) => quiet(Promise.resolve((steps[one] as Step)(story)))))
    }
    await end(story)
    expect(await world.findBrokenInvariants()).toEqual([])
    expect(await gatewayAccount(), 'the sandbox’s balance').toBe(store.balance())
    const row = await db
      .selectFrom('veterinary_appointments as shown')
      .innerJoin('appointments as a', 'a.id', 'shown.id')
      .innerJoin('payments as p', 'p.appointment_id', 'a.id')
      .where('a.id', '=', story.id)
      .select(['a.status', 'shown.payment_status', 'shown.refund_amount', 'a.cancelled_by', 'p.amount'])
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ paid: number; back: number; granted: number; lost: number }>`
      select (select count(*)::int from payment_attempts where payment_id = ${story.paymentId} and status = 'succeeded') as paid,
        (select coalesce(sum(amount), 0)::int from refunds
          where payment_id = ${story.paymentId} and ${isPaidBack}) as back,
        (select coalesce(sum(amount), 0)::int from refunds
          where payment_id = ${story.paymentId} and ${isPaidBack} and admin_id is not null) as granted,
        (select coalesce(sum(amount), 0)::int from payment_disputes
          where payment_id = ${story.paymentId} and status = 'lost') as lost
    `.execute(db)
    const { paid, back, granted, lost } = rows[0]!
    const kept = paid * row.amount - back
    const tookPlace = row.status === 'completed' || row.status === 'no_show'
    // Only refunds granted by administrators are deducted.
    if (tookPlace) expect(kept, row.status).toBe(row.amount - granted)
    else if (row.status === 'cancelled') expect([0, row.amount - granted]).toContain(kept)
    // Including what banks gave back, nobody has paid for nothing.
    else expect(kept - lost, row.status).toBeLessThanOrEqual(0)
    if (lost === 0 && !tookPlace) {
      if (row.status !== 'cancelled') expect(kept, row.status).toBe(0)
      else if (kept > 0) {
        // Money is kept only if the owner cancelled too late for a refund.
        expect([row.cancelled_by, row.refund_amount]).toEqual(['owner', granted])
      }
    }
    expect(row.payment_status === 'pending' || row.payment_status === 'failed' ? 0 : 1).toBe(paid > 0 ? 1 : 0)
  }
  await fc.assert(fc.asyncProperty(fc.constantFrom(good, bad, slow), course, check), {
    numRuns: 40,
    endOnFailure: true,
    includeErrorInReport: true,
  })
}, 180_000)
