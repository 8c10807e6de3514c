import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { boot } from '#/app/boot.ts'
import { adminClientAt, openDesk } from '#/app/testing/desk.ts'
import { clientAt } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { readConfig } from '#/kernel/server/config.ts'
import { createLog } from '#/kernel/server/log.ts'
import { textOfPdf } from '#/kernel/server/pdf.factory.ts'
import { closeAfter } from '#/kernel/testing/close-after.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { pay, saveCard } from './payer.factory.ts'

// Sandbox payments once became real debt when another gateway was configured.

const world = await openWorld()
const { db } = world
const { jobs } = world.app
const desk = await openDesk(world, 'nadia')
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
const fee = 60_000

async function settled() {
  const { bank } = await world.sandbox()
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await jobs.deliverEvents(world.clock.now)
  }
}

/** Restarts the installation with Stripe. */
async function restart() {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: world.dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    DATABASE_POOL: '4',
    PAYMENT_GATEWAY: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_none',
  })
  const app = await boot({
    config,
    databaseUrl: world.databaseUrl,
    log: createLog(config.LOG_LEVEL),
    now: () => world.clock.now,
    webFolder: world.dataDir,
    sandboxUrl: () => Promise.reject(new Error('not in use')),
  })
  app.http.listen(0, '127.0.0.1')
  await once(app.http, 'listening')
  closeAfter(() => app.close())
  const url = `http://127.0.0.1:${(app.http.address() as AddressInfo).port}`
  return {
    url,
    asha: clientAt(url, { cookie: asha.cookie }),
    meera: clientAt(url, { cookie: meera.cookie }),
    desk: adminClientAt(url, desk.cookie),
  }
}

test('sandbox payments are paid out in the sandbox only, and not once another gateway is in use', async () => {
  const { id, payment, endsAt } = await asha.call.veterinary.book({
    vetId,
    slot: { date: '2026-11-02', startTime: '12:00', endTime: '12:30' },
    appointmentType: 'teleconsultation' as const,
    contactMethod: 'zoom' as const,
    contactLink: 'https://zoom.us/j/1',
    disclaimerAccepted: true,
    paymentMethodId: await saveCard(world, asha),
  })
  await pay(world, asha, payment!.id)
  await settled()
  world.clock.now = endsAt
  await jobs.runSweep('complete-ended-appointments', world.clock.now)
  world.clock.now = new Date(endsAt.getTime() + 48 * HOUR)

  const stripe = await restart()
  expect(await stripe.desk.payouts()).toEqual({ rows: [] })
  await expect(
    stripe.desk.recordPayout({ id: meera.userId as never, amount: fee, reference: 'UTR 1' }),
  ).rejects.toMatchObject({ code: 'payments.nothing_ready' })
  expect(await stripe.meera.payments.payouts()).toMatchObject({
    owed: 0,
    available: 0,
    paidOut: 0,
    payouts: [],
  })
  expect((await stripe.meera.payments.earnings({})).rows).toEqual([])

  // A payout of sandbox money stays in the sandbox.
  expect(await desk.call.payouts()).toMatchObject({ rows: [{ id: meera.userId, available: fee }] })
  await desk.call.recordPayout({ id: meera.userId as never, amount: 10_000, reference: 'Play 1' })
  expect(await meera.call.payments.payouts()).toMatchObject({ available: fee - 10_000, paidOut: 10_000 })
  expect((await meera.call.payments.earnings({})).rows).toMatchObject([{ id: payment!.id }])
  const ofOne = { id: payment!.id as never }
  expect((await meera.call.payments.earnings(ofOne)).rows).toMatchObject([{ id: payment!.id }])
  expect((await asha.call.payments.earnings(ofOne)).rows).toEqual([])
  expect(await stripe.meera.payments.payouts()).toMatchObject({
    owed: 0,
    available: 0,
    paidOut: 0,
    payouts: [],
  })

  const { rows } = await stripe.asha.payments.list({ only: 'receipts' })
  expect(rows).toMatchObject([{ id: payment!.id, appointmentId: id, isSandbox: true }])
  const receipt = await fetch(`${stripe.url}/receipts/${payment!.id}.pdf`, {
    headers: { cookie: asha.cookie },
  })
  const text = textOfPdf(Buffer.from(await receipt.arrayBuffer()))
  expect(text).toContain('Sandbox receipt PF-000001')
  expect(text).toContain('Sandbox: no money moved.')
  expect(await world.findBrokenInvariants()).toEqual([])
})
