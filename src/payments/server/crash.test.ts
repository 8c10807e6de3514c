import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '#/app/testing/server-process.ts'
import { openWorld } from '#/app/testing/world.ts'
import { addDays, dayOf, WEEKDAYS } from '#/kernel/time.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { stripeSettings } from './gateway-peers.factory.ts'
import { handOnTo, listen } from './lossy.factory.ts'
import { browserOf } from './payer.factory.ts'
import { openStripePeer } from './stripe.factory.ts'

// Kills a real process in the middle of a charge; this process then takes over.

const stripe = await openStripePeer(() => new Date())
const handOn = handOnTo(async () => stripe.url)
let onCharge: { before?(): Promise<void>; after?(): Promise<void> } = {}
const between = await listen(async (asked) => {
  const isCharge = asked.method === 'POST' && asked.path === '/v1/payment_intents'
  if (isCharge) await onCharge.before?.()
  const answer = await handOn(asked)
  if (isCharge) await onCharge.after?.()
  return answer
})
const world = await openWorld(stripeSettings(between.url))
const { db } = world
const { jobs } = world.app
world.clock.now = new Date()
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const vetId = await makeVet(db, {
  userId: meera.userId,
  fullName: 'Meera Iyer',
  teleconsultation: true,
  hours: [{ days: WEEKDAYS }],
})
const minutesLater = (count: number) => new Date(Date.now() + count * 60_000)

async function saveCard(): Promise<string> {
  const { goTo } = await asha.call.payments.addMethod({ methodType: 'card' })
  const browser = browserOf(world.url, asha)
  stripe.save((await browser.open(goTo)).split('/').at(-1)!, 'succeed')
  await browser.open(`${goTo}/return`)
  return (await asha.call.payments.methods()).methods[0]!.id
}
const card = await saveCard()

let daysAhead = 3
async function bookToBeCharged() {
  const date = addDays(dayOf(new Date(), 'Asia/Kolkata'), daysAhead++)
  const booked = await asha.call.veterinary.book({
    vetId,
    slot: { date, startTime: '10:00', endTime: '10:30' },
    appointmentType: 'teleconsultation',
    contactMethod: 'zoom',
    contactLink: 'https://zoom.us/j/1',
    disclaimerAccepted: true,
    paymentMethodId: card,
  })
  await db
    .updateTable('charges')
    .set({ due_at: new Date() })
    .where('payment_id', '=', booked.payment!.id)
    .execute()
  return { id: booked.id, paymentId: booked.payment!.id }
}

let server: ServerProcess | undefined
afterEach(() => server?.end('SIGKILL'))

test.each(['before', 'after'] as const)(
  'kill -9 %s the gateway has charged: the next process finds out, and it is charged once',
  async (moment) => {
    const { id, paymentId } = await bookToBeCharged()
    const made = stripe.all('payment_intent').length
    server = await startServerProcess({
      DATABASE_URL: world.databaseUrl,
      DATA_DIR: world.dataDir,
      AUTH_SECRET: world.secret,
      ...stripeSettings(between.url),
    })
    const killed = once(server.process, 'exit')
    onCharge = {
      [moment]: async () => {
        onCharge = {}
        await server!.end('SIGKILL')
        if (moment === 'before') throw new Error('The caller is gone')
      },
    }
    await jobs.runSweep('payments-charge-due', new Date())
    await killed
    expect(stripe.all('payment_intent')).toHaveLength(moment === 'before' ? made : made + 1)
    expect(await asha.call.payments.payment({ id: paymentId })).toMatchObject({ status: 'created' })

    world.clock.now = minutesLater(20)
    await jobs.runSweep('payments-reconcile', world.clock.now)
    await jobs.deliverEvents(world.clock.now)
    expect(await asha.call.payments.payment({ id: paymentId })).toMatchObject({ status: 'completed' })
    const { status } = await db
      .selectFrom('veterinary_appointments')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(status).toBe('confirmed')
    expect(stripe.all('payment_intent')).toHaveLength(made + 1)
    expect(await world.findBrokenInvariants()).toEqual([])
  },
)
