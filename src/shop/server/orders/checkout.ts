import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import type { CouponProblem } from '#/shop/coupons.ts'
import type { Address, Checkout, Problem, WayToPay } from '#/shop/orders.ts'
import { currency, mostInCash } from '#/shop/rules.ts'
import { lockCart } from '#/shop/server/cart/change.ts'
import { applyCoupon, type Coupon, couponOfCheckout, findCoupon } from '#/shop/server/coupons/apply.ts'
import { todayOf } from '#/shop/server/today.ts'
import type { StateCode } from '#/shop/states.ts'
import { sumTax } from '#/shop/tax.ts'
import { type CashConfig, cashStanding } from './cash.ts'
import { endCheckout, keepForNow, lockCheckout, type NotReserved } from './reserve.ts'
import { bySeller, type CartRow, needsApproval, obstacleOf, priceParcels, readCartRows } from './review.ts'

export type ShopConfig = Pick<
  Config,
  'SHOP_COMMISSION_PERCENT' | 'MAX_PAYMENT' | 'RATE_LIMITS' | 'DEFAULT_TIME_ZONE'
> &
  CashConfig
type Work = ActorWork & { config: ShopConfig }
type Wish = {
  without?: readonly string[]
  pin?: string | null | undefined
  state?: StateCode | null | undefined
  pays: WayToPay
  /** A code; null removes the coupon, and undefined keeps it. */
  coupon?: string | null | undefined
}

const money = (amount: number) => ({ amount, currency })

/** Prices the cart for an address, and reserves what can be ordered and doesn't rest. A second call continues the same checkout. */
export async function openCheckout(
  work: Work,
  { pin = null, state = null, pays, without = [], coupon: typed }: Wish,
): Promise<Checkout> {
  const { db, actor, now, config } = work
  await lockCart(work)
  const rows = await readCartRows(db, actor.userId)
  const today = todayOf(work)
  const found = rows.map((row) => {
    const isLeftOut = row.needsPrescription && without.includes(row.variantId)
    const problem = obstacleOf(row, { userId: actor.userId, pin, today })
    return { row, problem: problem ?? (isLeftOut ? ({ kind: 'prescription' } as const) : null) }
  })
  const open = found.filter(({ problem }) => problem === null)
  const known = await lockCheckout(db, actor.userId)
  const id = known?.id ?? newId<'checkout'>()
  if (!known && open.length > 0)
    await db.insertInto('checkouts').values({ id, user_id: actor.userId, reserved_until: now }).execute()
  if (known && open.length === 0) await endCheckout(db, { id, now })
  const wishes = open.map(({ row }) => ({ variantId: row.variantId, quantity: row.wanted }))
  const kept =
    open.length > 0
      ? await keepForNow(db, {
          checkoutId: id,
          userId: actor.userId,
          wishes,
          now,
          limits: config.RATE_LIMITS,
        })
      : {
          granted: new Map<string, number>(),
          capped: new Set<string>(),
          open: new Map<string, NotReserved>(),
          until: null,
        }
  const lines = found.map(({ row, problem }) => {
    const quantity: number = problem ? 0 : (kept.granted.get(row.variantId) ?? 0)
    return { row, quantity, problem: problem ?? changeOf(row, quantity, kept.capped.has(row.variantId)) }
  })
  const undiscounted = priceParcels(
    lines.filter(({ quantity }) => quantity > 0),
    { state, pays },
  )
  const coupon = await couponFor(work, { known: known?.coupon_id ?? null, typed, checkoutId: id })
  const applied =
    coupon?.found &&
    applyCoupon(coupon.found, { parcels: undiscounted, pays, now, timeZone: config.DEFAULT_TIME_ZONE })
  const parcels = applied?.problem === null ? applied.parcels : undiscounted
  // Medicines on prescription are an order of their own, which is paid later.
  const later = parcels.filter(needsApproval).reduce((sum, parcel) => sum + parcel.total, 0)
  const priced = parcels.flatMap((parcel) => parcel.lines)
  const sumOf = (kind: string) =>
    money(priced.reduce((sum, line) => sum + (line.kind === kind ? line.amount : 0), 0))
  const total = priced.reduce((sum, { amount }) => sum + amount, 0)
  const tax = sumTax(priced.map((line) => line.tax))
  return {
    id: open.length > 0 ? (id as Checkout['id']) : null,
    reservedUntil: kept.until,
    sellers: bySeller(lines).map((own) => {
      const { row } = own[0]!
      const sent = parcels.filter(({ seller }) => seller.sellerId === row.sellerId)
      const sold = sent.flatMap((parcel) => parcel.lines)
      const extra = (kind: string) => money(sold.find((line) => line.kind === kind)?.amount ?? 0)
      return {
        id: row.sellerId,
        name: row.seller,
        isPharmacist: row.isPharmacist,
        lines: own.map(({ row: line, quantity, problem }) => ({
          variantId: line.variantId as never,
          name: line.name,
          brand: line.brand,
          variant: line.variant,
          productId: line.productId,
          needsPrescription: line.needsPrescription,
          imageUrl: line.picture,
          quantity,
          problem,
          notReserved: kept.open.get(line.variantId) ?? null,
          price: money(line.price),
          amount: money(line.price * quantity),
        })),
        delivery: extra('delivery'),
        cashFee: extra('cash_fee'),
        days: { from: row.daysFrom, to: row.daysTo },
        total: money(sent.reduce((sum, parcel) => sum + parcel.total, 0)),
      }
    }),
    goods: sumOf('goods'),
    delivery: sumOf('delivery'),
    cashFee: sumOf('cash_fee'),
    tax: state && { cgst: money(tax.cgst), sgst: money(tax.sgst), igst: money(tax.igst) },
    total: money(total),
    afterApproval: money(later),
    discount: money(0 - sumOf('discount').amount),
    coupon: coupon && showCoupon(coupon, coupon.problem ?? applied?.problem ?? null),
    noCash: (await cashStanding(work)).problem ?? (total > 0 && total <= mostInCash ? null : 'total'),
    addresses: await addressesOf(db, actor.userId),
  }
}

