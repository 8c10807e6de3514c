import { z } from 'zod'
import { endpoint } from '#/kernel/api.ts'
import { cursorSchema, limits, moneySchema, optionalLine, pageOf } from '#/kernel/fields.ts'
import { deskSellerSchema, sellerFilters } from '#/shop/desk.ts'
import { stateCodes } from '#/shop/states.ts'

const sellerRow = deskSellerSchema.extend({
  /** Our debt to the seller; `ready` is the part that can be paid out now. */
  owed: moneySchema,
  ready: moneySchema,
})
export type SellerRow = z.output<typeof sellerRow>

export const sellerEndpoints = {
  sellers: endpoint({
    method: 'GET',
    path: '/admin/sellers',
    summary: 'Lists suppliers and pharmacists by name, address, email, state or id; the newest first',
    access: 'admin',
    rows: 'all sellers, with counts of their products, open orders and autoships, and what we owe them',
    input: z.object({
      search: optionalLine(limits.title),
      state: z.enum(stateCodes).optional(),
      show: z.enum(sellerFilters).default('all'),
      cursor: cursorSchema,
    }),
    output: pageOf(sellerRow),
  }),
}
