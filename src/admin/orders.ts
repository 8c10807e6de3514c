import { z } from 'zod'
import { endpoint } from '#/kernel/api.ts'
import { deskOrderSchema } from '#/shop/desk.ts'

export const orderEndpoints = {
  order: endpoint({
    method: 'GET',
    path: '/admin/orders/{reference}',
    summary:
      'Returns one order with its sellers’ parts, their steps and the payment, by its number or its id',
    access: 'admin',
    rows: 'all orders, without the buyer’s street and phone',
    input: z.object({ reference: z.string().min(1).max(60) }),
    output: deskOrderSchema,
  }),
}