type Typed = { known: string | null; typed: string | null | undefined; checkoutId: string }
type Given = { code: string; found: Coupon | null; problem: CouponProblem | null }

/** Finds the coupon that was typed, or the one of the checkout, which keeps it also while it doesn't count. */
async function couponFor(work: Work, { known, typed, checkoutId }: Typed): Promise<Given | null> {
  if (typed === undefined && !known) return null
  const found =
    typed === undefined ? await couponOfCheckout(work, known!) : typed && (await findCoupon(work, typed))
  const coupon = typeof found === 'object' ? found : null
  if (coupon?.id !== (known ?? undefined))
    await work.db
      .updateTable('checkouts')
      .set({ coupon_id: coupon?.id ?? null })
      .where('id', '=', checkoutId)
      .execute()
  if (!found) return null
  return typeof found === 'object'
    ? { code: found.code, found, problem: null }
    : { code: typed!, found: null, problem: found }
}

function showCoupon({ code, found }: Given, kind: CouponProblem | null): Checkout['coupon'] {
  if (!kind) return { code, problem: null }
  const day = kind === 'not_yet' ? found?.valid_from : kind === 'expired' ? found?.valid_until : null
  const minimum = kind === 'minimum' && found ? money(found.minimum) : null
  return { code, problem: { kind, minimum, day: day ?? null } }
}

function changeOf(row: CartRow, quantity: number, isCapped: boolean): Problem | null {
  if (quantity < row.wanted) return { kind: isCapped ? 'unconfirmed' : 'few', left: quantity }
  return row.price === row.seenPrice ? null : { kind: 'price' }
}

const mostAddresses = 3

/** Returns the addresses of the person's latest orders. */
export async function addressesOf(db: Db, userId: string): Promise<Address[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['name', 'phone', 'line', 'city', 'state', 'pin'])
    .where('user_id', '=', userId)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  const unique = new Map(rows.map((row) => [JSON.stringify(row), row] as const))
  return [...unique.values()].slice(0, mostAddresses) as Address[]
}
