import { expect, test } from 'vitest'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { razorpaySettings } from './gateway-peers.factory.ts'
import { browserOf } from './payer.factory.ts'
import { openRazorpayPeer } from './razorpay.factory.ts'

const clock = { now: mondayMorning }
const peer = await openRazorpayPeer(() => clock.now)
const world = await openWorld(razorpaySettings(peer.url))
const { db } = world
const asha = await world.signUp('asha')
await db
  .updateTable('pet_owners')
  .set({ phone_number: '+919812345678' })
  .where('id', '=', asha.ownerId)
  .execute()
const browser = browserOf(world.url, asha)
const start = clock.now.getTime()

async function sweepAfter(hours: number) {
  const at = new Date(start + hours * HOUR)
  world.clock.now = clock.now = at
  await world.app.jobs.runSweep('payments-reconcile', at)
  for (let delivered = 1; delivered > 0; ) delivered = await world.app.jobs.deliverEvents(at)
}
const statusOf = async (id: string) =>
  (await db.selectFrom('payment_setups').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status

/** Starts to save a card, and opens the gateway's page 23 hours later. */
async function openLate() {
  world.clock.now = clock.now = new Date(start)
  const { goTo } = await asha.call.payments.addMethod({ methodType: 'card' })
  world.clock.now = clock.now = new Date(start + 23 * HOUR)
  await browser.open(goTo)
  const id = goTo.split('/').at(-1)!
  return db.selectFrom('payment_setups').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

test('a card saved on a page that was opened late is found, and its rupee sent back', async () => {
  const { id, gateway_ref: ref } = await openLate()
  await sweepAfter(25)
  expect(await statusOf(id)).toBe('open')
  peer.save(ref!, 'succeed')
  await sweepAfter(46)
  expect(await statusOf(id)).toBe('done')
  expect((await asha.call.payments.methods()).methods).toHaveLength(1)
  expect(peer.all('refund').map(({ amount }) => amount)).toEqual([100])
})

test('saving a card ends after three days without its end, also if the gateway doesn’t answer', async () => {
  const { id } = await openLate()
  await sweepAfter(71)
  expect(await statusOf(id)).toBe('open')
  peer.trouble.fail = Number.POSITIVE_INFINITY
  await sweepAfter(73)
  expect(await statusOf(id)).toBe('failed')
  peer.trouble.fail = 0
  const quiet = await openLate()
  await sweepAfter(73)
  expect(await statusOf(quiet.id)).toBe('failed')
})

test('saving a card whose page was never opened ends after a day', async () => {
  const id = newId<'payment setup'>()
  await db
    .insertInto('payment_setups')
    .values({
      id,
      user_id: asha.userId,
      method_type: 'card',
      gateway: 'razorpay',
      status: 'open',
      created_at: new Date(start),
    })
    .execute()
  await sweepAfter(23)
  expect(await statusOf(id)).toBe('open')
  await sweepAfter(25)
  expect(await statusOf(id)).toBe('failed')
})
