/** A seller's own figures. */
import { z } from 'zod'
import { endpoint } from '#/kernel/api.ts'
import { moneySchema } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'

export const figureSpans = ['7', '30', '90'] as const
export type FigureSpan = (typeof figureSpans)[number]

/** Figures of the orders that were placed in a span of days and not cancelled, with everything that happened to them since. */
export const salesSchema = z.object({
  orders: z.int(),
  units: z.int(),
  /** Paid by buyers, after discounts and refunds. */
  revenue: moneySchema,
  refunded: moneySchema,
  /** The operator's, after refunds. Cash orders have none. */
  commission: moneySchema,
  /** Paid by the operator for coupons' discounts. */
  couponPaid: moneySchema,
  arrived: z.int(),
  /** The number of those that arrived and of which goods came back. */
  returned: z.int(),
  /** The share of `refunded` for goods that buyers kept. */
  refundedKept: moneySchema,
})
export type Sales = z.output<typeof salesSchema>

export const sellingFiguresSchema = z.object({
  /** The first day of the span, which ends now. */
  since: daySchema,
  span: salesSchema,
  /** The same number of days before. */
  before: salesSchema,
  /** The products with the most units sold and not sent back. */
  best: z.array(
    z.object({
      /** Null once the product is gone. */
      productId: idSchema('product').nullable(),
      name: z.string(),
      imageUrl: z.string().nullable(),
      units: z.int(),
      amount: moneySchema,
    }),
  ),
})
export type SellingFigures = z.output<typeof sellingFiguresSchema>

export const figureEndpoints = {
  sellingFigures: endpoint({
    method: 'GET',
    path: '/shop/selling/figures',
    summary:
      'Returns the caller’s orders, units, revenue, commission, returns and best sellers of the last 7, 30 or 90 days, and of as many days before that',
    access: 'signed-in',
    rows: 'parts of orders that the caller sold',
    input: z.object({ days: z.enum(figureSpans).default('30') }),
    output: sellingFiguresSchema,
  }),
}
