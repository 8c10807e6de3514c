import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { sign, signatureHeader } from '#/payments/sandbox/signature.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { sandboxKey } from './gateways.ts'
import { browserOf, saveCard } from './payer.factory.ts'

const world = await openWorld()
const { db } = world
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
const card = await saveCard(world, asha)
const { bank } = await world.sandbox()
const key = sandboxKey({ AUTH_SECRET: world.secret })
const browser = browserOf(world.url, asha)
await bank.pump()
await world.app.jobs.deliverEvents(world.clock.now)

let hourOfDay = 9
/** Makes an attempt that is paid at the gateway without a webhook. */
async function paidUnheard(outcome = 'succeed') {
  const hour = String(hourOfDay++).padStart(2, '0')
  const { payment } = await asha.call.veterinary.book({
    vetId,
    slot: { date: '2026-11-06', startTime: `${hour}:00`, endTime: `${hour}:30` },
    appointmentType: 'teleconsultation',
    contactMethod: 'whatsapp',
    contactLink: '+919812345678',
    disclaimerAccepted: true,
    paymentMethodId: card,
  })
  const { goTo } = await asha.call.payments.pay({ id: payment!.id })
  const page = await browser.open(goTo)
  await browser.send(page, { by: 'card', outcome })
  const attempt = await db
    .selectFrom('payment_attempts')
    .select(['id', 'gateway_ref'])
    .where('payment_id', '=', payment!.id)
    .executeTakeFirstOrThrow()
  const body = JSON.stringify({
    id: 'event',
    type: 'payment.updated',
    data: { id: attempt.gateway_ref, reference: attempt.id },
  })
  return { id: payment!.id, body, attemptId: attempt.id }
}

