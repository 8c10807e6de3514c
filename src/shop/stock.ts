/** Endpoints that change a variant's stock and list its history. */
import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, optionalLine, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { shopErrors } from './errors.ts'
import { shopRates } from './rules.ts'
import { allReasons, mostStock, stockReasons } from './selling-rules.ts'

const units = z.int().min(1).max(mostStock)
const note = optionalLine(200)

export const stockChangeInput = z.discriminatedUnion('reason', [
  z.object({ reason: z.enum(stockReasons), units, note }),
  z.object({
    reason: z.literal('counted'),
    count: z.int().min(0).max(mostStock),
    /** The stock that the screen showed, maybe above the limit after returns: a count is refused if it has changed since. */
    seen: z.int32().min(0),
    note,
  }),
])
export type StockChangeInput = z.output<typeof stockChangeInput>

export const stockChangeSchema = z.object({
  id: idSchema('stock_change'),
  reason: z.enum(allReasons),
  delta: z.int(),
  stockAfter: z.int(),
  note: z.string().nullable(),
  at: z.date(),
})
export type StockChange = z.output<typeof stockChangeSchema>

const ofVariant = z.object({ id: idSchema('product_variant') })
const own = 'variants of the caller’s own products'

export const stockEndpoints = {
  stockChanges: endpoint({
    method: 'GET',
    path: '/shop/own-variants/{id}/stock-changes',
    summary: 'Lists a variant’s stock changes, newest first',
    access: 'signed-in',
    rows: own,
    input: ofVariant.extend({ cursor: cursorSchema }),
    output: pageOf(stockChangeSchema),
  }),
  changeStock: endpoint({
    method: 'POST',
    path: '/shop/own-variants/{id}/stock-changes',
    summary:
      'Changes a variant’s stock, with a reason; a count is refused if the stock has changed meanwhile',
    access: 'record:supplier/pharmacist',
    rows: own,
    limit: { name: 'shop-stock', by: 'user', ...shopRates.stock },
    input: ofVariant.extend({ change: stockChangeInput }),
    output: z.object({ stock: z.int() }),
    errors: only(shopErrors, 'shop.stock_below_zero', 'shop.stock_too_high', 'shop.stock_changed'),
  }),
}
