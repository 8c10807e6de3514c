import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Db, isDatabaseAway } from '#/kernel/server/db.ts'
import { targetOf } from '#/kernel/server/http/target.ts'
import type { Log } from '#/kernel/server/log.ts'
import type { Actor, Announce, Work } from '#/kernel/server/work.ts'
import { isUuid, uuidPattern } from '#/kernel/uuid.ts'
import type { AttemptToLookAt, PaymentToPlace, RefundDue, SetupToLookAt } from '#/payments/events.ts'
import type { GatewayName } from '#/payments/rules.ts'
import { lookAtAttempt, toCollect, wayTo } from './attempts.ts'
import {
  BadSignature,
  contactNeeded,
  type Gateway,
  GatewayAway,
  GatewayRefused,
  type Gateways,
  type Told,
} from './gateway.ts'
import { settleSetup, wayToSetup } from './methods.ts'
import { openedWith } from './pay-page.ts'
import { findAttemptToMake, isPaused } from './queries.ts'

type Options = {
  db: Db
  log: Log
  gateways: Gateways
  announceIn(db: Db): Announce
  findActor(request: IncomingMessage, response: ServerResponse): Promise<Actor | null>
  /** The app's address as the browser sees it. */
  siteOf(request: IncomingMessage): string
  now(): Date
}

const ways = new RegExp(`^/pay/(methods/)?(${uuidPattern})(/return)?$`)

/**
 * Leads payers to the gateway and back. `/pay/{attempt}` opens the gateway's page and redirects to it; `…/return` asks the
 * gateway for the result first. Only the ids in an address count; the query merely prefills a form.
 */
