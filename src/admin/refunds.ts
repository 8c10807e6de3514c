import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { amountSchema, cursorSchema, done, limits, pageOf, requiredLine } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { packagesErrors } from '#/packages/errors.ts'
import { paymentsErrors } from '#/payments/contract.ts'
import { moneyBackFilters, moneyBackSchema, refundReasonSchema } from '#/payments/desk.ts'

export const refundEndpoints = {
  moneyBack: endpoint({
    method: 'GET',
    path: '/admin/refunds-and-disputes',
    summary: 'Lists refunds and disputes, the latest first',
    access: 'admin',
    rows: 'all refunds and disputes, with who paid and who was paid',
    input: z.object({ show: z.enum(moneyBackFilters).default('all'), cursor: cursorSchema }),
    output: pageOf(moneyBackSchema),
  }),
  refund: endpoint({
    method: 'POST',
    path: '/admin/payments/{id}/refunds',
    summary:
      'Refunds all or part of a captured payment, with a reason that both sides read; a package refunded in full ends, and an order of several sellers is refunded part by part',
    access: 'admin:full',
    rows: 'all payments',
    audit: { action: 'payment.refunded', said: 'refunded the payment', subject: 'appointment' },
    input: z.object({
      id: idSchema('payment'),
      /** Required for an order of several sellers. */
      partId: idSchema('order part').nullish(),
      amount: amountSchema.min(1),
      /** The amount that the administrator saw as left to refund; refused if it has changed since. */
      seen: amountSchema.optional(),
      reason: refundReasonSchema,
    }),
    output: done,
    errors: {
      ...only(
        paymentsErrors,
        'payments.not_paid',
        'payments.no_money_moved',
        'payments.part_needed',
        'payments.part_not_found',
        'payments.refund_too_high',
        'payments.refund_too_low',
        'payments.refundable_changed',
      ),
      ...only(packagesErrors, 'packages.sessions_booked'),
    },
  }),
  retryRefund: endpoint({
    method: 'POST',
    path: '/admin/refunds/{id}/retry',
    summary: 'Sends a refund again that the gateway has refused, or not answered, for a day',
    access: 'admin:full',
    rows: 'all refunds',
    audit: { action: 'refund.retried', said: 'sent a refund again', subject: 'appointment' },
    input: z.object({ id: idSchema('refund') }),
    output: done,
    errors: only(paymentsErrors, 'payments.refund_not_waiting', 'payments.disputed'),
  }),
  payRefundByHand: endpoint({
    method: 'POST',
    path: '/admin/refunds/{id}/payment-by-hand',
    summary: 'Records the operator’s own bank transfer for a refund that the gateway refuses',
    access: 'admin:full',
    rows: 'all refunds',
    audit: { action: 'refund.paid_by_hand', said: 'paid a refund by bank transfer', subject: 'appointment' },
    input: z.object({
      id: idSchema('refund'),
      reference: requiredLine(Math.min(120, limits.title)),
    }),
    output: done,
    errors: only(paymentsErrors, 'payments.refund_not_waiting', 'payments.disputed'),
  }),
}
