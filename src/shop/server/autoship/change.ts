import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { addDays, type Day, dayOf } from '#/kernel/time.ts'
import { gatewayIn, isUsableMethod } from '#/payments/server/index.ts'
import type { AutoshipChange, AutoshipInput } from '#/shop/autoship.ts'
import {
  actAtOf,
  autoshipZone,
  mostAutoships,
  mostDaysAhead,
  nextDay,
  noticeDays,
} from '#/shop/autoship-rules.ts'
import { refuse } from '#/shop/errors.ts'
import { isServed, maySubscribe } from '#/shop/rules.ts'
import { lockCart } from '#/shop/server/cart/change.ts'
import { cashStanding, refuseCash } from '#/shop/server/orders/cash.ts'
import { otherStateOf } from '#/shop/states.ts'
import { findRefills } from './refills.ts'
import { type AutoshipWork, lastingOf, review } from './review.ts'
import { type AutoshipRow, moveAutoship, noteTurn } from './row.ts'

type Acting = ActorWork & Pick<AutoshipWork, 'config'>
const today = (now: Date): Day => dayOf(now, autoshipZone)

/**
 * Sets up an autoship. The price is the one that its buyer saw, and the one that they agree to.
 * @throws shop.too_many_autoships, shop.autoship_day, and those of `termsOf`
 */
export async function addAutoship(work: Acting, input: AutoshipInput): Promise<{ id: string }> {
  const { db, actor, now } = work
  expectDay(input.firstOn, now)
  // Two at once would not count each other.
  await lockCart(work)
  const { count } = await db
    .selectFrom('autoships')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', actor.userId)
    .where('status', '<>', 'ended')
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostAutoships) refuse('shop.too_many_autoships')
  const terms = await termsOf(work, input, { productId: null })
  const id = newId<'autoship'>()
  await db
    .insertInto('autoships')
    .values({
      id,
      user_id: actor.userId,
      status: 'waiting',
      next_on: input.firstOn,
      created_at: now,
      ...terms,
      act_at: new Date(Math.max(actAtOf('waiting', input.firstOn).getTime(), now.getTime())),
    })
    .execute()
  return { id }
}

/** The buyer is always told the price three days before. */
function expectDay(day: Day, now: Date): void {
  if (day < addDays(today(now), noticeDays) || day > addDays(today(now), mostDaysAhead))
    refuse('shop.autoship_day')
}

/**
 * Checks what an autoship shall be, and returns its columns.
 * @throws shop.no_autoship, shop.autoship_price, shop.autoship_method, shop.autoship_prescription, shop.not_served,
 *   shop.pin_in_other_state, and those of `refuseCash`
 */
