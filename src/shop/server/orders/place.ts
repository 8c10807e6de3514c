import { sql } from 'kysely'
import { nameUnnamed } from '#/accounts/server/index.ts'
import { MINUTE } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork, PersonWork } from '#/kernel/server/work.ts'
import { isPayable, orderName, type Terms } from '#/payments/rules.ts'
import { openPayment } from '#/payments/server/index.ts'
import { refuse } from '#/shop/errors.ts'
import { isGstin } from '#/shop/gstin.ts'
import type { PlaceOrder, Problem } from '#/shop/orders.ts'
import { currency, minutesToPayOrder, mostInCash, mostLapsedOrders, mostUnpaidOrders } from '#/shop/rules.ts'
import { lockCart } from '#/shop/server/cart/change.ts'
import { contactKeys } from '#/shop/server/contact-keys.ts'
import { applyCoupon, lockCoupon } from '#/shop/server/coupons/apply.ts'
import { countUse } from '#/shop/server/coupons/use.ts'
import { keepChoices, reviewChoices } from '#/shop/server/prescriptions/choose.ts'
import { openDispensing } from '#/shop/server/prescriptions/open.ts'
import { todayOf } from '#/shop/server/today.ts'
import { otherStateOf } from '#/shop/states.ts'
import { cashStanding, ordersOfBuyer, refuseCash } from './cash.ts'
import type { ShopConfig } from './checkout.ts'
import { noteStep } from './move.ts'
import { forgetCheckout, lockCheckout, reserve } from './reserve.ts'
import { needsApproval, obstacleOf, type Parcel, priceParcels, readCartRows } from './review.ts'

type Work = ActorWork & { config: ShopConfig }
type Wanted = PlaceOrder
type Placed = { id: string; paymentId: string | null }

/**
 * Places a checkout's order. The cart's lock serializes clicks, and a second one returns the first one's order.
 * @throws shop.gstin_wrong, shop.pin_in_other_state, shop.order_problems, shop.nothing_to_order, shop.checkout_over, shop.coupon_refused,
 *   shop.not_payable, shop.too_many_unpaid, shop.too_many_lapsed, and those of `refuseCash`
 */
export async function placeOrder(work: Work, wanted: Wanted): Promise<Placed> {
  const { db, actor, now, config } = work
  const { checkoutId, address, gstin, pays } = wanted
  if (gstin && !isGstin(gstin)) refuse('shop.gstin_wrong')
  if (otherStateOf(address)) refuse('shop.pin_in_other_state')
  await lockCart(work)
  const earlier = await findOrderOf(db, { checkoutId, userId: actor.userId })
  if (earlier) return earlier
  const checkout = await lockCheckout(db, actor.userId)
  if (checkout?.id !== checkoutId) return refuse('shop.checkout_over')
  const cash = pays === 'cash' ? await cashStanding(work) : null
  if ((await countUnpaid(db, actor.userId, cash?.phoneKey)) >= mostUnpaidOrders)
    refuse('shop.too_many_unpaid')
  if (cash?.problem) refuseCash(cash.problem)
  if (pays === 'online' && (await countLapsed(work)) >= mostLapsedOrders) refuse('shop.too_many_lapsed')
  const { goods, prescriptions } = await reviewLines(work, wanted)
  const undiscounted = priceParcels(goods, { state: address.state, pays })
  const couponId = checkout.coupon_id
  const parcels = couponId ? await discount(work, { couponId, parcels: undiscounted, pays }) : undiscounted
  const total = parcels.reduce((sum, parcel) => sum + parcel.total, 0)
  if (pays === 'cash' && total > mostInCash) refuse('shop.no_cash')
  if (total !== wanted.total) refuse('shop.checkout_over')
  // Medicines on prescription don't keep the other products waiting.
  const groups = [
    parcels.filter((parcel) => !needsApproval(parcel)),
    ...parcels.filter(needsApproval).map((one) => [one]),
  ].filter(({ length }) => length > 0)
  const isUnpayable = (group: readonly Parcel[]) =>
    !isPayable(
      group.reduce((sum, parcel) => sum + parcel.total, 0),
      config.MAX_PAYMENT,
    )
  if (pays === 'online' && groups.some(isUnpayable)) refuse('shop.not_payable')
  const placed: Placed[] = []
  for (const group of groups)
    placed.push(
      await placeGroup(work, {
        wanted,
        group,
        position: placed.length,
        prescriptions,
        couponId,
        phoneKey: cash?.phoneKey ?? null,
      }),
    )
  if (actor.isUnnamed) await nameUnnamed(db, { userId: actor.userId, name: address.name, at: now })
  await forgetCheckout(db, checkoutId)
  await db
    .deleteFrom('cart_lines')
    .where('user_id', '=', actor.userId)
    .where(
      'variant_id',
      'in',
      goods.map(({ row }) => row.variantId),
    )
    .execute()
  return placed[0]!
}