const send = (body: string, signature: string | null, path = '/webhooks/sandbox') =>
  fetch(`${world.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature && { [signatureHeader]: signature }) },
    body,
  }).then(({ status }) => status)

const signed = (body: string, at = world.clock.now) => sign(key, body, at.getTime())
const statusOf = async (id: string) => (await asha.call.payments.payment({ id })).status
const deliver = () => world.app.jobs.deliverEvents(world.clock.now)
const transfers = async (id: string) =>
  (await db.selectFrom('ledger_transfers').select('kind').where('payment_id', '=', id).execute())
    .map(({ kind }) => kind)
    .sort()

test('a signed webhook updates a payment, and a repeated one changes nothing', async () => {
  const { id, body } = await paidUnheard()
  expect(await statusOf(id)).toBe('created')
  expect(await send(body, signed(body))).toBe(200)
  await deliver()
  expect(await statusOf(id)).toBe('completed')
  for (let n = 0; n < 3; n++) expect(await send(body, signed(body))).toBe(200)
  await deliver()
  await bank.pump()
  await deliver()
  expect(await transfers(id)).toEqual(['charge', 'payment'])
})

test('an unsigned, old, altered or re-serialised webhook is refused, and moves nothing', async () => {
  const { id, body } = await paidUnheard()
  await deliver()
  const longAgo = new Date(world.clock.now.getTime() - 6 * 60_000)
  expect(await send(body, null)).toBe(400)
  expect(await send(body, 't=1,v1=nonsense')).toBe(400)
  expect(await send(body, sign('another key', body, world.clock.now.getTime()))).toBe(400)
  expect(await send(body, signed(body, longAgo))).toBe(400)
  expect(await send(`${body} `, signed(body))).toBe(400)
  expect(await send(JSON.stringify(JSON.parse(body), null, 2), signed(body))).toBe(400)
  expect(await send(body, signed(body), '/webhooks/stripe')).toBe(404)
  expect(await fetch(`${world.url}/webhooks/sandbox`).then(({ status }) => status)).toBe(404)
  expect(await deliver()).toBe(0)
  expect(await statusOf(id)).toBe('created')
  // Signed messages of unknown content are accepted and ignored.
  for (const odd of ['{"type":"else","data":{}}', 'null', '[]', '{"type":"payment.updated"}', 'not json'])
    expect([200, 400]).toContain(await send(odd, signed(odd)))
  await bank.pump()
  await deliver()
})

test('a webhook that arrives before our call’s answer finds its attempt by our reference', async () => {
  const { id, body, attemptId } = await paidUnheard()
  await db.updateTable('payment_attempts').set({ gateway_ref: null }).where('id', '=', attemptId).execute()
  expect(await send(body, signed(body))).toBe(200)
  await deliver()
  expect(await statusOf(id)).toBe('completed')
})

test('a webhook that says paid is verified at the gateway', async () => {
  const { id, body } = await paidUnheard('fail')
  const lying = body.replace('payment.updated"', 'payment.updated","state":"succeeded","amount":1')
  expect(await send(lying, signed(lying))).toBe(200)
  await deliver()
  expect(await statusOf(id)).toBe('failed')
})

test('a payment without a webhook is found by asking after a quarter of an hour', async () => {
  const { id } = await paidUnheard()
  const later = new Date(world.clock.now.getTime() + 16 * 60_000)
  await world.app.jobs.runSweep('payments-reconcile', later)
  await world.app.jobs.deliverEvents(later)
  expect(await statusOf(id)).toBe('completed')
})

test('a refund the gateway refuses is tried again, and owed until it went through', async () => {
  const { id, body } = await paidUnheard('refund_fails')
  await send(body, signed(body))
  await deliver()
  const { rows } = await asha.call.appointments.appointments({ tab: 'upcoming' })
  await asha.call.appointments.cancel({ id: rows.find(({ payment }) => payment?.id === id)!.id })
  await deliver()
  expect(await asha.call.payments.payment({ id })).toMatchObject({
    status: 'completed',
    refunds: [{ status: 'failed' }],
  })
  expect(await transfers(id)).toEqual(['borne', 'charge', 'payment'])
  const later = new Date(world.clock.now.getTime() + 61 * 60_000)
  await world.app.jobs.runSweep('payments-reconcile', later)
  await world.app.jobs.deliverEvents(later)
  expect(await asha.call.payments.payment({ id })).toMatchObject({
    status: 'refunded',
    refunds: [{ status: 'succeeded' }],
  })
  expect(await transfers(id)).toEqual(['borne', 'charge', 'payment', 'refund'])
})

test('a disputed payment isn’t paid out, nor is one whose dispute was lost', async () => {
  const { id, body } = await paidUnheard('dispute')
  await send(body, signed(body))
  await deliver()
  const owed = (await meera.call.payments.payouts()).owed
  world.clock.now = new Date(world.clock.now.getTime() + 60_000)
  await bank.pump()
  await deliver()
  expect(await asha.call.payments.payment({ id })).toMatchObject({ isDisputed: true })
  expect(await meera.call.payments.payouts()).toMatchObject({ owed: owed - 60_000, disputed: 60_000 })
  const { gateway_ref: ref } = await db
    .selectFrom('payment_attempts')
    .select('gateway_ref')
    .where('payment_id', '=', id)
    .executeTakeFirstOrThrow()
  bank.decideDispute(ref!, 'lost')
  await bank.pump()
  await deliver()
  expect(await meera.call.payments.payouts()).toMatchObject({ owed: owed - 60_000, disputed: 0 })
})

test('the ledger takes nothing back, and no transfer that does not balance', async () => {
  const refused = { code: '23514' }
  await expect(db.deleteFrom('ledger_entries').execute()).rejects.toMatchObject(refused)
  await expect(db.updateTable('ledger_transfers').set({ kind: 'refund' }).execute()).rejects.toMatchObject(
    refused,
  )
  const { transfer_id } = await db
    .selectFrom('ledger_entries')
    .select('transfer_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await expect(
    db
      .insertInto('ledger_entries')
      .values({ transfer_id, account: 'gateway', amount: '1', currency: 'INR' })
      .execute(),
  ).rejects.toMatchObject(refused)
})