async function termsOf(work: Acting, input: AutoshipChange, { productId }: { productId: string | null }) {
  const { db, actor } = work
  const { variantId, address, pays } = input
  if (otherStateOf(address)) refuse('shop.pin_in_other_state')
  const offer = await db
    .selectFrom('product_variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .innerJoin('sellers as s', 's.id', 'p.seller_id')
    .select(['v.name as variant', 'v.price', 'p.id', 'p.name', 'p.category', 'p.needs_prescription'])
    .select(['s.delivers_to', 's.user_id'])
    .where('v.id', '=', variantId)
    .where('v.is_offered', '=', true)
    .where('p.is_listed', '=', true)
    .executeTakeFirst()
  if (!offer || (productId && offer.id !== productId)) return refuseRequest('request.not_found')
  if (!maySubscribe(offer.category) || offer.user_id === actor.userId) refuse('shop.no_autoship')
  if (!isServed(offer.delivers_to, address.pin)) refuse('shop.not_served')
  if (offer.price !== input.price) refuse('shop.autoship_price')
  const methodId = pays === 'method' ? await methodFor(work, input.methodId) : null
  const prescriptionId = offer.needs_prescription ? (input.prescriptionId ?? null) : null
  if (offer.needs_prescription) {
    const refills = await findRefills(work, offer.id)
    if (!refills.some(({ id }) => id === prescriptionId)) refuse('shop.autoship_prescription')
    // It is paid after a pharmacist has approved it.
    if (pays === 'method') refuse('shop.autoship_method')
  }
  const terms = {
    variant_id: variantId,
    name: offer.name,
    variant: offer.variant,
    agreed_price: offer.price,
    quantity: input.quantity,
    weeks: input.weeks,
    pays,
    payment_method_id: methodId,
    prescription_id: prescriptionId,
    address_name: address.name,
    phone: address.phone,
    line: address.line,
    city: address.city,
    state: address.state,
    pin: address.pin,
  }
  const found = await review(work, terms)
  if (found.obstacle === 'total') refuse('shop.no_autoship')
  if (pays === 'cash') {
    const problem = lastingOf((await cashStanding(work)).problem)
    if (problem) refuseCash(problem)
    if (found.obstacle === null && found.payment.by !== 'cash') refuse('shop.no_cash')
  }
  return terms
}

async function methodFor(
  { db, actor, config }: Acting,
  methodId: string | null | undefined,
): Promise<string> {
  const isUsable = methodId && (await isUsableMethod(db, gatewayIn(config), actor.userId, methodId))
  return isUsable ? methodId : refuse('shop.autoship_method')
}

/** Locks the caller's own autoship. */
async function lockOwn({ db, actor }: ActorWork, id: string): Promise<AutoshipRow> {
  const row = await db
    .selectFrom('autoships')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', actor.userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? refuseRequest('request.not_found')
}

/**
 * Changes an autoship, and agrees to the price that its buyer saw. They are told again before the next order.
 * @throws shop.autoship_changed, and those of `termsOf`
 */
export async function changeAutoship(
  work: Acting,
  { id, ...change }: AutoshipChange & { id: string },
): Promise<void> {
  const { db, now } = work
  const row = await lockOwn(work, id)
  if (row.status === 'ended') refuse('shop.autoship_changed')
  const before = row.variant_id
    ? await db
        .selectFrom('product_variants')
        .select('product_id')
        .where('id', '=', row.variant_id)
        .executeTakeFirst()
    : undefined
  if (!before) return refuseRequest('request.not_found')
  const set = await termsOf(work, change, { productId: before.product_id })
  if (row.status === 'paused') {
    await db.updateTable('autoships').set(set).where('id', '=', id).execute()
    return
  }
  await moveAutoship(work, row, { by: 'owner', to: 'waiting', nextOn: aheadOf(row, now), set })
}

/** Returns the day of the next order after a change: the last notice no longer holds, so there must be time for another. */
function aheadOf({ status, next_on }: AutoshipRow, now: Date): Day {
  const soonest = addDays(today(now), noticeDays)
  return status === 'waiting' || next_on > soonest ? next_on : soonest
}

const isAhead = ({ status }: AutoshipRow) => status !== 'paused' && status !== 'ended'

/** @throws shop.autoship_changed */
export async function skipNext(work: ActorWork, { id, dueOn }: { id: string; dueOn: Day }) {
  const row = await lockOwn(work, id)
  if (!isAhead(row) || row.next_on !== dueOn) refuse('shop.autoship_changed')
  const nextOn = nextDay({ dueOn, weeks: row.weeks, today: today(work.now) })
  await noteTurn(work, { row, outcome: 'skipped' })
  await moveAutoship(work, row, { by: 'owner', to: 'waiting', nextOn })
  return { nextOn }
}

/** @throws shop.autoship_changed, shop.autoship_day */
export async function moveNext(work: ActorWork, { id, dueOn, on }: { id: string; dueOn: Day; on: Day }) {
  const row = await lockOwn(work, id)
  if (!isAhead(row) || row.next_on !== dueOn) refuse('shop.autoship_changed')
  expectDay(on, work.now)
  await moveAutoship(work, row, { by: 'owner', to: 'waiting', nextOn: on })
}

/** @throws shop.autoship_changed */
export async function pauseOwn(work: ActorWork, id: string): Promise<void> {
  const row = await lockOwn(work, id)
  if (!isAhead(row)) refuse('shop.autoship_changed')
  await moveAutoship(work, row, { by: 'owner', to: 'paused', obstacle: 'owner' })
}

/** @throws shop.autoship_changed */
export async function resumeOwn(work: ActorWork, id: string): Promise<{ nextOn: Day }> {
  const row = await lockOwn(work, id)
  if (row.status !== 'paused') refuse('shop.autoship_changed')
  const soonest = addDays(today(work.now), noticeDays)
  const nextOn = row.next_on > soonest ? row.next_on : soonest
  await moveAutoship(work, row, { by: 'owner', to: 'waiting', nextOn })
  return { nextOn }
}

/** @throws shop.autoship_changed, shop.autoship_price */
export async function agreeToPrice(
  work: ActorWork,
  { id, price }: { id: string; price: number },
): Promise<void> {
  const row = await lockOwn(work, id)
  if (row.status !== 'asking') refuse('shop.autoship_changed')
  if (row.told_price !== price) refuse('shop.autoship_price')
  await moveAutoship(work, row, { by: 'owner', to: 'announced', set: { agreed_price: price } })
}

/** @throws shop.autoship_changed */
export async function endOwn(work: ActorWork, id: string): Promise<void> {
  const row = await lockOwn(work, id)
  if (row.status === 'ended') refuse('shop.autoship_changed')
  await moveAutoship(work, row, { by: 'owner', to: 'ended' })
}