export function payListener(options: Options) {
  const { db, log, gateways, now } = options
  const inTransaction = (run: (work: Work) => Promise<void>) =>
    db.transaction().execute((tx) => run({ db: tx, now: now(), announce: options.announceIn(tx) }))

  async function pay(attemptId: string, actor: Actor, site: string, query: URLSearchParams): Promise<string> {
    const lead = (gateway: Gateway, url: string) =>
      openedWith(db, gateway, { url, userId: actor.userId, query })
    const attempt = await findAttemptToMake(db, attemptId)
    if (attempt?.payer_user_id !== actor.userId) return '/payments'
    const result = `/payment-failure?payment=${attempt.payment_id}`
    if (attempt.charge_id || (attempt.status !== 'open' && attempt.status !== 'pending'))
      return resultOf(attempt.payment_id)
    if (attempt.url) {
      // The gateway's page may have expired since; then another attempt opens a new one.
      await inTransaction((work) => lookAtAttempt(work, gateways, attemptId)).catch(ifAway)
      const still = await findAttemptToMake(db, attemptId)
      const gateway = gateways.of(attempt.gateway)
      if (still?.status !== 'open' || !gateway) return resultOf(attempt.payment_id)
      return (await isPaused(db, attempt.payment_id)) ? result : lead(gateway, attempt.url)
    }
    const gateway = gateways.of(attempt.gateway)
    if (!gateway) {
      await inTransaction((work) => lookAtAttempt(work, gateways, attemptId))
      return resultOf(attempt.payment_id)
    }
    if (await isPaused(db, attempt.payment_id)) return result
    const opened = await gateway
      .openCheckout({
        ...toCollect(attempt),
        back: `${site}${wayTo(attemptId)}/return`,
        until: attempt.pay_by,
      })
      .catch(ifRefused)
    if (opened === 'refused') return `${result}&refused`
    if (!opened) return `${result}&unreachable`
    const kept = await db
      .updateTable('payment_attempts')
      .set({ gateway_ref: opened.ref, url: opened.url })
      .where('id', '=', attemptId)
      .where('status', 'in', ['open', 'pending'])
      .executeTakeFirst()
    if (kept.numUpdatedRows > 0n) return opened.url ? lead(gateway, opened.url) : result
    // The attempt was closed while the gateway's page was being opened.
    await gateway.close(opened.ref).catch(ifAway)
    return resultOf(attempt.payment_id)
  }

  async function comeBack(attemptId: string, actor: Actor): Promise<string> {
    const attempt = await findAttemptToMake(db, attemptId)
    if (attempt?.payer_user_id !== actor.userId) return '/payments'
    await inTransaction((work) => lookAtAttempt(work, gateways, attemptId)).catch(ifAway)
    const result = await resultOf(attempt.payment_id)
    // `returned` makes the page show the failure as a toast, but not after a reload.
    return result.startsWith('/payment-failure') ? `${result}&returned` : result
  }

  async function resultOf(paymentId: string): Promise<string> {
    const { status } = await db
      .selectFrom('payments')
      .select('status')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
    const page = status === 'created' || status === 'failed' ? '/payment-failure' : '/payment-success'
    return `${page}?payment=${paymentId}`
  }

  async function setUp(setupId: string, actor: Actor, site: string, isBack: boolean): Promise<string> {
    const setup = await db
      .selectFrom('payment_setups as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .leftJoin('pet_owners as owner', 'owner.user_id', 'u.id')
      .where('s.id', '=', setupId)
      .where('s.user_id', '=', actor.userId)
      .select([
        's.status',
        's.method_type',
        's.upi_id',
        's.gateway',
        's.gateway_ref',
        's.url',
        'u.name',
        'u.contact_email',
        'owner.phone_number',
      ])
      .executeTakeFirst()
    if (setup?.status !== 'open') return '/payments'
    const gateway = gateways.of(setup.gateway)
    if (!gateway) return '/payments?not-added'
    if (isBack) {
      if (!setup.gateway_ref) return '/payments'
      const seen = await gateway.lookAtSetup(setup.gateway_ref).catch(ifAway)
      if (seen) await inTransaction((work) => settleSetup(work, gateways.current, setupId, seen))
      return seen?.state === 'done' ? '/payments?added' : '/payments?not-added'
    }
    if (setup.url) return setup.url
    const opened = await gateway
      .openSetup({
        setupId,
        type: setup.method_type as 'card' | 'upi',
        upiId: setup.upi_id,
        payer: {
          userId: actor.userId,
          name: setup.name,
          email: setup.contact_email,
          phone: setup.phone_number,
        },
        back: `${site}${wayToSetup(setupId)}/return`,
      })
      .catch((error) => {
        if (error instanceof GatewayRefused && error.code === contactNeeded) return contactNeeded
        return ifRefused(error)
      })
    if (opened === contactNeeded) return '/payments?contact-needed'
    if (opened === 'refused') return '/payments?refused'
    if (!opened) return '/payments?unreachable'
    const { numUpdatedRows } = await db
      .updateTable('payment_setups')
      .set({ gateway_ref: opened.ref, url: opened.url })
      .where('id', '=', setupId)
      // Its day may have ended meanwhile.
      .where('status', '=', 'open')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return '/payments'
    return opened.url ?? '/payments?unreachable'
  }

  function ifAway(error: unknown): undefined {
    if (!(error instanceof GatewayAway)) throw error
    log.warn({ error: error.message }, 'payment gateway away')
  }

  /** Returns 'refused' if the gateway would refuse it again, so that nobody is told to try later. */
  function ifRefused(error: unknown): 'refused' | undefined {
    if (!(error instanceof GatewayRefused)) return ifAway(error)
    log.error({ error: error.message, code: error.code }, 'payment refused by the gateway')
    return 'refused'
  }

  return async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = targetOf(request)
    const [, ofMethod, id, isBack] = ways.exec(pathname) ?? []
    if (!id || request.method !== 'GET') return lead(response, '/payments')
    const actor = await options.findActor(request, response)
    if (!actor) return lead(response, '/login')
    const site = options.siteOf(request)
    try {
      if (ofMethod) lead(response, await setUp(id, actor, site, isBack !== undefined))
      else lead(response, isBack ? await comeBack(id, actor) : await pay(id, actor, site, searchParams))
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      response.setHeader('retry-after', 1)
      response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' })
      response.end('We’re having trouble right now. Please try again in a moment.')
    }
  }
}

