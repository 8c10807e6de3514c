/** Coupons: their terms, what they take off, and how the desk writes them. */
import { z } from 'zod'
import { amountSchema, moneySchema, requiredLine } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { categories } from './rules.ts'

/**
 * Reasons why a coupon doesn’t count for a cart:
 * - `unknown`: there is none, or it is switched off; `one_only`: several codes were typed
 * - `not_yet`, `expired`: the days; `used_up`, `used_by_you`: the uses; `minimum`: the products that count cost too little
 * - `unconfirmed`: the buyer has confirmed neither an email nor a phone number
 * - `nothing`: no product in the cart counts; `cash`: it only counts for payments online
 * - `too_many_tries`: too many wrong codes within an hour
 */
export const couponProblems = [
  'unknown',
  'one_only',
  'not_yet',
  'expired',
  'used_up',
  'used_by_you',
  'minimum',
  'nothing',
  'cash',
  'unconfirmed',
  'too_many_tries',
] as const
export type CouponProblem = (typeof couponProblems)[number]

export const couponCodeMaximum = 20
export const isCouponCode = (code: string) => /^[A-Z0-9]{4,20}$/.test(code)

/** Longer than a code, so that several of them can be told from a wrong one. */
export const couponTextMaximum = 60

/** Only a–z: `toUpperCase` would also turn other letters into A–Z, like ı into I. */
export const capitalized = (code: string) => code.replace(/[a-z]/g, (letter) => letter.toUpperCase())

/** Reads a code as typed; null for several codes. */
export function codeIn(text: string): string | null {
  const codes = capitalized(text)
    .split(/[\s,;+&]+/)
    .filter(Boolean)
  return codes.length === 1 ? codes[0]! : null
}

/** Wrong codes of one person, after which even right ones are refused for a while. */
export const wrongCoupons = { max: 20, windowSeconds: 3600 } as const

/** In percent of the products that count, so that every seller’s part still costs something. */
export const mostDiscounted = 90

/** The most that a coupon takes off an order, in paise. */
export const mostTakenOff = 1_00_000_00

/** Returns the most that a coupon can take off in all, in paise; null without a limit. */
export const mostGivenAway = ({
  amount,
  mostDiscount,
  mostUses,
}: Pick<CouponTerms, 'amount' | 'mostDiscount' | 'mostUses'>) =>
  mostUses === null ? null : mostUses * (amount ?? mostDiscount ?? 0)

export const couponTermsSchema = z
  .object({
    percent: z.int().min(1).max(mostDiscounted).nullable(),
    amount: amountSchema.min(1).max(mostTakenOff).nullable(),
    /** The least that the products that count must cost. */
    minimum: amountSchema,
    /** Sellers set their own prices, so a percentage alone could take off any amount. */
    mostDiscount: amountSchema.min(1).max(mostTakenOff).nullable(),
    /** Days of the operator’s time zone; both count. */
    validFrom: daySchema,
    validUntil: daySchema.nullable(),
    mostUses: z.int().min(1).max(1_000_000).nullable(),
    mostPerPerson: z.int().min(1).max(1000),
    category: z.enum(categories).nullable(),
    sellerId: z.uuid().nullable(),
    isActive: z.boolean(),
  })
  .refine(({ percent, amount }) => (percent === null) !== (amount === null))
  .refine(({ percent, mostDiscount }) => (percent === null) === (mostDiscount === null))
  .refine(({ validFrom, validUntil }) => validUntil === null || validFrom <= validUntil)
export type CouponTerms = z.output<typeof couponTermsSchema>

export const couponCodeInput = requiredLine(couponCodeMaximum).transform(capitalized).refine(isCouponCode)

export const deskCouponSchema = z.object({
  id: idSchema('coupon'),
  code: z.string(),
  version: z.int(),
  percent: z.int().nullable(),
  amount: moneySchema.nullable(),
  minimum: moneySchema,
  mostDiscount: moneySchema.nullable(),
  validFrom: daySchema,
  validUntil: daySchema.nullable(),
  mostUses: z.int().nullable(),
  mostPerPerson: z.int(),
  category: z.enum(categories).nullable(),
  seller: z.object({ id: z.string(), name: z.string() }).nullable(),
  isActive: z.boolean(),
  used: z.int(),
  /** Taken off orders that weren’t cancelled. */
  discounted: moneySchema,
})
export type DeskCoupon = z.output<typeof deskCouponSchema>

type Terms = { percent: number | null; amount: number | null; most_discount: number | null }

/** Returns what a coupon takes off products that cost `goods`. */
export function discountOf({ percent, amount, most_discount }: Terms, goods: number): number {
  const wanted = percent === null ? (amount ?? 0) : Math.floor((goods * percent) / 100)
  return Math.min(wanted, most_discount ?? wanted, Math.floor((goods * mostDiscounted) / 100))
}

/** Shares a discount out in proportion, so that the shares sum to it and none differs from its exact value by a unit. */
export function shareOut(discount: number, amounts: readonly number[]): number[] {
  const whole = amounts.reduce((sum, amount) => sum + amount, 0)
  let sum = 0
  let given = 0
  return amounts.map((amount) => {
    sum += amount
    const upTo = Math.round(discount * (sum / whole))
    const share = upTo - given
    given = upTo
    return share
  })
}
