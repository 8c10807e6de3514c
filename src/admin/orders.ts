import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, limits, optionalLine, pageOf, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import {
  decidableReturns,
  deskCancellable,
  deskLatePrescriptionSchema,
  deskMissingSchema,
  deskOrderRowSchema,
  deskOrderSchema,
  deskReturnSchema,
  missingDecisions,
  missingStates,
  openReturnStates,
  returnDecisions,
} from '#/shop/desk.ts'
import { shopErrors } from '#/shop/errors.ts'
import { partStatuses } from '#/shop/order-states.ts'
import { byReference } from './reference.ts'

export const orderEndpoints = {
  order: endpoint({
    method: 'GET',
    path: '/admin/orders/{reference}',
    summary:
      'Returns one order with its sellers’ parts, their steps and the payment, by its number or its id',
    access: 'admin',
    rows: 'all orders, without the buyer’s street and phone',
    input: byReference,
    output: deskOrderSchema,
  }),
  orders: endpoint({
    method: 'GET',
    path: '/admin/orders',
    summary:
      'Lists the parts of orders by their buyer’s or seller’s name or email, their state and the days of the order, the latest first',
    access: 'admin',
    rows: 'all parts of orders, without the buyer’s address',
    input: z.object({
      buyer: optionalLine(limits.title),
      seller: optionalLine(limits.title),
      status: z.enum(partStatuses).optional(),
      /** Days in the operator’s time zone. */
      from: daySchema.optional(),
      to: daySchema.optional(),
      cursor: cursorSchema,
    }),
    output: pageOf(deskOrderRowSchema).extend({
      /** More people match than were searched. */
      isPartial: z.boolean(),
    }),
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
      'Lists the returns of orders that aren’t over, or were refused and can be overruled, all or those in one state, the longest waiting first',
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
    audit: [
      { action: 'order.refunded', said: 'refunded the missing part of the order', subject: 'order' },
      {
        action: 'order.released',
        said: 'released the money for the part reported as missing',
        subject: 'order',
      },
    ],
    input: z.object({
      id: idSchema('order part'),
      /** The state that the administrator saw; refused if it has changed since. */
      seen: z.enum(missingStates),
      decision: z.enum(missingDecisions),
      reason: requiredText(limits.short, 'Please give a reason.'),
    }),
    output: done,
    errors: only(shopErrors, 'shop.order_moved'),
  }),
  cancelOrderPart: endpoint({
    method: 'POST',
    path: '/admin/order-parts/{id}/cancellation',
    summary:
      'Cancels a part of an order that hasn’t arrived and refunds its buyer; both sides read the reason',
    access: 'admin:full',
    rows: 'all parts of orders',
    audit: { action: 'order.cancelled', said: 'cancelled a part of the order', subject: 'order' },
    input: z.object({
      id: idSchema('order part'),
      /** The state that the administrator saw; refused if the part’s state has changed since. */
      seen: z.enum(deskCancellable),
      reason: requiredText(limits.short, 'Please give a reason.'),
    }),
    output: done,
    errors: only(shopErrors, 'shop.order_moved'),
  }),
  decideReturn: endpoint({
    method: 'POST',
    path: '/admin/returns/{id}/decision',
    summary:
      'Approves a return that its seller hasn’t answered or has refused, or refuses one; both sides read the reason',
    access: 'admin:full',
    rows: 'all parts of orders',
    audit: [
      {
        action: 'order.return_approved',
        said: 'approved the return of a part of the order',
        subject: 'order',
      },
      { action: 'order.return_refused', said: 'refused the return of a part of the order', subject: 'order' },
    ],
    input: z.object({
      id: idSchema('order part'),
      returnId: idSchema('return'),
      /** The state that the administrator saw; refused if the seller has answered since. */
      seen: z.enum(decidableReturns),
      decision: z.enum(returnDecisions),
      reason: requiredText(limits.short, 'Please give a reason.'),
    }),
    output: done,
    errors: only(shopErrors, 'shop.order_moved'),
  }),
}
