import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, limits, pageOf, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import {
  deskLatePrescriptionSchema,
  deskMissingSchema,
  deskOrderSchema,
  deskReturnSchema,
  missingDecisions,
  openReturnStates,
} from '#/shop/desk.ts'
import { shopErrors } from '#/shop/errors.ts'

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
  missingOrders: endpoint({
    method: 'GET',
    path: '/admin/missing-orders',
    summary:
      'Lists parts of orders and returns that never arrived, as the other side says, the longest waiting first',
    access: 'admin',
    rows: 'all parts of orders that are reported as missing',
    input: z.object({ cursor: cursorSchema }),
    output: pageOf(deskMissingSchema),
  }),
  openReturns: endpoint({
    method: 'GET',
    path: '/admin/returns',
    summary:
      'Lists the returns of orders that aren’t over, all or those in one state, the longest waiting first',
    access: 'admin',
    rows: 'all parts of orders that are being returned',
    input: z.object({ status: z.enum(openReturnStates).optional(), cursor: cursorSchema }),
    output: pageOf(deskReturnSchema),
  }),
  latePrescriptions: endpoint({
    method: 'GET',
    path: '/admin/late-prescriptions',
    summary:
      'Lists orders that have waited for their pharmacist for more than four hours, the longest waiting first',
    access: 'admin',
    rows: 'all orders that wait for a pharmacist, without their prescriptions',
    input: z.object({ cursor: cursorSchema }),
    output: pageOf(deskLatePrescriptionSchema),
  }),
  decideMissing: endpoint({
    method: 'POST',
    path: '/admin/missing-orders/{id}/decision',
    summary:
      'Refunds a part or return that never arrived, or releases its money to the seller; both sides read the reason',
    access: 'admin:full',
    rows: 'all parts of orders',
    input: z.object({
      id: idSchema('order part'),
      decision: z.enum(missingDecisions),
      reason: requiredText(limits.short, 'Please give a reason.'),
    }),
    output: done,
    errors: only(shopErrors, 'shop.order_moved'),
  }),
}
