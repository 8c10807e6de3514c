import { sql } from 'kysely'
import { isConfirmed } from '#/accounts/server/index.ts'
import type { Config } from '#/kernel/server/config.ts'
import { consumeAttempt, returnAttempt } from '#/kernel/server/rate-limit.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { type Day, dayOf } from '#/kernel/time.ts'
import { type CouponProblem, codeIn, discountOf, shareOut, wrongCoupons } from '#/shop/coupons.ts'
import type { WayToPay } from '#/shop/orders.ts'
import { contactKeys } from '#/shop/server/contact-keys.ts'
import { needsApproval, type Parcel, type PricedLine } from '#/shop/server/orders/review.ts'
import { splitTax } from '#/shop/tax.ts'

type Work = ActorWork & { config: Pick<Config, 'RATE_LIMITS' | 'DEFAULT_TIME_ZONE' | 'AUTH_SECRET'> }

export type Coupon = {
  id: string
  code: string
  percent: number | null
  amount: number | null
  minimum: number
  most_discount: number | null
  valid_from: Day
  valid_until: Day | null
  most_uses: number | null
  most_per_person: number
  category: string | null
  seller_id: string | null
  is_active: boolean
  used: number
  used_by_you: number
  /** Whether the buyer has confirmed an email or a phone number. */
  is_confirmed: boolean
}

/**
 * Finds the coupon of a typed code. Wrong codes are counted, and too many close the door for right ones too, so that nobody
 * finds codes by trying. The count is part of the transaction: don't refuse the call because of a wrong code.
 */
export async function findCoupon(
  work: Work,
  text: string,
): Promise<Coupon | Extract<CouponProblem, 'unknown' | 'one_only' | 'too_many_tries'>> {
  const { db, actor, config } = work
  const code = codeIn(text)
  if (!code) return 'one_only'
  const key = `coupons:${actor.userId}`
  if (config.RATE_LIMITS && !(await consumeAttempt(db, key, wrongCoupons)).allowed) return 'too_many_tries'
  const coupon = await readCoupon(work, sql`c.code = ${code} and c.is_active`)
  if (!coupon) return 'unknown'
  if (config.RATE_LIMITS) await returnAttempt(db, key)
  return coupon
}

/** Locks a checkout's coupon, so that its terms and uses stay until the order is placed. Call it after locking stock. */
export async function lockCoupon(work: Work, id: string): Promise<Coupon | undefined> {
  await sql`select from coupons where id = ${id} for no key update`.execute(work.db)
  return readCoupon(work, sql`c.id = ${id}`)
}

export const couponOfCheckout = (work: Work, id: string) => readCoupon(work, sql`c.id = ${id}`)

type Where = ReturnType<typeof sql>

async function readCoupon({ db, actor, config }: Work, where: Where): Promise<Coupon | undefined> {
  const { userId } = actor
  const contacts = await contactKeys(db, userId, config.AUTH_SECRET)
  const { rows } = await sql<Coupon>`
    select c.*, (select count(*)::integer from (
            select o.id from orders o where o.coupon_id = c.id and o.user_id = ${userId}
            union select o.id from coupon_uses u join orders o on o.id = u.order_id
             where u.contact_key = any(${contacts}::text[]) and o.coupon_id = c.id) used) as used_by_you,
        (select ${isConfirmed('u')} from users u where u.id = ${userId}) as is_confirmed
      from coupons c where ${where}
  `.execute(db)
  return rows[0]
}

type Cart = { parcels: readonly Parcel[]; pays: WayToPay; now: Date; timeZone: string }
type Applied = { problem: CouponProblem } | { problem: null; discount: number; parcels: Parcel[] }

/** Takes a coupon off the products that count. Medicines on prescription don't: they are paid later, in their own order. */
export function applyCoupon(coupon: Coupon, { parcels, pays, now, timeZone }: Cart): Applied {
  const today = dayOf(now, timeZone)
  if (!coupon.is_active) return { problem: 'unknown' }
  if (today < coupon.valid_from) return { problem: 'not_yet' }
  if (coupon.valid_until && today > coupon.valid_until) return { problem: 'expired' }
  if (coupon.most_uses !== null && coupon.used >= coupon.most_uses) return { problem: 'used_up' }
  if (coupon.used_by_you >= coupon.most_per_person) return { problem: 'used_by_you' }
  const counts = ({ row }: PricedLine) =>
    row !== null &&
    (coupon.category === null || row.category === coupon.category) &&
    (coupon.seller_id === null || row.sellerId === coupon.seller_id)
  const lines = parcels.filter((parcel) => !needsApproval(parcel)).flatMap((parcel) => parcel.lines)
  const counted = lines.filter(counts)
  const goods = counted.reduce((sum, { amount }) => sum + amount, 0)
  if (goods === 0) return { problem: 'nothing' }
  const discount = discountOf(coupon, goods)
  if (goods < coupon.minimum || discount === 0) return { problem: 'minimum' }
  // The seller isn't paid through us, so we can't pay their share of the discount.
  if (pays === 'cash') return { problem: 'cash' }
  // Otherwise each new account would get around the limit per person. Checked last, so that nobody confirms for nothing.
  if (!coupon.is_confirmed) return { problem: 'unconfirmed' }
  const shares = shareOut(
    discount,
    counted.map(({ amount }) => amount),
  )
  const shareOf = new Map(counted.map((line, index) => [line, shares[index]!]))
  return {
    problem: null,
    discount,
    parcels: parcels.map((parcel) => discounted(parcel, coupon.code, shareOf)),
  }
}

/** Adds a line for each rate of tax, so that the tax within the total stays that of its lines. */
function discounted(parcel: Parcel, code: string, shareOf: ReadonlyMap<PricedLine, number>): Parcel {
  const byRate = Map.groupBy(
    parcel.lines.filter((line) => shareOf.get(line)),
    ({ taxRate }) => taxRate,
  )
  const lines = [...byRate].map(([taxRate, own]): PricedLine => {
    const price = -own.reduce((sum, line) => sum + shareOf.get(line)!, 0)
    return {
      kind: 'discount',
      name: `Coupon ${code}`,
      row: null,
      quantity: 1,
      price,
      amount: price,
      discount: 0,
      taxRate,
      tax: splitTax(price, taxRate, parcel.isInterstate),
    }
  })
  if (lines.length === 0) return parcel
  const total = lines.reduce((sum, { amount }) => sum + amount, parcel.total)
  const goods = parcel.lines.map((line) => ({ ...line, discount: shareOf.get(line) ?? 0 }))
  return { ...parcel, lines: [...goods, ...lines], total }
}