function lead(response: ServerResponse, to: string): void {
  response.writeHead(303, { location: to, 'cache-control': 'no-store' }).end()
}

/**
 * Serves `POST /webhooks/{gateway}`: a signed webhook only queues a job that asks the gateway, so webhooks may come twice,
 * late and in any order.
 */
export function webhookListener({
  db,
  log,
  gateways,
  announceIn,
  now,
}: Omit<Options, 'findActor' | 'siteOf'>) {
  return async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const say = (status: number) => void response.writeHead(status, { 'cache-control': 'no-store' }).end()
    const gateway = gateways.of(targetOf(request).pathname.replace('/webhooks/', ''))
    if (request.method !== 'POST' || !gateway?.hearsWebhooks) return say(404)
    let told: Told[]
    try {
      told = await gateway.readWebhook(await text(request), request.headers, now())
    } catch (error) {
      if (!(error instanceof BadSignature) && !(error instanceof SyntaxError)) throw error
      log.warn({ error: error.message }, 'webhook refused')
      return say(400)
    }
    try {
      await db.transaction().execute(async (tx) => {
        for (const one of told) await lookInto(tx, announceIn(tx), gateway.name, one)
      })
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      return say(503)
    }
    say(200)
  }
}

async function lookInto(db: Db, announce: Announce, gateway: GatewayName, told: Told): Promise<void> {
  if (told.about === 'setup') {
    const setup = await db
      .selectFrom('payment_setups')
      .select('id')
      .where('gateway', '=', gateway)
      .where('gateway_ref', '=', told.ref)
      .executeTakeFirst()
    if (setup) await announce<SetupToLookAt>('payments.setup_to_look_at', { setupId: setup.id })
    return
  }
  if (told.about === 'refund') {
    // Look at sent refunds too: the payer's bank may have returned one.
    const refund = await db
      .selectFrom('refunds as r')
      .innerJoin('payment_attempts as t', 't.id', 'r.attempt_id')
      .select('r.id')
      .where('r.gateway_ref', '=', told.ref)
      .where('t.gateway', '=', gateway)
      .where('r.status', '<>', 'returned')
      .executeTakeFirst()
    if (refund) return announce<RefundDue>('payments.refund_due', { refundId: refund.id })
    // Made in the gateway's dashboard, or its id isn't stored yet.
    if (told.attemptRef) await lookInto(db, announce, gateway, { about: 'attempt', ref: told.attemptRef })
    return
  }
  if (told.about === 'payment') {
    // A paid attempt has the payment's id.
    const known = await db
      .selectFrom('payment_attempts')
      .select('id')
      .where('gateway', '=', gateway)
      .where('gateway_ref', '=', told.ref)
      .executeTakeFirst()
    if (!known) await announce<PaymentToPlace>('payments.payment_to_place', { gateway, ref: told.ref })
    return
  }
  // A webhook may arrive before our own call is answered, when only our own id is stored.
  const attempt = await db
    .selectFrom('payment_attempts')
    .select(['id', 'gateway_ref'])
    .where('gateway', '=', gateway)
    .where((eb) =>
      eb.or([
        eb('gateway_ref', '=', told.ref),
        ...(told.attemptId && isUuid(told.attemptId)
          ? [eb.and([eb('id', '=', told.attemptId), eb('gateway_ref', 'is', null)])]
          : []),
      ]),
    )
    .executeTakeFirst()
  if (!attempt) return
  if (!attempt.gateway_ref)
    await db
      .updateTable('payment_attempts')
      .set({ gateway_ref: told.ref })
      .where('id', '=', attempt.id)
      // A charge that succeeds meanwhile has the payment's own reference.
      .where('gateway_ref', 'is', null)
      .execute()
  await announce<AttemptToLookAt>('payments.attempt_to_look_at', {
    attemptId: attempt.id,
    ...(told.disputeRef && { disputeRef: told.disputeRef }),
  })
}