type Discounted = { couponId: string; parcels: Parcel[]; pays: Wanted['pays'] }

/** Takes the checkout's coupon off, as long as it still counts. Its lock lets only one of several orders have the last use. */
async function discount(work: Work, { couponId, parcels, pays }: Discounted): Promise<Parcel[]> {
  const coupon = await lockCoupon(work, couponId)
  const { now, config } = work
  const applied = coupon && applyCoupon(coupon, { parcels, pays, now, timeZone: config.DEFAULT_TIME_ZONE })
  return applied?.problem === null ? applied.parcels : refuse('shop.coupon_refused')
}

type Group = {
  wanted: Pick<Wanted, 'checkoutId' | 'address' | 'gstin' | 'pays'>
  group: readonly Parcel[]
  position: number
  prescriptions: ReadonlyMap<string, string>
  couponId?: string | null
  /** The hash of the phone number that a cash order is placed with. */
  phoneKey: string | null
  /** When it is paid and with what, if not by hand within 30 minutes. */
  payment?: Terms & { methodId: string | null }
}

/** Places one order whose stock is taken, and opens its payment unless a pharmacist has to approve it first. */
export async function placeGroup(
  work: PersonWork & { config: ShopConfig },
  { wanted, group, position, prescriptions, couponId, phoneKey, payment }: Group,
): Promise<Placed> {
  const { db, actor, now, config } = work
  const { checkoutId, address, gstin, pays } = wanted
  const total = group.reduce((sum, parcel) => sum + parcel.total, 0)
  const id = newId<'order'>()
  const { number } = await db
    .insertInto('orders')
    .values({
      id,
      checkout_id: checkoutId,
      position,
      user_id: actor.userId,
      pays,
      total,
      ...address,
      gstin,
      phone_key: phoneKey,
      placed_at: now,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  const parts = group.map((parcel) => ({ id: newId<'order part'>(), parcel }))
  const isWaiting = group.some(needsApproval)
  const takenOff = group.reduce((sum, { lines }) => sum - sumOf(lines, 'discount'), 0)
  if (couponId && !isWaiting) {
    const contacts = await contactKeys(db, actor.userId, config.AUTH_SECRET)
    await countUse(db, { couponId, orderId: id, discount: takenOff, contacts })
  }
  const status = isWaiting ? 'awaiting_prescription' : pays === 'cash' ? 'placed' : 'awaiting_payment'
  await insertParts(db, { orderId: id, parts, status, now })
  if (isWaiting) await openDispensing(work, { partId: parts[0]!.id, prescriptions })
  for (const part of parts) await noteStep(work, { partId: part.id, from: null, to: status, by: 'owner' })
  if (isWaiting || pays === 'cash') return { id, paymentId: null }
  const paymentId = await openOrderPayment(work, {
    orderId: id,
    number,
    payerUserId: actor.userId,
    ...(payment ?? { payBy: new Date(now.getTime() + minutesToPayOrder * MINUTE) }),
    parts: parts.map(({ id: partId, parcel }) => ({
      id: partId,
      payeeUserId: parcel.seller.sellerUserId,
      amount: parcel.total,
      ...commissionOn(parcel.lines, config.SHOP_COMMISSION_PERCENT),
    })),
  })
  return { id, paymentId }
}

type OrderPayment = {
  orderId: string
  number: string
  payBy: Date
  /** When the saved method is charged, if it is. */
  chargeAt?: Date | null
  methodId?: string | null
  parts: readonly (ReturnType<typeof commissionOn> & { id: string; payeeUserId: string; amount: number })[]
  payerUserId: string
}

/** Opens the payment of an order's parts. */
export function openOrderPayment(
  work: Pick<Work, 'db' | 'now'>,
  { orderId, number, payBy, chargeAt = null, methodId = null, parts, payerUserId }: OrderPayment,
): Promise<string> {
  return openPayment(work, {
    orderId,
    parts,
    payerUserId,
    amount: parts.reduce((sum, part) => sum + part.amount, 0),
    currency,
    description: `Order ${orderName(number)}`,
    taxPercent: 0,
    terms: { chargeAt, payBy },
    methodId,
  })
}

const sumOf = (lines: readonly { kind: string; amount: number }[], kind: string) =>
  lines.reduce((sum, line) => sum + (line.kind === kind ? line.amount : 0), 0)

/**
 * Only on goods, because delivery is the seller's cost. A coupon's discount is taken off the operator's share, also below
 * zero, so that the seller gets the same as without it.
 */
export function commissionOn(lines: readonly { kind: string; amount: number }[], percent: number) {
  const [goods, discount] = [sumOf(lines, 'goods'), sumOf(lines, 'discount')]
  return { commission: Math.round((goods * percent) / 100) + discount, commissionable: goods + discount }
}

/** Checks every line against what its buyer saw, and reserves them all. */
async function reviewLines(work: Work, { checkoutId, address, lines, prescriptions: choices }: Wanted) {
  const { db, actor, now } = work
  const today = todayOf(work)
  const rows = new Map((await readCartRows(db, actor.userId)).map((row) => [row.variantId, row]))
  const problems: (Problem & { variantId: string })[] = []
  const goods = lines.flatMap(({ variantId, quantity, price }) => {
    const row = rows.get(variantId)
    const problem: Problem | null = !row
      ? { kind: 'cart' }
      : (obstacleOf(row, { userId: actor.userId, pin: address.pin, today }) ??
        (row.price === price ? null : { kind: 'price' }))
    if (problem) problems.push({ variantId, ...problem })
    return row && !problem ? [{ row, variantId, quantity }] : []
  })
  const unique = new Set(lines.map(({ variantId }) => variantId))
  if (unique.size < lines.length) refuse('shop.checkout_over')
  const { userId } = actor
  const limits = work.config.RATE_LIMITS
  const { granted, capped } = await reserve(db, { checkoutId, userId, wishes: goods, now, limits })
  for (const { variantId, quantity } of goods) {
    const left = granted.get(variantId) ?? 0
    const kind = capped.has(variantId) ? 'unconfirmed' : 'few'
    if (left < quantity) problems.push({ variantId, kind, left })
  }
  const medicines = goods.filter(({ row }) => row.needsPrescription).map(({ row }) => row)
  const chosen = await reviewChoices(work, { medicines, choices })
  problems.push(...chosen.problems)
  if (problems.length > 0) refuse('shop.order_problems', { problems })
  if (goods.length === 0) refuse('shop.nothing_to_order')
  return { goods, prescriptions: await keepChoices(work, chosen.found) }
}

/** Counts a cash order until it is sent; with a phone's key, also those of its earlier accounts. */
export async function countUnpaid(db: Db, userId: string, key: string | null = null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${ordersOfBuyer(userId, key)}) own join orders o on o.id = own.id where exists (
      select from order_parts s where s.order_id = o.id
        and (s.status in ('awaiting_prescription', 'awaiting_payment') or o.pays = 'cash' and s.status in ('placed', 'packed')))
  `.execute(db)
  return rows[0]!.count
}

/** Counts the orders of the last 24 hours that their buyer cancelled, or let lapse, before they were paid. `cash.ts` counts cash orders. */
async function countLapsed({ db, actor, now }: PersonWork): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from orders o
     where o.user_id = ${actor.userId} and o.placed_at > ${now}::timestamptz - interval '24 hours' and exists (
       select from order_parts s join order_part_changes c on c.part_id = s.id
        where s.order_id = o.id and c.to_status = 'cancelled'
          and c.made_by in ('owner', 'system') and c.from_status = 'awaiting_payment')
  `.execute(db)
  return rows[0]!.count
}

async function findOrderOf(db: Db, { checkoutId, userId }: { checkoutId: string; userId: string }) {
  const row = await db
    .selectFrom('orders as o')
    .leftJoin('payments as p', 'p.order_id', 'o.id')
    .select(['o.id', 'p.id as payment_id'])
    .where('o.checkout_id', '=', checkoutId)
    .where('o.user_id', '=', userId)
    .orderBy('o.position')
    .limit(1)
    .executeTakeFirst()
  return row && { id: row.id, paymentId: row.payment_id }
}

type NewParts = {
  orderId: string
  parts: readonly { id: string; parcel: Parcel }[]
  status: 'placed' | 'awaiting_payment' | 'awaiting_prescription'
  now: Date
}

async function insertParts(db: Db, { orderId, parts, status, now }: NewParts): Promise<void> {
  await db
    .insertInto('order_parts')
    .values(
      parts.map(({ id, parcel: { seller, isInterstate, total } }, position) => ({
        id,
        order_id: orderId,
        position,
        seller_id: seller.sellerId,
        seller_user_id: seller.sellerUserId,
        seller_name: seller.seller,
        seller_address: seller.sellerAddress,
        seller_gstin: seller.sellerGstin,
        is_pharmacist: seller.isPharmacist,
        is_interstate: isInterstate,
        total,
        days_from: seller.daysFrom,
        days_to: seller.daysTo,
        ordered_at: now,
        status,
        status_since: now,
      })),
    )
    .execute()
  await db
    .insertInto('order_lines')
    .values(
      parts.flatMap(({ id, parcel }) =>
        parcel.lines.map(({ kind, name, row, quantity, price, discount, taxRate, tax }, position) => ({
          id: newId(),
          part_id: id,
          position,
          kind,
          name,
          quantity,
          price,
          discount,
          ...tax,
          variant_id: row?.variantId ?? null,
          variant: row?.variant ?? null,
          picture: row?.picture ?? null,
          tax_rate: sql<string>`${taxRate}::numeric`,
        })),
      ),
    )
    .execute()
}
